/** Money rule 7 in the client: a well-formed answer that lacks a key and is about another payment is no answer. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chargeDefaults, type AttemptView } from '../../../../electron/contract/index.ts';
import {
  harnessOf,
  createRequest,
  errors,
  fastClock,
  json,
  KEY,
  startHostile,
  inWords,
  watchRejections,
  type HostileServer,
  type Reply,
} from './support.ts';
import { startTill } from './whole-till.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

/** Capture on the platform: a Transfer without its own key. */
const capture = {
  id: 'TR9',
  state: 'SUCCEEDED',
  type: 'DEBIT',
  amount: 1234,
  currency: 'USD',
  idempotency_id: null,
  tags: { attempt: 'A-1ke5bc000-00000001' },
};

const portAnswering = (record: object) => portOf(json(201, record));

async function portOf(reply: Reply) {
  const server: HostileServer = await startHostile(reply);
  onTestFinished(() => server.close());
  const harness = harnessOf(server.url);
  onTestFinished(() => harness.close());
  return harness.port;
}

const refund = { ...createRequest, kind: 'refund' } as const;
const STARTED_AT = Date.UTC(2026, 10, 21);
const reversal = {
  transfer: 'TR1',
  idempotencyId: `${KEY}-r-1`,
  amountMinor: 500,
  attempt: createRequest.attempt,
  startedAt: STARTED_AT,
};

it('another payment’s capture in the answer to a refund is not taken for the refund', async () => {
  expect(inWords(await (await portAnswering(capture)).authorize(refund))).toBe('unknown API_UNREADABLE');
  const own = { ...capture, tags: { attempt: createRequest.attempt } };
  expect(inWords(await (await portAnswering(own)).authorize(refund))).toBe('unknown API_UNREADABLE');
});

it('another attempt’s hold in the answer to a sale is not taken for the hold', async () => {
  const hold = { ...capture, id: 'AU9', type: undefined };
  expect(inWords(await (await portAnswering(hold)).authorize(createRequest))).toBe('unknown API_UNREADABLE');
  const own = { ...hold, tags: { attempt: createRequest.attempt } };
  expect(inWords(await (await portAnswering(own)).authorize(createRequest))).toBe('answered SUCCEEDED');
});

it('the capture itself in the answer to its reversal is not taken for the reversal', async () => {
  const own = { ...capture, id: 'TR1', tags: { attempt: createRequest.attempt } };
  expect(inWords(await (await portAnswering(own)).reverse(reversal))).toBe('unknown API_UNREADABLE');
  const given = { ...own, id: 'TR2', type: 'REVERSAL' };
  expect(inWords(await (await portAnswering(given)).reverse(reversal))).toBe('answered SUCCEEDED');
});

const listed = (...reversals: object[]) =>
  json(200, { _embedded: { transfers: reversals }, page: { next_cursor: null } });

/** Payment through a payment link: a Transfer without a key, with its link's tag only. */
const linkPayment = { ...capture, id: 'TR3', tags: { pay_link: 'A-1ke5bc000-00000002' } };

describe('a payment through a link', () => {
  const lost = {
    kind: 'refund',
    startedAt: Date.UTC(2026, 10, 21),
    idempotencyId: KEY,
    attempt: createRequest.attempt,
  } as const;

  it.each([
    ['does not keep a refund that never arrived in doubt', linkPayment, 'answered nothing'],
    ['nor does one on the platform’s own pages, without any tag', { ...linkPayment, tags: {} }, 'answered nothing'],
    [
      'money that went out without a key may be the refund',
      { ...linkPayment, type: 'CREDIT' },
      'unknown API_UNREADABLE',
    ],
    ['what does not say what it is may be, too', { ...linkPayment, type: undefined }, 'unknown API_UNREADABLE'],
  ])('is told apart from a refund: %s', async (_what, record, expected) => {
    expect(inWords(await (await portOf(listed(record))).findPayment(lost))).toBe(expected);
  });
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Platform time at a distance from the start of the reversal. */
const made = (afterMs: number) => ({ created_at: new Date(STARTED_AT + afterMs).toISOString() });
/** Reversal without a key and with the same amount; `more` adds further fields. */
const keyless = (more: object) => ({ ...capture, id: 'TR2', type: 'REVERSAL', amount: 500, tags: {}, ...more });
const isOurs = { tags: { attempt: createRequest.attempt } };
const isOthers = { tags: { attempt: 'another' } };
const NOTHING = 'answered nothing';
const UNSAID = 'unknown API_UNREADABLE';
const beside: [string, object, string][] = [
  ['another amount, the day before', { amount: 200, ...made(-24 * HOUR_MS) }, NOTHING],
  ['another amount, a minute after', { amount: 200, ...made(MINUTE_MS) }, NOTHING],
  ['another amount, at no known moment', { amount: 200 }, NOTHING],
  ['an hour before', made(-HOUR_MS), NOTHING],
  ['an hour before, by a clock further east', { created_at: '2026-11-21T03:00:00.00+04:00' }, NOTHING],
  ['an hour before, with the tag of our payment', { ...isOurs, ...made(-HOUR_MS) }, NOTHING],
  ['a minute after, with another tag', { ...isOthers, ...made(MINUTE_MS) }, NOTHING],
  ['a minute after', made(MINUTE_MS), UNSAID],
  ['nine minutes before: clocks may be apart', made(-9 * MINUTE_MS), UNSAID],
  ['a minute after, with our tag', { ...isOurs, ...made(MINUTE_MS) }, UNSAID],
  ['a minute after, and it failed', { ...made(MINUTE_MS), state: 'FAILED' }, UNSAID],
  ['at no known moment', {}, UNSAID],
  ['at a moment of no known zone', { created_at: '2026-11-20T12:00:00' }, UNSAID],
  ['on a day', { created_at: '2026-11-20' }, UNSAID],
];

describe('a reversal without a key, made on the platform’s own pages', () => {
  it.each(beside)('may belong to the till only by amount, tag and time: %s', async (_when, more, expected) => {
    const list = listed(keyless(made(-30 * HOUR_MS)), keyless(more));
    expect(inWords(await (await portOf(list)).findReversal(reversal))).toBe(expected);
    // A refusal that may be about a repeated key is accepted once the key is known to be unused; a conflict is never
    // accepted.
    for (const status of [402, 409, 422]) {
      const refuse = errors(status, { code: 'CONFLICT' });
      const port = await portOf((socket, asked) => (asked.method === 'POST' ? refuse : list)(socket, asked));
      expect((await port.reverse(reversal)).kind).toBe(expected === NOTHING && status !== 409 ? 'refused' : 'unknown');
    }
  });

  it('does not hide the till’s reversal', async () => {
    const port = await portOf(listed(keyless({}), keyless({ id: 'TR3', idempotency_id: reversal.idempotencyId })));
    expect(await port.findReversal(reversal)).toMatchObject({ kind: 'answered', record: { id: 'TR3' } });
  });

  it('does not keep the till’s refund in doubt, refused or lost', async () => {
    const { engine, harness, close } = await startTill(fastClock(25));
    onTestFinished(close);
    await harness.control({ type: 'cloud-route', decidesAfterMs: 0 });
    const view = (): AttemptView => engine.get('A-1');
    const until = (isSo: () => boolean): Promise<void> =>
      vi.waitFor(() => expect(isSo(), JSON.stringify(view().reversals)).toBe(true), { timeout: 60_000, interval: 10 });
    const asked = { id: 'A-1', kind: 'sale', route: 'cloud', amountMinor: 1_000, currency: 'USD' } as const;
    engine.start({ ...chargeDefaults, ...asked, terminal: 'lane-3', cardTimeoutMs: 60_000 });
    await until(() => view().state === 'captured');
    for (const refund_amount of [200, 300]) {
      await harness.client.post(`/transfers/${view().transfer}/reversals`, { refund_amount });
    }
    harness.clock.advance(HOUR_MS);
    // More than the rest, which is unknown to the till; the same amount as an existing reversal; another part that is
    // lost.
    engine.reverse('A-1', { reversal: 'R1', amountMinor: 1_000, by: 'Mo', reason: null });
    await until(() => view().reversals[0]?.state === 'failed');
    expect(view().reversedMinor).toBe(0);
    await harness.control({ type: 'fault', operation: 'createReversal', kind: 'drop', when: 'before' });
    engine.reverse('A-1', { reversal: 'R2', amountMinor: 300, by: 'Mo', reason: null });
    await until(() => view().reversals[1]?.failure?.code === 'PAY_NEVER_ARRIVED');
    engine.reverse('A-1', { reversal: 'R2', amountMinor: 300, by: 'Mo', reason: null });
    await until(() => view().reversals[1]?.state !== 'failed');
    expect(view().reversals[1]).toMatchObject({ amountMinor: 300, failure: null });
  }, 180_000);
});
