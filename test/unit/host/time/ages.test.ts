/** Ages of ended payments, whatever happens to the clock. */
import { expect, test } from 'vitest';
import { CompletionAges } from '../../../../electron/host/time/index.ts';

const clock = { wall: Date.UTC(2026, 0, 5, 9), steady: 1_000, now: () => clock.wall, monotonic: () => clock.steady };
const pass = (ms: number): void => {
  clock.wall += ms;
  clock.steady += ms;
};
const ended = (id: string, at = clock.wall) => ({ id, finishedAt: new Date(at).toISOString(), updatedAt: '' });

test('the till measures the age of a new end independently of clock changes', () => {
  const ends = new CompletionAges(clock);
  const one = ended('A-1');
  ends.note(one);
  pass(60_000);
  for (const step of [3_600_000, -86_400_000]) {
    clock.wall += step;
    expect(ends.ageMs(one)).toBe(60_000);
  }
});

test('the till calculates the age of an end from an earlier run, or of a republished end, by the clock', () => {
  const ends = new CompletionAges(clock);
  const old = ended('A-1', clock.wall - 600_000);
  expect(ends.ageMs(old)).toBe(600_000);
  ends.note(old);
  expect(ends.ageMs(old)).toBe(600_000);
});

test('the till calculates the age of an open payment from its last update', () => {
  const ends = new CompletionAges(clock);
  const open = { id: 'A-1', finishedAt: null, updatedAt: new Date(clock.wall).toISOString() };
  ends.note(open);
  clock.wall += 5_000;
  expect(ends.ageMs(open)).toBe(5_000);
});

test('the till keeps the ages of the newest thousand ends only', () => {
  const ends = new CompletionAges(clock);
  const first = ended('A-0');
  for (let n = 0; n <= 1_000; n += 1) ends.note(ended(`A-${n}`));
  clock.wall += 7_000;
  expect(ends.ageMs(first)).toBe(7_000);
  expect(ends.ageMs({ ...first, id: 'A-1' })).toBe(0);
});
