/**
 * Tests fault profiles, and faults other than a broken connection.
 * @module-tag ci-only
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, AuthorizationList, ErrorEnvelope, Transfer } from '../../electron/platform-api/index.ts';
import {
  faultProfileNames,
  faultProfiles,
  createFaultSource,
  faultNames,
  readSandboxFlags,
} from '../../electron/sandbox/index.ts';
import type { FaultProfile } from '../../electron/sandbox/index.ts';
import { Harness } from './harness.ts';
import { until } from '../waiting.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const holds = async () =>
  (await harness.client.get<AuthorizationList>('/authorizations'))._embedded?.authorizations ?? [];
const create = (body = harness.request()) =>
  harness.client.send<Authorization & ErrorEnvelope>('POST', '/authorizations', { body });

describe('a request', () => {
  test('makes one hold if it arrives twice with an idempotency key, and gets the answer of the repeat', async () => {
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'duplicate' });
    const { status, body } = await create();
    expect(status).toBe(422);
    const [original] = await holds();
    expect(await holds()).toHaveLength(1);
    expect(body._embedded.errors[0]).toMatchObject({ field: 'idempotency_id', authorization: original?.id });
  });

  test('makes two holds if it arrives twice without an idempotency key', async () => {
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'duplicate' });
    const card = await harness.card();
    const merchant = harness.sandbox.merchant;
    const body = { amount: 500, currency: 'USD', source: card.id, merchant } as const;
    expect((await harness.client.send('POST', '/authorizations', { body })).status).toBe(201);
    expect(await holds()).toHaveLength(2);
  });

  test('gets a complete answer in small pieces, and only after the requested time', async () => {
    await harness.control({ type: 'fault', operation: 'listDevices', kind: 'trickle', delayMs: 20_000 });
    const response = await harness.client.raw('GET', '/devices');
    const whole = response.text();
    const arrived = { whole: false };
    void whole.then(() => (arrived.whole = true));
    for (let passed = 0; passed < 19_000; passed += 1_000) {
      await until(() => harness.clock.waiting === 1, 'an answer that waits');
      harness.clock.advance(1_000);
    }
    expect(arrived.whole).toBe(false);
    for (let passed = 0; passed < 2_000 && !arrived.whole; passed += 1_000) {
      await until(() => harness.clock.waiting === 1 || arrived.whole, 'the next piece');
      harness.clock.advance(1_000);
    }
    expect(JSON.parse(await whole)).toHaveProperty('_embedded.devices');
  });

  test('leaves no running work when its client disconnects from a slow answer', async () => {
    await harness.control({ type: 'fault', operation: 'listDevices', kind: 'trickle', delayMs: 20_000 });
    const response = await harness.client.raw('GET', '/devices');
    await until(() => harness.clock.waiting === 1, 'an answer that waits');
    await response.body?.cancel();
    await until(() => {
      if (harness.clock.waiting > 0) harness.clock.advance(1_000);
      return harness.clock.waiting === 0;
    }, 'the end of the trickle');
  });

  test('is answered at once as PENDING, and decided when its time has elapsed', async () => {
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'pending', delayMs: 90_000 });
    const { status, body } = await create();
    expect([status, body.state]).toEqual([201, 'PENDING']);
    harness.clock.advance(89_000);
    expect((await harness.client.get<Authorization>(`/authorizations/${body.id}`)).state).toBe('PENDING');
    harness.clock.advance(2_000);
    expect((await harness.client.get<Authorization>(`/authorizations/${body.id}`)).state).toBe('SUCCEEDED');
  });

  test('makes a Transfer that is PENDING at first, and finally declined', async () => {
    await harness.control({ type: 'fault', operation: 'createTransfer', kind: 'pending', delayMs: 5_000 });
    const card = await harness.card('no-funds');
    const body = { amount: 700, currency: 'USD', source: card.id, merchant: harness.sandbox.merchant } as const;
    const pending = await harness.client.post<Transfer>('/transfers', body);
    expect(pending.state).toBe('PENDING');
    harness.clock.advance(5_000);
    const decided = await harness.client.get<Transfer>(`/transfers/${pending.id}`);
    expect(decided).toMatchObject({ state: 'FAILED', failure_code: 'INSUFFICIENT_FUNDS' });
  });

  test.each([
    [401, 'UNKNOWN'],
    [402, 'UPSTREAM_PROCESSOR_ERROR'],
  ] as const)('changes nothing when it is answered with status %i', async (status, code) => {
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'status', status });
    const answer = await create();
    expect([answer.status, answer.body._embedded.errors[0]?.code]).toEqual([status, code]);
    expect(await holds()).toHaveLength(0);
  });
});

describe('a fault profile', () => {
  const drawn = (profile: FaultProfile, count: number) => {
    const source = createFaultSource(profile);
    return Array.from({ length: count }, () => source.next('listDevices'));
  };

  test.each(faultProfileNames)(
    '%s brings the same faults with the same seed, and other faults with another seed',
    (name) => {
      const profile = faultProfiles[name];
      expect(drawn(profile, 300)).toEqual(drawn(profile, 300));
      if (name !== 'none') expect(drawn(profile, 300)).not.toEqual(drawn({ ...profile, seed: 2 }, 300));
    },
  );

  test('brings latency with the requested median and 99th percentile', () => {
    const profile: FaultProfile = { latency: { shape: 'log-normal', medianMs: 200, p99Ms: 4_000 }, rates: {}, seed: 7 };
    const sorted = drawn(profile, 20_000)
      .map(({ latencyMs }) => latencyMs)
      .sort((a, b) => a - b);
    expect(sorted[10_000]).toBeGreaterThan(190);
    expect(sorted[10_000]).toBeLessThan(210);
    expect(sorted[19_800]).toBeGreaterThan(3_400);
    expect(sorted[19_800]).toBeLessThan(4_700);
  });

  test('keeps uniform and fixed latency within their limits', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.integer(), (minMs, more, seed) => {
        const maxMs = minMs + more;
        for (const { latencyMs } of drawn({ latency: { shape: 'uniform', minMs, maxMs }, rates: {}, seed }, 20)) {
          expect(latencyMs).toBeGreaterThanOrEqual(minMs);
          expect(latencyMs).toBeLessThanOrEqual(maxMs);
        }
        for (const { latencyMs } of drawn({ latency: { shape: 'fixed', ms: minMs }, rates: {}, seed }, 3)) {
          expect(latencyMs).toBe(minMs);
        }
      }),
    );
  });

  test('brings every fault at the requested rate', () => {
    const rates = Object.fromEntries(faultNames.map((name) => [name, 0.05]));
    const faults = drawn({ latency: { shape: 'none' }, rates, seed: 3 }, 20_000).flatMap(({ fault }) => fault ?? []);
    expect(faults.length / 20_000).toBeCloseTo(faultNames.length * 0.05, 1);
    const drops = faults.filter(({ kind, when }) => kind === 'drop' && when === 'after').length;
    expect(drops / 20_000).toBeGreaterThan(0.04);
    expect(drops / 20_000).toBeLessThan(0.06);
  });

  test('affects requests until it ends, and a queued fault has priority', async () => {
    await harness.control({ type: 'fault-profile', profile: { rates: { unavailable: 1 } } });
    const status = async () => (await harness.client.raw('GET', '/devices')).status;
    expect([await status(), await status()]).toEqual([503, 503]);
    await harness.control({ type: 'fault', operation: 'listDevices', kind: 'status', status: 409 });
    expect([await status(), await status()]).toEqual([409, 503]);
    const { faultProfile } = await harness.control({ type: 'fault-profile', profile: {} });
    expect(faultProfile).toEqual(faultProfiles.none);
    expect(await status()).toBe(200);
  });

  test('can apply from the start', async () => {
    const faulty = await Harness.start({ faultProfile: { ...faultProfiles.none, rates: { html: 1 } } });
    try {
      expect((await faulty.client.raw('GET', '/devices')).headers.get('content-type')).toMatch(/^text\/html/);
    } finally {
      await faulty.sandbox.close();
    }
  });

  test.each([
    [{ rates: { html: 0.6, drop: 0.1 } }, /rates/],
    [{ rates: { html: 0.6, 'drop-reply': 0.6 } }, /rates/],
    [{ latency: { shape: 'fixed', ms: -1 } }, /latency/],
  ])('is refused if it is %j', async (profile, field) => {
    const response = await harness.client.raw('POST', '/sandbox/control', { body: { type: 'fault-profile', profile } });
    expect(response.status).toBe(422);
    expect(((await response.json()) as ErrorEnvelope)._embedded.errors[0]?.field).toMatch(field);
  });
});

test('the control endpoint accepts the former name of the command', async () => {
  const body = { type: 'weather', weather: { rates: { unavailable: 1 }, seed: 4 } };
  const response = await harness.client.raw('POST', '/sandbox/control', { body });
  expect(await response.json()).toMatchObject({ faultProfile: { rates: { unavailable: 1 }, seed: 4 } });
});

describe('the platform’s clock', () => {
  test.each([90, -90])('is %i seconds off in both its timestamps and its Date header', async (seconds) => {
    await harness.control({ type: 'clock-skew', skewMs: seconds * 1000 });
    const response = await harness.client.raw('POST', '/authorizations', { body: harness.request() });
    const body = (await response.json()) as Authorization;
    const theirs = harness.clock.now() + seconds * 1000;
    expect(Date.parse(body.created_at)).toBe(theirs);
    expect(Date.parse(response.headers.get('date') ?? '')).toBe(Math.floor(theirs / 1000) * 1000);
  });
});

test('the control endpoint disables and enables credentials during the day', async () => {
  const { username = '', password = '' } = await harness.control({ type: 'create-user', role: 'ROLE_PARTNER' });
  const till = harness.client.as({ username, password });
  await harness.control({ type: 'user-enabled', user: username, enabled: false, afterMs: 3_600_000 });
  expect((await till.raw('GET', '/devices')).status).toBe(200);
  harness.clock.advance(3_600_000);
  expect((await till.raw('GET', '/devices')).status).toBe(401);
  await harness.control({ type: 'user-enabled', user: username, enabled: true });
  expect((await till.raw('GET', '/devices')).status).toBe(200);
});

test('a terminal can start off the network', async () => {
  const serialNumber = (await harness.client.get<{ _embedded: { devices: { serial_number: string }[] } }>('/devices'))
    ._embedded.devices[0]?.serial_number;
  const other = await Harness.start({ offline: [serialNumber ?? ''] });
  try {
    const device = await other.device(serialNumber ?? '');
    const seen = await other.client.get<{ connection?: string }>(`/devices/${device.id}?include_connection=true`);
    expect(seen.connection).toBe('CLOSED');
  } finally {
    await other.sandbox.close();
  }
  await expect(Harness.start({ offline: ['NOSUCH'] })).rejects.toMatchObject({ code: 'CFG_INVALID' });
});

describe('flags', () => {
  test('have the same effect as the control endpoint', () => {
    const options = readSandboxFlags({
      faults: 'lossy',
      latency: 'log-normal:100:900',
      rate: ['html=2%', 'duplicate=0.5'],
      faultSeed: '9',
      clockSkew: '-1.5',
      cloudAnswers: 'held',
    });
    expect(options).toMatchObject({
      faultProfile: {
        latency: { shape: 'log-normal', medianMs: 100, p99Ms: 900 },
        rates: { 'drop-request': 0.05, html: 0.02, duplicate: 0.5 },
        seed: 9,
      },
      clockSkewMs: -1500,
      cloudAnswers: 'held',
    });
    expect(readSandboxFlags({})).toMatchObject({ faultProfile: faultProfiles.none, clockSkewMs: 0 });
  });

  test('are also accepted under their former names', () => {
    expect(readSandboxFlags({ badDay: 'lossy', weatherSeed: '9' })).toEqual(
      readSandboxFlags({ faults: 'lossy', faultSeed: '9' }),
    );
  });

  test.each([
    [{ faults: 'nice' }, /--faults takes one of none, slow/],
    [{ latency: 'fixed' }, /--latency takes/],
    [{ latency: 'uniform:1' }, /--latency takes/],
    [{ rate: ['html'] }, /--rate html takes 0% to 100%/],
    [{ rate: ['rain=1%'] }, /--rate takes one of/],
    [{ rate: ['html=90%', 'drop-reply=20%'] }, /More than all requests/],
    [{ faultSeed: '1.5' }, /whole number/],
    [{ clockSkew: 'late' }, /seconds/],
    [{ idempotency: 'maybe' }, /reference-original/],
    [{ cloudAnswers: 'never' }, /pending, held/],
  ])('are refused with a message if they are %j', (flags, words) => {
    expect(() => readSandboxFlags(flags)).toThrow(words);
  });
});
