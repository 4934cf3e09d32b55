/** Payment links against the real sandbox over HTTP: made, found again, paid by a buyer on the page, closed, and not listed. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../../../electron/host/log/index.ts';
import {
  createLinkPort,
  createUnconfiguredLinkPort,
  type LinkIntent,
  type PayLinkPort,
} from '../../../../electron/host/pay-links/index.ts';
import { connectPlatform, type Operations } from '../../../../electron/host/platform/index.ts';
import { Bench } from '../../../api/harness.ts';
import { open, pay } from '../../../api/page-calls.ts';
import { fastClock } from '../platform/support.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function world(
  change: (operations: Operations) => Operations = (operations) => operations,
): Promise<{ bench: Bench; port: PayLinkPort; intent: LinkIntent }> {
  const bench = await Bench.start();
  closers.push(() => bench.sandbox.close());
  const { url, username, password, merchant } = bench.sandbox;
  const platform = connectPlatform({
    settings: { url, username, password, merchant },
    clock: fastClock(1),
    random: () => 0.5,
    log: createLogger('platform', { write: () => undefined }),
    publish: () => undefined,
  });
  closers.push(() => platform.close());
  const { operations } = platform;
  if (!operations) throw new Error('no platform');
  const intent: LinkIntent = {
    link: `link-${randomUUID().slice(0, 8)}`,
    amountMinor: 4260,
    tipMinor: 0,
    tipMaxMinor: 0,
    currency: 'USD',
    order: "A-1187, the baker's",
    note: null,
    part: null,
    minutes: 15,
    startedAt: bench.clock.now(),
  };
  return { bench, port: createLinkPort({ operations: change(operations), merchant }), intent };
}

async function made(port: PayLinkPort, intent: LinkIntent) {
  const outcome = await port.create(intent);
  if (outcome.kind !== 'answered') throw new Error(outcome.failure.message);
  const { id, url } = outcome.record;
  if (url === null) throw new Error('no address');
  return { ...outcome.record, id, url };
}

async function found(promise: ReturnType<PayLinkPort['read']>) {
  const outcome = await promise;
  if (outcome.kind !== 'answered') throw new Error(outcome.failure.message);
  return outcome.record;
}

test('made for one payment by card, ends in a quarter of an hour, found by its tag', async () => {
  const { bench, port, intent } = await world();
  const link = await made(port, intent);
  expect(link).toMatchObject({ state: 'ACTIVE', payments: [] });
  expect(await port.find(intent)).toMatchObject({ kind: 'answered', record: { id: link.id } });
  expect(await port.find({ link: 'link-another', startedAt: intent.startedAt })).toEqual({
    kind: 'answered',
    record: null,
  });
  const raw = await bench.client.get<Record<string, unknown>>(`/payment_links/${link.id}`);
  expect(raw).toMatchObject({
    link_expires_at: new Date(bench.clock.now() + 15 * 60_000).toISOString().replace('Z', '') + 'Z',
    is_multiple_use: false,
    allowed_payment_methods: ['PAYMENT_CARD'],
    amount_details: { amount_type: 'FIXED', total_amount: 4260 },
    tags: { pay_link: intent.link, order_id: 'A-1187  the baker s' },
  });
});

test('a buyer is refused and then pays: the record names the Transfer that moved', async () => {
  const { port, intent } = await world();
  const link = await made(port, intent);
  await pay(link.url, 'card-no-funds');
  const refused = await found(port.read(link.id, intent));
  expect(refused.payments).toMatchObject([{ state: 'FAILED' }]);
  await pay(link.url, 'card-approve');
  const paid = await found(port.read(link.id, intent));
  expect(paid).toMatchObject({ state: 'COMPLETED' });
  expect(paid.payments).toContainEqual(
    expect.objectContaining({ state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' }),
  );
});

test('taken out of use: nobody can pay; with a payment under way it says so until the bank has', async () => {
  const { bench, port, intent } = await world();
  const link = await made(port, intent);
  expect(await found(port.deactivate(link.id, intent))).toMatchObject({ state: 'DEACTIVATED', payments: [] });
  expect((await open(link.url)).status).toBe(410);
  const other = { ...intent, link: `${intent.link}-2` };
  const slow = await made(port, other);
  await pay(slow.url, 'card-slow');
  expect((await found(port.deactivate(slow.id, other))).payments).toMatchObject([{ state: 'PENDING' }]);
  bench.clock.advance(60_000);
  expect(await found(port.deactivate(slow.id, other))).toMatchObject({
    state: 'COMPLETED',
    payments: [{ state: 'SUCCEEDED', amountMinor: 4260 }],
  });
});

test('expired by the platform: it stays so, whatever is asked of it', async () => {
  const { bench, port, intent } = await world();
  const link = await made(port, intent);
  bench.clock.advance(16 * 60_000);
  expect(await found(port.deactivate(link.id, intent))).toMatchObject({ state: 'EXPIRED', payments: [] });
});

test('the customer chooses a tip on the page, within what was allowed', async () => {
  const { port, intent } = await world();
  const link = await made(port, { ...intent, tipMaxMinor: 1000 });
  expect((await pay(link.url, 'card-approve', { amount: '60.00' })).status).toBe(422);
  await pay(link.url, 'card-approve', { amount: '50.00' });
  expect((await found(port.read(link.id, intent))).payments).toMatchObject([{ state: 'SUCCEEDED', amountMinor: 5000 }]);
});

test('a platform without a list of attempts: what was paid is found by the tag on its Transfers', async () => {
  const { port, intent } = await world((operations) => ({
    ...operations,
    transferAttempts: {
      ...operations.transferAttempts,
      list: () => ({
        async *[Symbol.asyncIterator]() {},
        async *pages() {
          const missing = await operations.paymentLinks.fetch('PLnonesuch');
          if (missing.kind === 'refused') yield missing;
        },
      }),
    },
  }));
  const link = await made(port, intent);
  expect((await found(port.read(link.id, intent))).payments).toEqual([]);
  await pay(link.url, 'card-approve');
  expect((await found(port.read(link.id, intent))).payments).toMatchObject([{ state: 'SUCCEEDED', amountMinor: 4260 }]);
});

test('sent by text and e-mail; an address that cannot be one is refused', async () => {
  const { bench, port, intent } = await world();
  const link = await made(port, intent);
  expect(await port.send(link.id, 'EMAIL', 'maya@example.com')).toEqual({ kind: 'answered', record: null });
  expect(await port.send(link.id, 'SMS', '+13125550134')).toEqual({ kind: 'answered', record: null });
  expect(await port.send(link.id, 'EMAIL', 'no address')).toMatchObject({ kind: 'refused' });
  const sent = await bench.client.listed<{ type: string }>(
    `/payment_links/${link.id}/delivery_attempts`,
    'delivery_attempts',
  );
  expect(sent.map(({ type }) => type).sort()).toEqual(['EMAIL', 'SMS']);
});

test('a link the platform does not have is no answer; a till without a platform sends nothing', async () => {
  const { port, intent } = await world();
  expect(await port.read('PLnonesuch', intent)).toMatchObject({ kind: 'refused', failure: { code: 'API_NOT_FOUND' } });
  expect(await port.read('../devices', intent)).toMatchObject({ kind: 'not-sent', failure: { code: 'API_INVALID' } });
  const none = createUnconfiguredLinkPort();
  expect(await none.create(intent)).toMatchObject({ kind: 'not-sent', failure: { code: 'API_NOT_CONFIGURED' } });
});
