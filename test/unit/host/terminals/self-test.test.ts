/** Daily self-test: its due time, its report, and that it never interferes with a payment. */
import { describe, expect, it } from 'vitest';
import { TerminalManager, memoryPairings, type Pairings } from '../../../../electron/host/terminals/index.ts';
import { isSelfTestDue, localTimeOf, minutesOf } from '../../../../electron/host/terminals/self-test.ts';
import { TillError, type Failure } from '../../../../electron/contract/index.ts';
import { failing, sale, settle, StandInTerminal, SteppedClock } from './support.ts';

const utc = (at: number) => {
  const text = new Date(at).toISOString();
  return { day: text.slice(0, 10), minutes: minutesOf(text.slice(11, 16)) };
};
const id = 'tcp:127.0.0.1:9001';

async function till(
  options: { connect?: () => Promise<StandInTerminal>; clock?: SteppedClock; pairings?: Pairings } = {},
) {
  // 09:00 UTC on 21 November 2026.
  const clock = options.clock ?? new SteppedClock();
  const terminal = new StandInTerminal();
  const platform: { failure: Failure | null; since: string } = { failure: null, since: new Date(0).toISOString() };
  const manager = new TerminalManager({
    terminals: [{ id, address: id, isPractice: false }],
    clock,
    random: () => 0,
    publish: () => undefined,
    onUnmatched: () => undefined,
    log: () => undefined,
    pairings: options.pairings ?? memoryPairings(),
    connect: options.connect ?? (() => Promise.resolve(terminal)),
    selfTest: { at: '06:00', localTime: utc, platform: () => platform },
  });
  manager.start();
  await settle();
  const found = () => manager.views()[0]?.selfTest ?? null;
  return { clock, terminal, manager, platform, found };
}
const hours = (count: number) => count * 3_600_000;

describe('the due time of a self-test', () => {
  const at = minutesOf('06:00');
  it.each([
    ['never tested', { day: '2026-11-21', minutes: 300 }, null, true],
    ['tested on an earlier day', { day: '2026-11-21', minutes: 0 }, { day: '2026-11-20', minutes: 1439 }, true],
    [
      'tested today, the hour not there',
      { day: '2026-11-21', minutes: 359 },
      { day: '2026-11-21', minutes: 10 },
      false,
    ],
    [
      'tested before the hour, the hour is there',
      { day: '2026-11-21', minutes: 360 },
      { day: '2026-11-21', minutes: 10 },
      true,
    ],
    ['tested after the hour', { day: '2026-11-21', minutes: 900 }, { day: '2026-11-21', minutes: 360 }, false],
  ] as const)('depends on day, hour and last test: %s', (_, now, last, expected) => {
    expect(isSelfTestDue(now, last, at)).toBe(expected);
  });

  it('is calculated from the computer’s own clock', () => {
    const at = new Date(2026, 10, 21, 6, 5).getTime();
    expect(localTimeOf(at)).toEqual({ day: '2026-11-21', minutes: 365 });
  });
});

describe('the self-test', () => {
  it('runs at the first start of a day, then at its hour, once', async () => {
    const { clock, found, manager } = await till();
    expect(found()).toBeNull();
    await clock.advance(2_000);
    expect(found()).toMatchObject({
      isOk: true,
      checks: [
        { what: 'cable', failure: null },
        { what: 'health', failure: null },
        { what: 'platform', failure: null },
      ],
    });
    const first = found()?.at;
    // Nothing until midnight; the new day begins with one test, and its hour brings the other.
    await clock.advance(hours(14));
    expect(found()?.at).toBe(first);
    await clock.advance(hours(2));
    expect(found()?.at).toMatch(/^2026-11-22T00:0/);
    await clock.advance(hours(5) - 60_000);
    expect(found()?.at).toMatch(/^2026-11-22T00:0/);
    await clock.advance(60_000 + 31_000);
    expect(found()?.at).toMatch(/^2026-11-22T06:00/);
    await clock.advance(hours(10));
    expect(found()?.at).toMatch(/^2026-11-22T06:00/);
    await manager.stop();
    expect(clock.waiting).toBe(0);
  });

  it('is not repeated after a restart on the same day, and keeps its result', async () => {
    const pairings = memoryPairings();
    const first = await till({ pairings });
    await first.clock.advance(2_000);
    const at = first.found()?.at;
    await first.manager.stop();
    await first.clock.advance(60_000);
    const second = await till({ pairings, clock: first.clock });
    expect(second.found()?.at).toBe(at);
    await second.clock.advance(120_000);
    expect(second.found()?.at).toBe(at);
    await second.manager.stop();
  });

  it('waits for a payment to end', async () => {
    const { clock, terminal, manager, found } = await till();
    await manager.port.start(id, sale(), () => undefined);
    await clock.advance(300_000);
    expect([found(), terminal.calls.includes('ping')]).toEqual([null, false]);
    terminal.transactions[0]?.finish({ kind: 'declined' });
    await clock.advance(31_000);
    expect(found()?.isOk).toBe(true);
    await manager.stop();
  });

  it.each([
    ['silent', 'TERM_SILENT', 'cable'],
    ['refusing', 'TERM_REFUSED', 'cable'],
  ] as const)('fails with the reason if a terminal is %s', async (_, code, what) => {
    const { clock, terminal, manager, found } = await till();
    await clock.advance(500);
    terminal.answers.ping = failing(code);
    await clock.advance(1_000);
    expect(found()).toMatchObject({ isOk: false, checks: [{ what, failure: { code } }, { what: 'platform' }] });
    await manager.stop();
  });

  it('reports a tampered terminal', async () => {
    const { clock, terminal, manager, found } = await till();
    terminal.health = () =>
      Promise.resolve({
        batteryPercent: null,
        temperatureCelsius: null,
        hasExternalPower: null,
        isTampered: true,
        isOperational: true,
      });
    await clock.advance(2_000);
    expect(found()).toMatchObject({
      isOk: false,
      checks: [{ what: 'cable', failure: null }, { what: 'health', failure: { code: 'TERM_UNHEALTHY' } }, {}],
    });
    await manager.stop();
  });

  it('reports since when and why a terminal is disconnected, and is repeated once it is back', async () => {
    const terminal = new StandInTerminal();
    let isThere = false;
    const { clock, manager, found } = await till({
      connect: () => (isThere ? Promise.resolve(terminal) : Promise.reject(new TillError('LINK_NOT_FOUND', 'none'))),
    });
    await clock.advance(20_000);
    expect(found()).toBeNull(); // the answer may still come
    await clock.advance(20_000);
    const { state, since } = manager.views()[0] ?? {};
    expect(state).toBe('failed');
    expect(found()).toMatchObject({
      isOk: false,
      checks: [{ what: 'cable', failure: { code: 'LINK_NOT_FOUND' }, since }, {}],
    });
    isThere = true;
    await clock.advance(60_000);
    expect(found()?.isOk).toBe(true);
    await manager.stop();
  });

  it('fails with the start and reason of an unreachable platform', async () => {
    const { clock, manager, found, platform } = await till();
    platform.failure = { code: 'API_UNREACHABLE', message: 'no route' };
    await clock.advance(2_000);
    expect(found()).toMatchObject({
      isOk: false,
      checks: [{}, {}, { what: 'platform', failure: { code: 'API_UNREACHABLE' }, since: platform.since }],
    });
    await manager.stop();
  });
});
