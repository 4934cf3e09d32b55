import { expect, test } from 'vitest';
import { createWaits } from '../../../../electron/host/payments/waits.ts';
import { ManualClock } from './world.ts';

function stand(random: number) {
  const clock = new ManualClock();
  const over: [string, string | null, number][] = [];
  const waits = createWaits({ clock, random: () => random, onOver: (...told) => over.push(told) });
  return { clock, over, waits };
}

test.each([0, 0.123_456_789, 0.999_999])('jitter of %d: whole milliseconds, up to a fifth longer', async (random) => {
  const { clock, over, waits } = stand(random);
  waits.begin('one', null, 500);
  await clock.advance(600);
  const [[, , waitedMs]] = over as [[string, null, number]];
  expect(Number.isSafeInteger(waitedMs)).toBe(true);
  expect(waitedMs).toBeGreaterThanOrEqual(500);
  expect(waitedMs).toBeLessThanOrEqual(600);
});

test('hurried: what has passed by then, whatever the clock was set to', async () => {
  const { clock, over, waits } = stand(0);
  waits.begin('one', null, 500);
  waits.begin('one', 'R1', 10_000);
  waits.begin('two', null, 500);
  await clock.advance(200);
  waits.callOff('two', null);
  waits.hurry();
  expect(over).toEqual([
    ['one', null, 200],
    ['one', 'R1', 200],
  ]);
  waits.begin('one', null, 500);
  clock.set(3_600_000);
  waits.hurry();
  waits.begin('one', null, 500);
  clock.set(-3_600_000);
  waits.hurry();
  expect(over.slice(2).map(([, , waitedMs]) => waitedMs)).toEqual([500, 0]);
  await clock.advance(60_000);
  expect(over).toHaveLength(4);
});

test('one at a time about the same, and none of an attempt that is forgotten', async () => {
  const { clock, over, waits } = stand(0);
  waits.begin('one', null, 500);
  waits.begin('one', null, 1_000);
  waits.begin('two', null, 500);
  waits.forget('two');
  await clock.advance(5_000);
  expect(over).toEqual([['one', null, 1_000]]);
});
