/** A till with a wrong clock finds its own payments, and never treats a live hold as expired. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chargeDefaults } from '../../../../electron/contract/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import { ClockOffset } from '../../../../electron/host/platform/clock-offset.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import { encryptCard } from '../../../api/encryptor.ts';
import { Harness } from '../../../api/harness.ts';
import { ManualClock } from '../../../api/manual-clock.ts';
import {
  answer,
  authorization,
  harnessOf,
  byId,
  byKey,
  createRequest,
  fastClock,
  json,
  KEY,
  listOf,
  startHostile,
  inWords,
  type Headers,
  type Reply,
} from './support.ts';
import { startTill } from './whole-till.ts';
import { systemClock } from '../../../../electron/domain/index.ts';

const DAY_MS = 86_400_000;

/** Till whose clock is `aheadMs` ahead of the platform's. */
async function tillOf(aheadMs: number): Promise<{ harness: Harness; platform: Platform; now: () => number }> {
  const harness = await Harness.start();
  onTestFinished(() => harness.sandbox.close());
  const { url, username, password, merchant } = harness.sandbox;
  const now = (): number => harness.clock.now() + aheadMs;
  const platform = connectPlatform({
    settings: { url, username, password, merchant },
    clock: { ...systemClock, now },
    random: () => 0.5,
    log: createLogger('platform', { write: () => undefined }),
    publish: () => undefined,
  });
  onTestFinished(() => platform.close());
  return { harness, platform, now };
}

const clocks = [
  ['right', 0],
  ['two days ahead', 2],
  ['two days behind', -2],
  ['eight days ahead', 8],
  ['a year behind', -365],
] as const;

describe.each(clocks)('a till whose clock is %s', (_words, days) => {
  const aheadMs = days * DAY_MS;

  it('finds its own hold by its key, with the expiry in its own time', async () => {
    const { harness, platform, now } = await tillOf(aheadMs);
    const ksn = harness.nextKsn();
    const own = { idempotencyId: randomUUID(), attempt: `A-${randomUUID()}` };
    const startedAt = now();
    const card = {
      encryptedEmvData: encryptCard({ pan: '4111111111111111', ksn, amount: 1234 }),
      keySerialNumber: ksn,
    };
    const made = await platform.payments.authorize({ ...createRequest, ...own, card: { ...card, format: 1 } });
    expect(inWords(made)).toBe('answered SUCCEEDED');
    const found = await platform.payments.findPayment({ kind: 'sale', startedAt, ...own });
    if (found.kind !== 'answered' || made.kind !== 'answered' || !found.record) throw new Error(inWords(found));
    expect(found.record.id).toBe(made.record.id);
    // The record expires seven days after its creation. The tolerance covers whole seconds of the header and the request.
    for (const record of [made.record, found.record]) {
      expect(Math.abs((record.expiresAt ?? 0) - (startedAt + 7 * DAY_MS))).toBeLessThan(20_000);
    }
    expect(Math.abs(platform.offsetMs() + aheadMs)).toBeLessThan(20_000);
  });

  it('learns that an unused key has no record', async () => {
    const { platform, now } = await tillOf(aheadMs);
    expect(inWords(await platform.payments.findPayment(byKey(KEY, now())))).toBe('answered nothing');
  });
});

it('searches a start time from before the clock was corrected by key without a time limit', async () => {
  const { harness, platform, now } = await tillOf(0);
  const made = await harness.authorize('approve', { idempotency_id: KEY });
  const found = await platform.payments.findPayment(byKey(KEY, now() + 30 * DAY_MS));
  expect(found).toMatchObject({ kind: 'answered', record: { id: made.id } });
});

it('keeps and captures a hold on a till eight days ahead', async () => {
  // The sandbox's clock stops; a till polls in real time, from eight days later.
  const start = new ManualClock().now() + 8 * DAY_MS - performance.now();
  const { engine, harness, platform, requests, close } = await startTill({
    ...fastClock(1),
    now: () => start + performance.now(),
  });
  onTestFinished(close);
  await harness.control({ type: 'cloud-route', decidesAfterMs: 0 });
  const stateOf = (): string => engine.get('A-1').state;
  const asked = { id: 'A-1', kind: 'authorization', route: 'cloud', amountMinor: 1_000, currency: 'USD' } as const;
  engine.start({ ...chargeDefaults, ...asked, terminal: 'lane-3', cardTimeoutMs: 60_000 });
  await vi.waitFor(() => expect(stateOf()).toBe('authorized'), { timeout: 60_000, interval: 10 });
  // Reads the hold again, like the regular poll: the platform's answer decides whether it has expired.
  const reads = (): number =>
    requests.filter(
      (one) => one.kind === 'request' && one.method === 'GET' && one.route?.startsWith('/authorizations/'),
    ).length;
  const before = reads();
  engine.pollNow();
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(before), { timeout: 60_000, interval: 10 });
  await platform.devices?.get('DV1');
  expect(stateOf()).toBe('authorized');
  engine.capture('A-1', { amountMinor: 1_000, tipMinor: 0, by: 'Maya' });
  await vi.waitFor(() => expect(stateOf()).toBe('captured'), { timeout: 60_000, interval: 10 });
});

// --- A platform that supports date filters only

const PLATFORM_NOW = Date.UTC(2026, 10, 13);
const others = [
  authorization({ id: 'AU8', idempotency_id: 'x', tags: { attempt: 'x' } }),
  authorization({ id: 'AU9', idempotency_id: 'y', tags: { attempt: 'y' } }),
];

/**
 * The till's record was made at `PLATFORM_NOW`, eight days before the till's clock; every answer with a Date header
 * shows it.
 */
const byDatesOnly =
  (headers: Headers): Reply =>
  (socket, asked) => {
    const made = new Date(PLATFORM_NOW).toISOString().slice(0, 19);
    const [from, to] = [asked.query.get('created_at.gte') ?? '', asked.query.get('created_at.lte') ?? '9'];
    // Newest first: only a date filter brings the record onto a page that is read.
    const isShown = asked.query.has('created_at.gte') && from <= made && made <= to;
    json(200, listOf(isShown ? [...others, authorization()] : others), headers)(socket, asked);
  };

async function portOf(reply: Reply) {
  const server = await startHostile(reply);
  onTestFinished(() => server.close());
  const harness = harnessOf(server.url);
  onTestFinished(() => harness.close());
  return { harness, server };
}

const platformDate = { date: new Date(PLATFORM_NOW).toUTCString() };

it('requests the window of days in the platform’s time', async () => {
  const { harness } = await portOf(byDatesOnly(platformDate));
  expect(inWords(await harness.port.findPayment(byKey(KEY)))).toBe('answered SUCCEEDED');
  const { harness: unaware } = await portOf(byDatesOnly({}));
  expect(inWords(await unaware.port.findPayment(byKey(KEY)))).toBe('answered nothing');
});

describe('a reversal without a key, made at the platform’s present time', () => {
  const HOUR_MS = 3_600_000;
  const record = { id: 'TR2', state: 'SUCCEEDED', amount: 500, currency: 'USD' };
  const said = async (startedAt: number, headers: Headers, madeAt = PLATFORM_NOW): Promise<string> => {
    const made = { ...record, created_at: new Date(madeAt).toISOString() };
    const list = { _embedded: { transfers: [made] }, page: { next_cursor: null } };
    const { harness } = await portOf(json(200, list, headers));
    const by = { idempotencyId: KEY, attempt: createRequest.attempt, amountMinor: 500, startedAt };
    return inWords(await harness.port.findReversal({ transfer: 'TR1', ...by }));
  };

  it('may belong to the till if it is eight days ahead, but not from an hour before', async () => {
    const now = PLATFORM_NOW + 8 * DAY_MS;
    expect(await said(now, platformDate)).toBe('unknown API_UNREADABLE');
    expect(await said(now, platformDate, PLATFORM_NOW - HOUR_MS)).toBe('answered nothing');
  });

  it('may belong to the till if its clock has been set back since', async () => {
    const date = { date: new Date(PLATFORM_NOW + 8 * DAY_MS).toUTCString() };
    expect(await said(PLATFORM_NOW + 30 * DAY_MS, date)).toBe('unknown API_UNREADABLE');
  });
});

it('reads an expiry unchanged without a Date header', async () => {
  const expires = new Date(PLATFORM_NOW + 7 * DAY_MS).toISOString();
  const hold = authorization({ expires_at: expires });
  const { harness } = await portOf(json(200, hold));
  expect(await harness.port.findPayment(byId('AU1'))).toMatchObject({ record: { expiresAt: Date.parse(expires) } });
  expect(harness.http.offsetMs()).toBe(0);
});

it('ignores a gateway’s clock', async () => {
  const { harness } = await portOf(answer(200, '<html></html>', { ...platformDate, 'content-type': 'text/html' }));
  await harness.port.findPayment(byId('AU1'));
  expect(harness.http.offsetMs()).toBe(0);
});

describe('the offset of the clocks', () => {
  const at = Date.UTC(2026, 10, 22, 12);
  const date = new Date(at).toUTCString();

  it('is 0 while the clocks differ by seconds', () => {
    const offset = new ClockOffset();
    for (const aheadMs of [-4_000, 0, 4_000]) offset.heard(date, at + aheadMs, at + aheadMs + 200);
    expect(offset.ms).toBe(0);
  });

  it('is platform minus till, to the second', () => {
    const offset = new ClockOffset();
    offset.heard(date, at + 60_000, at + 60_200);
    expect(Math.abs(offset.ms + 60_000)).toBeLessThan(1_000);
    // The clock was corrected.
    offset.heard(date, at, at + 200);
    expect(offset.ms).toBe(0);
  });

  it('is not guessed from a slow answer', () => {
    const offset = new ClockOffset();
    offset.heard(date, at - 1_000, at + 70_000);
    offset.heard(date, at - 70_000, at + 1_000);
    expect(offset.ms).toBe(0);
    offset.heard(date, at + 60_000, at + 60_200);
    const known = offset.ms;
    offset.heard(date, at - 60_000, at + 60_200);
    expect(offset.ms).toBe(known);
  });

  it.each([undefined, '', 'yesterday', '0', '2020-01-01T00:00:00Z', 'Sun, 99 Nov 2026 12:00:00 GMT'])(
    'ignores %j',
    (header) => {
      const offset = new ClockOffset();
      offset.heard(header, at, at);
      expect(offset.ms).toBe(0);
    },
  );

  it('ignores an answer during which the till’s clock was set back', () => {
    const offset = new ClockOffset();
    offset.heard(date, at + 3_600_000, at);
    expect(offset.ms).toBe(0);
  });
});
