import { expect, test } from 'vitest';
import { RetryTimers } from '../../../../electron/host/payments/retry-timers.ts';
import { ManualClock } from './world.ts';

function makeTimers(random: number) {
  const clock = new ManualClock();
  const over: [string, string | null, number][] = [];
  const timers = new RetryTimers({ clock, random: () => random, onOver: (...heard) => over.push(heard) });
  return { clock, over, timers };
}

test.each([0, 0.123_456_789, 0.999_999])(
  'a timer waits whole milliseconds, up to a fifth longer, at a jitter of %d',
  async (random) => {
    const { clock, over, timers } = makeTimers(random);
    timers.begin('one', null, 500);
    await clock.advance(600);
    const [[, , waitedMs]] = over as [[string, null, number]];
    expect(Number.isSafeInteger(waitedMs)).toBe(true);
    expect(waitedMs).toBeGreaterThanOrEqual(500);
    expect(waitedMs).toBeLessThanOrEqual(600);
  },
);

test('a timer reports the time passed so far at an early end, whatever the clock was set to', async () => {
  const { clock, over, timers } = makeTimers(0);
  timers.begin('one', null, 500);
  timers.begin('one', 'R1', 10_000);
  timers.begin('two', null, 500);
  await clock.advance(200);
  timers.cancel('two', null);
  timers.retryNow();
  expect(over).toEqual([
    ['one', null, 200],
    ['one', 'R1', 200],
  ]);
  timers.begin('one', null, 500);
  clock.set(3_600_000);
  timers.retryNow();
  timers.begin('one', null, 500);
  clock.set(-3_600_000);
  timers.retryNow();
  expect(over.slice(2).map(([, , waitedMs]) => waitedMs)).toEqual([0, 0]);
  await clock.advance(60_000);
  expect(over).toHaveLength(4);
});

test('each subject has a single timer, and a dropped attempt has none', async () => {
  const { clock, over, timers } = makeTimers(0);
  timers.begin('one', null, 500);
  timers.begin('one', null, 1_000);
  timers.begin('two', null, 500);
  timers.forget('two');
  await clock.advance(5_000);
  expect(over).toEqual([['one', null, 1_000]]);
});
