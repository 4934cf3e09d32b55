/** Money rule 7 at the client: a well-formed answer about another payment, without a key to tell by, is no answer. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  benchOf,
  createRequest,
  json,
  KEY,
  startHostile,
  told,
  watchRejections,
  type HostileServer,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A capture as the platform keeps it: a Transfer without a key of its own. */
const capture = {
  id: 'TR9',
  state: 'SUCCEEDED',
  type: 'DEBIT',
  amount: 1234,
  currency: 'USD',
  idempotency_id: null,
  tags: { attempt: 'A-1ke5bc000-00000001' },
};

async function portAnswering(record: object) {
  const server: HostileServer = await startHostile(json(201, record));
  closers.push(() => server.close());
  const bench = benchOf(server.url);
  closers.push(() => bench.close());
  return bench.port;
}

const refund = { ...createRequest, kind: 'refund' } as const;
const reversal = { transfer: 'TR1', idempotencyId: `${KEY}-r-1`, amountMinor: 500, attempt: createRequest.attempt };

it("somebody's capture in the answer to a refund is not the refund", async () => {
  expect(told(await (await portAnswering(capture)).authorize(refund))).toBe('unknown API_UNREADABLE');
  const own = { ...capture, tags: { attempt: createRequest.attempt } };
  expect(told(await (await portAnswering(own)).authorize(refund))).toBe('unknown API_UNREADABLE');
});

it("another attempt's hold in the answer to a sale is not the hold", async () => {
  const hold = { ...capture, id: 'AU9', type: undefined };
  expect(told(await (await portAnswering(hold)).authorize(createRequest))).toBe('unknown API_UNREADABLE');
  const own = { ...hold, tags: { attempt: createRequest.attempt } };
  expect(told(await (await portAnswering(own)).authorize(createRequest))).toBe('answered SUCCEEDED');
});

it('the capture itself in the answer to its reversal is not the reversal', async () => {
  const own = { ...capture, id: 'TR1', tags: { attempt: createRequest.attempt } };
  expect(told(await (await portAnswering(own)).reverse(reversal))).toBe('unknown API_UNREADABLE');
  const given = { ...own, id: 'TR2', type: 'REVERSAL' };
  expect(told(await (await portAnswering(given)).reverse(reversal))).toBe('answered SUCCEEDED');
});
