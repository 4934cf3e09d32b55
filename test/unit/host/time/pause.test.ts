/** A pause ends on time or with the first signal, and leaves no listener on a signal. */
import { getEventListeners } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { pause } from '../../../../electron/domain/index.ts';
import { ManualClock } from '../../../api/manual-clock.ts';

let clock: ManualClock;
let closing: AbortController;
let request: AbortController;
let ended: number;

beforeEach(() => {
  [clock, closing, request, ended] = [new ManualClock(), new AbortController(), new AbortController(), 0];
});

const begin = () => pause(clock, 500, closing.signal, request.signal).then(() => (ended += 1));
const listeners = () => [closing, request].map(({ signal }) => getEventListeners(signal, 'abort').length);

test('a pause ends on time, and a thousand pauses leave no listener on a signal', async () => {
  for (let count = 1; count <= 1_000; count += 1) {
    const paused = begin();
    expect(listeners()).toEqual([1, 1]);
    clock.advance(499);
    await Promise.resolve();
    expect(ended).toBe(count - 1);
    clock.advance(1);
    await paused;
  }
  expect([...listeners(), clock.waiting]).toEqual([0, 0, 0]);
});

test.each(['closing', 'request'] as const)(
  'aborting the signal %s ends a pause, and its timer and listeners',
  async (which) => {
    const paused = [begin(), begin()];
    ({ closing, request })[which].abort();
    await Promise.all(paused);
    expect([...listeners(), clock.waiting]).toEqual([0, 0, 0]);
  },
);

test('a pause ends at once if a signal is already aborted', async () => {
  request.abort();
  await begin();
  expect([...listeners(), clock.waiting]).toEqual([0, 0, 0]);
});
