import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { readInWindows, type WindowFilters } from '../../../../electron/host/reconcile/in-windows.ts';

const start = Date.UTC(2026, 4, 31);
const tooLong = () => new TillError('API_UNREADABLE', 'longer than offsets reach', { context: { reason: 'too-long' } });

/** Milliseconds of a filter's last second that it includes: all of it, or only its beginning. */
const comparisons = { 'to the second': 999, 'to the millisecond': 0 } as const;

/** A platform that gives at most `reach` records of a list. Times in milliseconds. */
function platform(moments: readonly number[], reach: number, compared: keyof typeof comparisons = 'to the second') {
  let calls = 0;
  const read = async (filters: WindowFilters) => {
    calls += 1;
    const [from, to] = [Date.parse(`${filters['created_at.gte']}Z`), Date.parse(`${filters['created_at.lte']}Z`)];
    const last = to + comparisons[compared];
    const found = moments.flatMap((at, index) => (at >= from && at <= last ? [{ id: `R${index}`, at }] : []));
    if (found.length > reach) throw tooLong();
    return found;
  };
  return { read, calls: () => calls };
}

test('a list that fits is read once', async () => {
  const { read, calls } = platform([start, start + 5_000], 10);
  expect(await readInWindows({ from: start, to: start + 60_000 }, read)).toHaveLength(2);
  expect(calls()).toBe(1);
});

test('the reconciliation reads a list in halves without losing a record made within the second of a cut', async () => {
  // The records are four a second for ten seconds.
  const moments = Array.from({ length: 41 }, (_, n) => start + n * 250);
  const { read } = platform(moments, 20, 'to the millisecond');
  expect(await readInWindows({ from: start, to: start + 10_000 }, read)).toHaveLength(41);
});

test('the reconciliation includes the end of the window to the millisecond', async () => {
  const { read } = platform([start, start + 59_999], 20, 'to the millisecond');
  expect(await readInWindows({ from: start, to: start + 59_999 }, read)).toHaveLength(2);
});

test.each(['to the second', 'to the millisecond'] as const)(
  'the reconciliation reads every record once, whatever the times of the day (%s)',
  async (compared) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 7_200_000 }), { maxLength: 300 }),
        fc.integer({ min: 20, max: 40 }),
        async (offsets, reach) => {
          const perSecond = new Map<number, number>();
          for (const offset of offsets) {
            const second = Math.floor(offset / 1_000);
            perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
          }
          // The smallest window has two seconds, so the records of two seconds must fit into one call.
          const inTwo = [...perSecond].map(([second, count]) => count + (perSecond.get(second + 1) ?? 0));
          fc.pre(Math.max(0, ...inTwo) <= reach);
          const moments = offsets.map((offset) => start + offset);
          const { read } = platform(moments, reach, compared);
          const found = await readInWindows({ from: start, to: start + 7_200_000 }, read);
          expect(found.map(({ id }) => id).toSorted()).toEqual(offsets.map((_, index) => `R${index}`).toSorted());
        },
      ),
      { numRuns: 60 },
    );
  },
);

test('the reconciliation reports more records within a second than a list can return, and every other failure', async () => {
  const { read } = platform(
    Array.from({ length: 30 }, () => start + 500),
    20,
  );
  await expect(readInWindows({ from: start, to: start + 60_000 }, read)).rejects.toThrow(/longer than offsets/);
  let calls = 0;
  const broken = () => {
    calls += 1;
    return Promise.reject(new TillError('API_UNREACHABLE', 'gone'));
  };
  await expect(readInWindows({ from: start, to: start + 60_000 }, broken)).rejects.toThrow(/API_UNREACHABLE/);
  expect(calls).toBe(1);
});
