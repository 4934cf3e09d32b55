import { expect, test } from 'vitest';
import { RetryTimers } from '../../../../electron/host/payments/retry-timers.ts';
import { ManualClock } from './world.ts';

function makeTimers(random: number) {
  const clock = new ManualClock();
  const over: [string, string | null, number][] = [];
  const timers = new RetryTimers({ clock, random: () => random, onOver: (...heard) => over.push(heard) });
  return { clock, over, timers };
}

test.each([0, 0.123_456_789, 0.999_999])('jitter of %d: whole milliseconds, up to a fifth longer', async (random) => {
  const { clock, over, timers } = makeTimers(random);
  timers.begin('one', null, 500);
  await clock.advance(600);
  const [[, , waitedMs]] = over as [[string, null, number]];
  expect(Number.isSafeInteger(waitedMs)).toBe(true);
  expect(waitedMs).toBeGreaterThanOrEqual(500);
  expect(waitedMs).toBeLessThanOrEqual(600);
});

test('ended early: the time passed so far, whatever the clock was set to', async () => {
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

test('one timer for each subject, and none for a forgotten attempt', async () => {
  const { clock, over, timers } = makeTimers(0);
  timers.begin('one', null, 500);
  timers.begin('one', null, 1_000);
  timers.begin('two', null, 500);
  timers.forget('two');
  await clock.advance(5_000);
  expect(over).toEqual([['one', null, 1_000]]);
});
