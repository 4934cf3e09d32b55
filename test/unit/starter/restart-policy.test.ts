import { expect, test } from 'vitest';
import { decideRestart } from '../../../electron/starter/index.ts';

function delays(deathsAt: readonly number[]): number[] {
  let deaths: readonly number[] = [];
  return deathsAt.map((at) => {
    const decision = decideRestart(deaths, at);
    ({ deaths } = decision);
    return decision.delayMs;
  });
}

test('the restart after a single crash is immediate', () => {
  expect(delays([5_000])).toEqual([0]);
});

test('restarts after crashes far apart are always immediate', () => {
  expect(delays(Array.from({ length: 50 }, (_, index) => index * 5_001))).toEqual(Array.from({ length: 50 }, () => 0));
});

test('the third crash in ten seconds delays the restart, up to five seconds', () => {
  expect(delays([0, 100, 200, 1_300, 3_400, 8_500, 13_600])).toEqual([0, 0, 1_000, 2_000, 5_000, 5_000, 5_000]);
});

test('three crashes in more than ten seconds do not delay the restart', () => {
  expect(delays([0, 5_000, 10_001])).toEqual([0, 0, 0]);
});

test('a long enough run clears earlier crashes', () => {
  expect(delays([0, 1, 2, 20_000])).toEqual([0, 0, 1_000, 0]);
});

test('the number of stored crashes is limited', () => {
  let deaths: readonly number[] = [];
  for (let index = 0; index < 1_000; index += 1) ({ deaths } = decideRestart(deaths, index * 10));
  expect(deaths.length).toBeLessThan(10);
});
