/** A host that stops sending `alive` is noticed, unlike a host that never sent it and a computer that was suspended. */
import { expect, test } from 'vitest';
import { HostPulse } from '../../../electron/starter/host-pulse.ts';
import { StillClock } from './stand-ins.ts';

test('silence is noticed once, twenty seconds after the last message', async () => {
  const clock = new StillClock();
  let times = 0;
  const pulse = new HostPulse(clock, () => (times += 1));
  await clock.move(60_000);
  expect(times).toBe(0);
  for (let second = 0; second < 60; second += 2) {
    pulse.heard();
    await clock.move(2_000);
  }
  await clock.move(17_000);
  expect(times).toBe(0);
  await clock.move(60_000);
  expect(times).toBe(1);
});

test('a host that has ended is not reported', async () => {
  const clock = new StillClock();
  let times = 0;
  const pulse = new HostPulse(clock, () => (times += 1));
  pulse.heard();
  pulse.stop();
  await clock.move(60_000);
  expect(times).toBe(0);
});
