/** When the platform is asked which Device a terminal is: at ready, to keep it fresh, in doubt; and what stands meanwhile. */
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

/** A platform whose list is whatever the test says, when the test says. */
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

it('is asked when the terminal becomes ready, by serial number, and once a minute while it is', async () => {
  const { says, ready, asked, matches, clock } = world();
  says(record());
  expect(matches.matchOf(SERIAL)).toMatchObject({ kind: 'unknown', failure: { code: 'API_UNREACHABLE' } });
  await ready();
  expect([asked, matches.matchOf(SERIAL)]).toEqual([[{ serial_number: SERIAL }], { kind: 'matched', device: 'DV1' }]);
  await ready(); // published again: nothing new
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

it('another terminal in its place is another question; one that is removed is asked about no more', async () => {
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

it('out of reach when the terminal is ready: asked again and again, and known as soon as the platform answers', async () => {
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

it('what was known stays known while the list is down: also that it is disabled', async () => {
  const { says, fails, ready, matches, clock } = world();
  says(record({ isEnabled: false }));
  await ready();
  fails('API_UNREACHABLE');
  await clock.advance(600 * SECOND);
  expect(matches.matchOf(SERIAL)).toMatchObject({ kind: 'refused' });
});

it('who needs the first answer waits five seconds at most, and a second asker for the same look', async () => {
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

it('a refusal of the platform that names the Device counts at once, and a look that had left before does not undo it', async () => {
  const { says, answers, ready, asked, matches, clock } = world();
  says(record());
  await ready();
  const { promise, resolve } = Promise.withResolvers<readonly DeviceRecord[]>();
  answers(() => promise);
  await clock.advance(60 * SECOND); // the look of the minute is on its way
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

it('what was read for another reason counts too: one Device, or the list of all', async () => {
  const { says, ready, matches, changes } = world();
  says(record());
  await ready();
  matches.take(record({ isEnabled: false }));
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  matches.take(record({ serialNumber: 'MOVED' }));
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'none' });
  matches.takeAll([record(), record({ id: 'DV2' })], Date.now() * 2);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
  matches.takeAll([], 0); // asked for before that: older
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
  expect(changes).toEqual(Array(4).fill(SERIAL));
});

it('a platform that passes over the filter is not asked for them all each minute: the Device is read by its id', async () => {
  const { says, ready, asked, read, pages, matches, clock } = world();
  says(record({ id: 'DV9', serialNumber: 'OTHER' }), record());
  await ready();
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
  says(record({ id: 'DV9', serialNumber: 'OTHER' }), record({ isEnabled: false }));
  await clock.advance(60 * SECOND);
  expect([asked.length, read, pages]).toEqual([1, ['DV1'], []]);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  // What is new there is found by the page that a resting till reads.
  says(record({ id: 'DV9', serialNumber: 'OTHER' }), record(), record({ id: 'DV2' }));
  await clock.advance(60 * SECOND);
  expect([asked.length, pages]).toEqual([1, [{}]]);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
});

it('a page of the walk says the newest of a known Device, unless a newer answer came before it', async () => {
  const { says, ready, matches, clock } = world();
  says(record());
  await ready();
  const disabled = record({ isEnabled: false });
  matches.takePage([disabled], clock.now() - 1); // asked for before the list by serial number
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'matched', device: 'DV1' });
  await clock.advance(SECOND);
  matches.takePage([record({ id: 'DV9', serialNumber: 'OTHER' }), disabled], clock.now());
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  matches.takePage([record({ serialNumber: 'MOVED' })], clock.now());
  expect(matches.matchOf(SERIAL)).toEqual({ kind: 'none' });
});

it('a page that a resting till reads says that a Device is disabled, before the look of the minute does', async () => {
  const { answers, says, ready, matches, clock } = world();
  says(record());
  await ready();
  answers(() => new Promise<never>(() => undefined)); // the list by serial number gets no answer
  await clock.advance(119 * SECOND);
  says(record({ isEnabled: false }));
  await clock.advance(SECOND);
  expect(matches.matchOf(SERIAL)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
});

it('without a Device there, such a platform is asked every ten minutes', async () => {
  const { says, ready, asked, clock } = world();
  says(record({ id: 'DV9', serialNumber: 'OTHER' }));
  await ready();
  await clock.advance(599 * SECOND);
  expect(asked).toHaveLength(1);
  await clock.advance(SECOND);
  expect(asked).toHaveLength(2);
});

it('a Device that the filter does not name is read by its id, and kept as long as it is there', async () => {
  const { answers, says, ready, read, matches, clock, fails } = world();
  says(record());
  await ready();
  matches.take(record({ id: 'DV2', serialNumber: 'b61378a ' }));
  const twice = { failure: { code: 'DEVICE_TWICE' } };
  expect(matches.matchOf(SERIAL)).toMatchObject(twice);
  // The fake names both by id, and the filter only the first.
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

it('without a platform nothing is asked, and without a serial number there is no Device', async () => {
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
  'a question about Devices that ended in %s says nothing about a payment that is refused for it',
  async (code) => {
    const { matches, fails, ready } = world();
    fails(code);
    await ready();
    const match = matches.matchOf(SERIAL);
    expect(match).toMatchObject({ kind: 'unknown', failure: { code: 'API_UNREACHABLE', context: { because: code } } });
    expect(match.kind === 'unknown' && mayHaveChargedAfter(match.failure.code)).toBe(false);
  },
);
