/** A till whose clock is wrong: it finds its own payments, and calls no live hold expired. */
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

/** A till whose clock is `aheadMs` ahead of the platform's. */
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

  it('finds its own hold by its key, and its end in its own time', async () => {
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
    // Seven days after its creation, by either clock; the header counts whole seconds, and the request takes its time.
    for (const record of [made.record, found.record]) {
      expect(Math.abs((record.expiresAt ?? 0) - (startedAt + 7 * DAY_MS))).toBeLessThan(20_000);
    }
    expect(Math.abs(platform.offsetMs() + aheadMs)).toBeLessThan(20_000);
  });

  it('learns that nothing stands under a key where nothing does', async () => {
    const { platform, now } = await tillOf(aheadMs);
    expect(inWords(await platform.payments.findPayment(byKey(KEY, now())))).toBe('answered nothing');
  });
});

it('a start by a clock that has been put right since is looked for by its key at any time', async () => {
  const { harness, platform, now } = await tillOf(0);
  const made = await harness.authorize('approve', { idempotency_id: KEY });
  const found = await platform.payments.findPayment(byKey(KEY, now() + 30 * DAY_MS));
  expect(found).toMatchObject({ kind: 'answered', record: { id: made.id } });
});

it('a till eight days ahead keeps a live hold, and captures it', async () => {
  // The sandbox's clock stands; a till asks in real time, from eight days later.
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
  // Read again, as a hold is from time to time: the platform's answer decides whether it has run out.
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

// --- a platform that knows no filter but dates

const PLATFORM_NOW = Date.UTC(2026, 10, 13);
const others = [
  authorization({ id: 'AU8', idempotency_id: 'x', tags: { attempt: 'x' } }),
  authorization({ id: 'AU9', idempotency_id: 'y', tags: { attempt: 'y' } }),
];

/** Ours was made at `PLATFORM_NOW`, eight days before the till's clock; every answer says so where there is a date. */
const byDatesOnly =
  (headers: Headers): Reply =>
  (socket, asked) => {
    const made = new Date(PLATFORM_NOW).toISOString().slice(0, 19);
    const [from, to] = [asked.query.get('created_at.gte') ?? '', asked.query.get('created_at.lte') ?? '9'];
    // The newest first: without a date it is on a page that nobody turns to.
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

it('the window of days is asked for in the platform’s time', async () => {
  const { harness } = await portOf(byDatesOnly(platformDate));
  expect(inWords(await harness.port.findPayment(byKey(KEY)))).toBe('answered SUCCEEDED');
  const { harness: unaware } = await portOf(byDatesOnly({}));
  expect(inWords(await unaware.port.findPayment(byKey(KEY)))).toBe('answered nothing');
});

describe('a reversal without a key, made at the platform’s now', () => {
  const HOUR_MS = 3_600_000;
  const record = { id: 'TR2', state: 'SUCCEEDED', amount: 500, currency: 'USD' };
  const said = async (startedAt: number, headers: Headers, madeAt = PLATFORM_NOW): Promise<string> => {
    const made = { ...record, created_at: new Date(madeAt).toISOString() };
    const list = { _embedded: { transfers: [made] }, page: { next_cursor: null } };
    const { harness } = await portOf(json(200, list, headers));
    const by = { idempotencyId: KEY, attempt: createRequest.attempt, amountMinor: 500, startedAt };
    return inWords(await harness.port.findReversal({ transfer: 'TR1', ...by }));
  };

  it('may be ours, by a till eight days ahead, and one of an hour before is not', async () => {
    const now = PLATFORM_NOW + 8 * DAY_MS;
    expect(await said(now, platformDate)).toBe('unknown API_UNREADABLE');
    expect(await said(now, platformDate, PLATFORM_NOW - HOUR_MS)).toBe('answered nothing');
  });

  it('may be ours, where the till’s clock has been put back since', async () => {
    const date = { date: new Date(PLATFORM_NOW + 8 * DAY_MS).toUTCString() };
    expect(await said(PLATFORM_NOW + 30 * DAY_MS, date)).toBe('unknown API_UNREADABLE');
  });
});

it('without a Date header an end is taken as it is said', async () => {
  const expires = new Date(PLATFORM_NOW + 7 * DAY_MS).toISOString();
  const hold = authorization({ expires_at: expires });
  const { harness } = await portOf(json(200, hold));
  expect(await harness.port.findPayment(byId('AU1'))).toMatchObject({ record: { expiresAt: Date.parse(expires) } });
  expect(harness.http.offsetMs()).toBe(0);
});

it('a gateway’s clock is not the platform’s', async () => {
  const { harness } = await portOf(answer(200, '<html></html>', { ...platformDate, 'content-type': 'text/html' }));
  await harness.port.findPayment(byId('AU1'));
  expect(harness.http.offsetMs()).toBe(0);
});

describe('the offset', () => {
  const at = Date.UTC(2026, 10, 22, 12);
  const date = new Date(at).toUTCString();

  it('is nothing while the clocks are seconds apart', () => {
    const offset = new ClockOffset();
    for (const aheadMs of [-4_000, 0, 4_000]) offset.heard(date, at + aheadMs, at + aheadMs + 200);
    expect(offset.ms).toBe(0);
  });

  it('is platform minus till, to the second', () => {
    const offset = new ClockOffset();
    offset.heard(date, at + 60_000, at + 60_200);
    expect(Math.abs(offset.ms + 60_000)).toBeLessThan(1_000);
    // The clock was put right.
    offset.heard(date, at, at + 200);
    expect(offset.ms).toBe(0);
  });

  it('is not guessed from an answer that took its time', () => {
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
    'says nothing for %j',
    (header) => {
      const offset = new ClockOffset();
      offset.heard(header, at, at);
      expect(offset.ms).toBe(0);
    },
  );

  it('says nothing where the till’s clock was put back meanwhile', () => {
    const offset = new ClockOffset();
    offset.heard(date, at + 3_600_000, at);
    expect(offset.ms).toBe(0);
  });
});
