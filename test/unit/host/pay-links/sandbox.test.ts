/**
 * Payment links against the real sandbox over HTTP: made, found again, paid by a buyer on the page, closed, and not
 * listed.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../../electron/host/log/index.ts';
import {
  PlatformPayLinks,
  createUnconfiguredLinkPort,
  type LinkIntent,
  type PayLinkPort,
} from '../../../../electron/host/pay-links/index.ts';
import { beginLink, nextLink } from '../../../../electron/host/pay-links/machine/index.ts';
import { connectPlatform, type Operations } from '../../../../electron/host/platform/index.ts';
import { Harness } from '../../../api/harness.ts';
import { open, pay } from '../../../api/page-calls.ts';
import { fastClock } from '../platform/support.ts';

async function world(
  change: (operations: Operations) => Operations = (operations) => operations,
  clock = fastClock(1),
): Promise<{ bench: Harness; port: PayLinkPort; intent: LinkIntent }> {
  const bench = await Harness.start();
  onTestFinished(() => bench.sandbox.close());
  const { url, username, password, merchant } = bench.sandbox;
  const platform = connectPlatform({
    settings: { url, username, password, merchant },
    clock: fastClock(1),
    random: () => 0.5,
    log: createLogger('platform', { write: () => undefined }),
    publish: () => undefined,
  });
  onTestFinished(() => platform.close());
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
  return {
    bench,
    port: new PlatformPayLinks({
      operations: change(operations),
      merchant,
      offsetMs: () => platform.offsetMs(),
      clock,
    }),
    intent,
  };
}

async function made(port: PayLinkPort, intent: LinkIntent) {
  const outcome = await port.create(intent);
  if (outcome.kind !== 'answered') throw new Error(outcome.failure.message);
  const { id, url } = outcome.record;
  if (url === null) throw new Error('no address');
  return { ...outcome.record, id, url };
}

async function found(promise: ReturnType<PayLinkPort['read' | 'find']>) {
  const outcome = await promise;
  if (outcome.kind !== 'answered') throw new Error(outcome.failure.message);
  if (outcome.record === null) throw new Error('not found');
  return outcome.record;
}

test('a link is made for a single card payment, ends in a quarter of an hour, and is found by its tag', async () => {
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

test('incident: an address without https is refused, except for the sandbox of this computer', async () => {
  const addressed =
    (link_url: string) =>
    (operations: Operations): Operations => ({
      ...operations,
      paymentLinks: {
        ...operations.paymentLinks,
        async create(body) {
          const made = await operations.paymentLinks.create(body);
          return made.kind === 'answered' ? { ...made, value: { ...made.value, link_url } } : made;
        },
      },
    });
  for (const [address, isTaken] of [
    ['http://pay.example/l/1', false],
    ['http://127.0.0.1.pay.example/l/1', false],
    ['javascript:alert(1)', false],
    ['https://pay.example/l/1', true],
    ['http://127.0.0.1:4010/l/1', true],
  ] as const) {
    const { port, intent } = await world(addressed(address));
    expect(await port.create(intent)).toMatchObject({ record: { url: isTaken ? address : null } });
  }
});

test('the record of a buyer who is refused and then pays contains the Transfer of the payment', async () => {
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

describe('incident: the create request was delivered twice', () => {
  const twice = async () => {
    const all = await world();
    return { ...all, copies: [await made(all.port, all.intent), await made(all.port, all.intent)] as const };
  };
  const inUse = async ({ bench, copies }: Awaited<ReturnType<typeof twice>>): Promise<string[]> => {
    const states = copies.map(async ({ id }) => bench.client.get<{ state: string }>(`/payment_links/${id}`));
    return (await Promise.all(states)).map(({ state }) => state);
  };

  test('finds the copy through which a customer has paid, and takes the other copy out of use', async () => {
    for (const paid of [0, 1] as const) {
      const all = await twice();
      await pay(all.copies[paid].url, 'card-approve');
      expect(await found(all.port.find(all.intent))).toMatchObject({
        id: all.copies[paid].id,
        payments: [{ amountMinor: 4260 }],
        hasCopies: true,
      });
      expect((await inUse(all)).sort()).toEqual(['COMPLETED', 'DEACTIVATED']);
    }
  });

  test('leaves a single copy payable if no customer has paid, and finds a payment through the other copy', async () => {
    const all = await twice();
    const { port, intent, bench } = all;
    const { id } = await found(port.find(intent));
    expect((await inUse(all)).sort()).toEqual(['ACTIVE', 'DEACTIVATED']);
    const other = all.copies.find((one) => one.id !== id)!;
    // The copy is switched on again at the platform.
    await bench.client.put(`/payment_links/${other.id}`, { state: 'ACTIVE' });
    await pay(other.url, 'card-approve');
    expect(await found(port.read(id, intent, true))).toMatchObject({ id, payments: [{ amountMinor: 4260 }] });
  });

  test('takes both copies out of use, and does not answer while either copy can be paid', async () => {
    const all = await twice();
    const [{ id }] = all.copies;
    expect(await found(all.port.deactivate(id, all.intent))).toMatchObject({ id, state: 'DEACTIVATED' });
    expect(await inUse(all)).toEqual(['DEACTIVATED', 'DEACTIVATED']);
    let isRefused = true;
    const refusing = await world((operations) => ({
      ...operations,
      paymentLinks: {
        ...operations.paymentLinks,
        update: (one, body) => operations.paymentLinks.update(isRefused && one !== kept ? 'PLnonesuch' : one, body),
      },
    }));
    const kept = (await made(refusing.port, refusing.intent)).id;
    await made(refusing.port, refusing.intent);
    expect(await refusing.port.deactivate(kept, refusing.intent)).toMatchObject({ kind: 'unknown' });
    isRefused = false;
    expect(await found(refusing.port.deactivate(kept, refusing.intent))).toMatchObject({ state: 'DEACTIVATED' });
  });

  test('searches a list without filters for copies, too', async () => {
    const all = await world((operations) => ({
      ...operations,
      paymentLinks: {
        ...operations.paymentLinks,
        list: (_query, options) => operations.paymentLinks.list({}, options),
      },
    }));
    const copies = [await made(all.port, all.intent), await made(all.port, all.intent)] as const;
    await made(all.port, { ...all.intent, link: 'another' });
    await found(all.port.deactivate(copies[0].id, all.intent));
    expect(await inUse({ ...all, copies })).toEqual(['DEACTIVATED', 'DEACTIVATED']);
  });
});

test('a link out of use refuses customers, and a payment in progress is reported until the bank has decided', async () => {
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

test('incident: a payment whose amount comes late is reported as in progress until then', async () => {
  let answer: (() => void) | undefined;
  const late = (operations: Operations): Operations => ({
    ...operations,
    transfers: {
      ...operations.transfers,
      fetch: async (...asked) => {
        if (answer === undefined) await new Promise<void>((resolve) => (answer = resolve));
        return operations.transfers.fetch(...asked);
      },
    },
  });
  const { port, intent } = await world(late, fastClock(10));
  const link = await made(port, intent);
  await pay(link.url, 'card-approve');
  expect((await found(port.read(link.id, intent))).payments).toMatchObject([{ state: 'UNKNOWN', amountMinor: 0 }]);
  answer?.();
  const paid = [{ state: 'SUCCEEDED', amountMinor: 4260 }];
  await vi.waitFor(async () => expect((await found(port.read(link.id, intent))).payments).toMatchObject(paid), 10_000);
});

test('a link that the platform has expired stays expired after every request', async () => {
  const { bench, port, intent } = await world();
  const link = await made(port, intent);
  bench.clock.advance(16 * 60_000);
  expect(await found(port.deactivate(link.id, intent))).toMatchObject({ state: 'EXPIRED', payments: [] });
});

test('a customer chooses a tip on the page within the allowed limit', async () => {
  const { port, intent } = await world();
  const link = await made(port, { ...intent, tipMaxMinor: 1000 });
  expect((await pay(link.url, 'card-approve', { amount: '60.00' })).status).toBe(422);
  await pay(link.url, 'card-approve', { amount: '50.00' });
  expect((await found(port.read(link.id, intent))).payments).toMatchObject([{ state: 'SUCCEEDED', amountMinor: 5000 }]);
});

/** A list that the platform answers with its own 404. */
const notFound = (operations: Operations) => ({
  async *[Symbol.asyncIterator]() {},
  async *pages() {
    const missing = await operations.paymentLinks.fetch('PLnonesuch');
    if (missing.kind === 'refused') yield missing;
  },
});

/** A platform that has no list of attempts. */
const withoutAttempts = (operations: Operations): Operations => ({
  ...operations,
  transferAttempts: { ...operations.transferAttempts, list: () => notFound(operations) },
});

test('links and payments are searched for by their date if a filter without results is answered with 404', async () => {
  const { bench, port, intent } = await world((operations) => ({
    ...withoutAttempts(operations),
    paymentLinks: {
      ...operations.paymentLinks,
      list: (query = {}, options = {}) =>
        'tags.key' in query ? notFound(operations) : operations.paymentLinks.list(query, options),
    },
    transfers: {
      ...operations.transfers,
      list: (query = {}, options = {}) =>
        'tags.key' in query ? notFound(operations) : operations.transfers.list(query, options),
    },
  }));
  await bench.client.post('/transfers', { amount: 700, currency: 'USD', source: (await bench.card()).id });
  expect(await port.find(intent)).toEqual({ kind: 'answered', record: null });
  const link = await made(port, intent);
  expect((await found(port.read(link.id, intent))).payments).toEqual([]);
  await pay(link.url, 'card-approve');
  expect(await found(port.find(intent))).toMatchObject({ id: link.id, payments: [{ amountMinor: 4260 }] });
});

test('payments are found by the tag on their Transfers on a platform without a list of attempts', async () => {
  const { port, intent } = await world(withoutAttempts);
  const link = await made(port, intent);
  expect((await found(port.read(link.id, intent))).payments).toEqual([]);
  await pay(link.url, 'card-approve');
  expect((await found(port.read(link.id, intent))).payments).toMatchObject([{ state: 'SUCCEEDED', amountMinor: 4260 }]);
});

test('a till whose clock is days ahead finds its link, and the payments through it', async () => {
  const { port, intent } = await world(withoutAttempts);
  const link = await made(port, intent);
  await pay(link.url, 'card-approve');
  const ahead = { link: intent.link, startedAt: intent.startedAt + 8 * 86_400_000 };
  expect((await found(port.read(link.id, ahead))).payments).toMatchObject([{ state: 'SUCCEEDED', amountMinor: 4260 }]);
  expect(await port.find(ahead)).toMatchObject({ kind: 'answered', record: { id: link.id } });
});

test('a list of Transfers without tags is read from the link’s time on, in the platform’s time', async () => {
  const asked: (string | number | boolean | undefined)[] = [];
  const { bench, port, intent } = await world((operations) => ({
    ...withoutAttempts(operations),
    transfers: {
      ...operations.transfers,
      list: (query = {}, options = {}) => {
        asked.push(query['created_at.gte']);
        const since = query['created_at.gte'];
        return operations.transfers.list(since === undefined ? {} : { 'created_at.gte': since }, options);
      },
    },
  }));
  const other = await bench.client.post<{ id: string }>('/transfers', {
    amount: 700,
    currency: 'USD',
    source: (await bench.card()).id,
  });
  expect(other.id).toMatch(/^TR/);
  const link = await made(port, intent);
  await pay(link.url, 'card-approve');
  // The till's clock is fifteen hours ahead.
  const by = { link: intent.link, startedAt: Date.UTC(2026, 10, 21) };
  expect((await found(port.read(link.id, by))).payments).toMatchObject([{ state: 'SUCCEEDED', amountMinor: 4260 }]);
  const [first, second] = asked;
  expect(first).toBeUndefined();
  const hourBefore = bench.clock.now() - 3_600_000;
  expect(Math.abs(Date.parse(`${String(second)}Z`) - hourBefore)).toBeLessThan(60_000);
});

describe('a payment whose Transfer has no currency', () => {
  /** Unchanged replies, but without the currency of Transfers, of links, or of both. */
  const without =
    (ofLinks: boolean) =>
    (operations: Operations): Operations => ({
      ...operations,
      transfers: {
        ...operations.transfers,
        async fetch(...args) {
          const read = await operations.transfers.fetch(...args);
          return read.kind === 'answered' ? { ...read, value: { ...read.value, currency: null } } : read;
        },
      },
      paymentLinks: {
        ...operations.paymentLinks,
        async fetch(...args) {
          const read = await operations.paymentLinks.fetch(...args);
          return read.kind === 'answered' && ofLinks
            ? { ...read, value: { ...read.value, amount_details: null } }
            : read;
        },
      },
    });

  test('has the currency of the link', async () => {
    const { port, intent } = await world(without(false));
    const link = await made(port, intent);
    await pay(link.url, 'card-approve');
    expect((await found(port.read(link.id, intent))).payments).toMatchObject([
      { state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' },
    ]);
  });

  test('is unresolved, and not reported as unpaid, if the link has no currency either', async () => {
    const { port, intent } = await world(without(true));
    const link = await made(port, intent);
    await pay(link.url, 'card-approve');
    const record = await found(port.read(link.id, intent));
    expect(record.payments).toMatchObject([{ state: 'UNKNOWN', amountMinor: 4260 }]);
    const at = intent.startedAt;
    const begun = beginLink({ type: 'begin', intent, at });
    const step = nextLink(begun.link, { type: 'record', record: { ...record, state: 'DEACTIVATED' }, at });
    expect(step?.link.phase).toMatchObject({ name: 'closing', inquiry: 'being-paid' });
  });
});

test('a successful attempt without a Transfer is unresolved and does not count as no payment', async () => {
  const { port, intent } = await world((operations) => ({
    ...operations,
    transferAttempts: {
      ...operations.transferAttempts,
      list: (...args) => {
        const listing = operations.transferAttempts.list(...args);
        return {
          [Symbol.asyncIterator]: () => listing[Symbol.asyncIterator](),
          async *pages() {
            for await (const page of listing.pages()) {
              if (page.kind !== 'answered') yield page;
              else {
                const items = page.value.items.map((one) => ({ ...one, transfer_id: null }));
                yield { ...page, value: { ...page.value, items } };
              }
            }
          },
        };
      },
    },
  }));
  const link = await made(port, intent);
  await pay(link.url, 'card-approve');
  expect((await found(port.read(link.id, intent))).payments).toMatchObject([{ state: 'UNKNOWN', transfer: null }]);
});

test('a link is sent by text and e-mail, and an invalid address is refused', async () => {
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

test('a link that the platform does not have gives no answer, and a till without a platform sends nothing', async () => {
  const { port, intent } = await world();
  expect(await port.read('PLnonesuch', intent)).toMatchObject({ kind: 'refused', failure: { code: 'API_NOT_FOUND' } });
  expect(await port.read('../devices', intent)).toMatchObject({ kind: 'not-sent', failure: { code: 'API_INVALID' } });
  const none = createUnconfiguredLinkPort();
  expect(await none.create(intent)).toMatchObject({ kind: 'not-sent', failure: { code: 'API_NOT_CONFIGURED' } });
});

describe('a gateway answers for a link that was made', () => {
  const statuses = [400, 401, 403, 404, 410, 413, 429, 499] as const;
  test.each(statuses.flatMap((status) => [[status, 'html'] as const, [status, 'status'] as const]))(
    'the till finds the link after %i (%s) and makes no second link',
    async (status, kind) => {
      const { bench, port, intent } = await world();
      await bench.control({ type: 'fault', operation: 'createPaymentLink', when: 'after', kind, status });
      const { kind: made } = await port.create(intent);
      // A refusal in the platform's own form is accepted only after a look-up (machine/transition.ts).
      expect(made).toBe(kind === 'html' || [410, 413, 499].includes(status) ? 'unknown' : 'refused');
      expect(await found(port.find(intent))).toMatchObject({ state: 'ACTIVE', payments: [] });
      const list = await bench.client.get<{ _embedded: { payment_links: unknown[] } }>('/payment_links');
      expect(list._embedded.payment_links).toHaveLength(1);
    },
  );
});
