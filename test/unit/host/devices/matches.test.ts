/** Times of Device queries: at ready, to stay fresh, in doubt; and the match in between. */
import { expect, it, onTestFinished } from 'vitest';
import { mayHaveChargedAfter, TillError, type FailureCode } from '../../../../electron/contract/index.ts';
import { DeviceMatches } from '../../../../electron/host/devices/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { DeviceRecord, PlatformDevices } from '../../../../electron/host/platform/index.ts';
import { ManualClock, settle } from '../payments/world.ts';

const SERIAL = 'B61378A';
const SECOND = 1_000;
const record = (change: Partial<DeviceRecord> = {}): DeviceRecord => ({
  id: 'DV1',
  name: null,
  description: null,
  model: null,
  serialNumber: SERIAL,
  merchant: 'MU1',
  isEnabled: true,
  connection: 'open',
  idleMessage: null,
  ...change,
});

/** Platform whose list answers at the test's command. */
function world() {
  const clock = new ManualClock();
  let answer: (() => Promise<readonly DeviceRecord[]>) | null = null;
  const asked: unknown[] = [];
  const changes: string[] = [];
  const read: string[] = [];
  const pages: unknown[] = [];
  const devices = {
    async get(id: string) {
      read.push(id);
      const found = (await answer?.())?.find((one) => one.id === id);
      if (found) return { kind: 'answered', value: found } as const;
      return { kind: 'refused', error: new TillError('API_NOT_FOUND', 'x'), details: {} as never } as const;
    },
    async page(from: unknown) {
      pages.push(from);
      try {
        return { kind: 'answered' as const, value: { items: [...((await answer?.()) ?? [])], next: null } };
      } catch (error) {
        return { kind: 'unknown', error: error as TillError, details: null } as const;
      }
    },
    list(filters: unknown) {
      asked.push(filters);
      const all = answer?.() ?? new Promise<never>(() => undefined);
      return (async function* () {
        yield* await all;
      })() as unknown as ReturnType<PlatformDevices['list']>;
    },
  };
  const matches = new DeviceMatches({
    platform: { devices, merchant: 'MU1' },
    clock,
    random: () => 1,
    log: createLogger('devices', { write: () => undefined }),
    onChange: (serialNumber) => void changes.push(serialNumber),
  });
  onTestFinished(() => matches.close());
  return {
    clock,
    matches,
    asked,
    read,
    pages,
    changes,
    says: (...records: readonly DeviceRecord[]) => (answer = async () => records),
    fails: (code: FailureCode) => (answer = () => Promise.reject(new TillError(code, 'x'))),
    answers: (how: () => Promise<readonly DeviceRecord[]>) => (answer = how),
    async ready(id = 'T1', serialNumber: string | null = SERIAL) {
      matches.terminalIs(id, 'ready', serialNumber);
      await settle();
    },
  };
}

it('queries by serial number when the terminal becomes ready, and once a minute while it is', async () => {
  const { says, ready, asked, matches, clock } = world();
  says(record());
  expect(matches.matchOf(SERIAL)).toMatchObject({ kind: 'unknown', failure: { code: 'API_UNREACHABLE' } });
  await ready();
  expect([asked, matches.matchOf(SERIAL)]).toEqual([[{ serial_number: SERIAL }], { kind: 'matched', device: 'DV1' }]);
  await ready(); // published again without a change
  await clock.advance(59 * SECOND);
  expect(asked).toHaveLength(1);
  says(record({ isEnabled: false }));
  await clock.advance(SECOND);
  expect(matches.matchOf(' b61378a')).toMatchObject({ kind: 'refused', failure: { code: 'DEVICE_NOT_ENABLED' } });
  matches.terminalIs('T1', 'lost', SERIAL);
  await clock.advance(600 * SECOND);
  expect(asked).toHaveLength(2);
  says(record());
  await ready();
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
});

it('queries another terminal in its place too, and a removed terminal no longer', async () => {
  const { says, ready, asked, matches, clock } = world();
  says(record(), record({ id: 'DV2', serialNumber: 'B2' }));
  await ready();
  await ready('T1', 'B2');
  expect(matches.matchOf('B2')).toEqual({ kind: 'matched', device: 'DV2' });
  matches.removed('T1');
  const before = asked.length;
  await clock.advance(3600 * SECOND);
  expect(asked).toHaveLength(before);
});

it('retries an unreachable platform until it answers', async () => {
  const { says, fails, ready, asked, matches, clock } = world();
  fails('API_FORBIDDEN');
  await ready();
  expect(matches.matchOf(SERIAL)).toMatchObject({ kind: 'unknown', failure: { code: 'API_FORBIDDEN' } });
  expect(matches.viewOf(SERIAL, 'cable')).toBeUndefined();
  await clock.advance(3 * SECOND);
  expect(asked.length).toBe(3);
  says(record());
  await clock.advance(4 * SECOND);
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
});

it('keeps a known match while the list fails, including a disabled Device', async () => {
  const { says, fails, ready, matches, clock } = world();
  says(record({ isEnabled: false }));
  await ready();
  fails('API_UNREACHABLE');
  await clock.advance(600 * SECOND);
  expect(matches.matchOf(SERIAL)).toMatchObject({ kind: 'refused' });
});

it('waits at most five seconds for the first answer, and concurrent callers share one query', async () => {
  const { answers, ready, asked, matches, clock } = world();
  const { promise, resolve } = Promise.withResolvers<readonly DeviceRecord[]>();
  answers(() => promise);
  await ready();
  let known: unknown = null;
  void matches.known(SERIAL).then((match) => (known = match));
  await clock.advance(4_999);
  expect(known).toBeNull();
  await clock.advance(1);
  expect(known).toMatchObject({ kind: 'unknown' });
  resolve([record()]);
  await settle();
  expect([await matches.known(SERIAL), asked.length]).toEqual([{ kind: 'matched', device: 'DV1' }, 1]);
});

it('accepts a platform refusal about the Device at once, and no older query undoes it', async () => {
  const { says, answers, ready, asked, matches, clock } = world();
  says(record());
  await ready();
  const { promise, resolve } = Promise.withResolvers<readonly DeviceRecord[]>();
  answers(() => promise);
  await clock.advance(60 * SECOND); // the minute's query is in flight
  matches.invalidateMatch(SERIAL, 'DV1', true);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  says(record({ isEnabled: false }));
  resolve([record()]);
  await settle();
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  expect(asked).toHaveLength(3);
  says(record());
  await clock.advance(60 * SECOND);
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
});

it('uses records read for other reasons: a single Device or the whole list', async () => {
  const { says, ready, matches, changes } = world();
  says(record());
  await ready();
  matches.take(record({ isEnabled: false }));
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  matches.take(record({ serialNumber: 'MOVED' }));
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'none' });
  matches.takeAll([record(), record({ id: 'DV2' })], Date.now() * 2);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
  matches.takeAll([], 0); // an older answer: its request was sent earlier
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
  expect(changes).toEqual(Array(4).fill(SERIAL));
});

it('reads the Device by id if the platform ignores the filter, in place of the whole list each minute', async () => {
  const { says, ready, asked, read, pages, matches, clock } = world();
  says(record({ id: 'DV9', serialNumber: 'OTHER' }), record());
  await ready();
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
  says(record({ id: 'DV9', serialNumber: 'OTHER' }), record({ isEnabled: false }));
  await clock.advance(60 * SECOND);
  expect([asked.length, read, pages]).toEqual([1, ['DV1'], []]);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  // A new Device is found by the idle till's page reads.
  says(record({ id: 'DV9', serialNumber: 'OTHER' }), record(), record({ id: 'DV2' }));
  await clock.advance(60 * SECOND);
  expect([asked.length, pages]).toEqual([1, [{}]]);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
});

it('a page record replaces an older record of a known Device, but not a newer record', async () => {
  const { says, ready, matches, clock } = world();
  says(record());
  await ready();
  const disabled = record({ isEnabled: false });
  matches.takePage([disabled], clock.now() - 1); // requested before the list by serial number
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
  await clock.advance(SECOND);
  matches.takePage([record({ id: 'DV9', serialNumber: 'OTHER' }), disabled], clock.now());
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  matches.takePage([record({ serialNumber: 'MOVED' })], clock.now());
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'none' });
});

it('a page read reports a disabled Device before the minute’s query', async () => {
  const { answers, says, ready, matches, clock } = world();
  says(record());
  await ready();
  answers(() => new Promise<never>(() => undefined)); // the list by serial number gets no answer
  await clock.advance(119 * SECOND);
  says(record({ isEnabled: false }));
  await clock.advance(SECOND);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
});

it('polls a platform without a matching Device every ten minutes', async () => {
  const { says, ready, asked, clock } = world();
  says(record({ id: 'DV9', serialNumber: 'OTHER' }));
  await ready();
  await clock.advance(599 * SECOND);
  expect(asked).toHaveLength(1);
  await clock.advance(SECOND);
  expect(asked).toHaveLength(2);
});

it('reads a Device that the filter misses by id, and keeps it while it exists', async () => {
  const { answers, says, ready, read, matches, clock, fails } = world();
  says(record());
  await ready();
  matches.take(record({ id: 'DV2', serialNumber: 'b61378a ' }));
  const twice = { failure: { code: 'DEVICE_TWICE' } };
  expect(matches.matchOf(SERIAL)).toMatchObject(twice);
  // The fake returns both by id, but only the first by filter.
  answers(async () => [record(), record({ id: 'DV2', serialNumber: 'b61378a ' })]);
  await clock.advance(60 * SECOND);
  expect(matches.matchOf(SERIAL)).toMatchObject(twice);
  fails('API_UNREACHABLE');
  await clock.advance(60 * SECOND);
  expect(matches.matchOf(SERIAL)).toMatchObject(twice);
  says(record());
  await clock.advance(60 * SECOND);
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
  expect(read).toContain('DV2');
});

it('sends nothing without a platform, and matches no Device without a serial number', async () => {
  const matches = new DeviceMatches({
    platform: { devices: null, merchant: null },
    clock: new ManualClock(),
    random: () => 1,
    log: createLogger('devices', { write: () => undefined }),
    onChange: () => undefined,
  });
  matches.terminalIs('T1', 'ready', SERIAL);
  expect(await matches.known(SERIAL)).toMatchObject({ kind: 'unknown', failure: { code: 'API_NOT_CONFIGURED' } });
  expect(matches.matchOf(null)).toEqual({ kind: 'none' });
});

it.each(['API_DECLINED', 'API_CONFLICT', 'API_INVALID', 'API_TIMEOUT', 'API_SERVER'] as const)(
  'a Device query that ended in %s does not describe a payment that is refused for it',
  async (code) => {
    const { matches, fails, ready } = world();
    fails(code);
    await ready();
    const match = matches.matchOf(SERIAL);
    expect(match).toMatchObject({ kind: 'unknown', failure: { code: 'API_UNREACHABLE', context: { because: code } } });
    expect(match.kind === 'unknown' && mayHaveChargedAfter(match.failure.code)).toBe(false);
  },
);
