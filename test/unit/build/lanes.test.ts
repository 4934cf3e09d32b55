/** Lanes in which `npm test` runs suites in parallel. */
import { expect, test, vi } from 'vitest';
import { inLanes, partOf, show } from '../../../build/scripts/parts/lanes.mjs';

interface Suite {
  name: string;
  isBeside?: boolean;
  isWaiting?: boolean;
  isLast?: boolean;
}

const suites: readonly Suite[] = [
  { name: 'lint', isBeside: true },
  { name: 'format', isBeside: true },
  { name: 'tests' },
  { name: 'stories' },
  { name: 'replies', isLast: true },
];

/** Starts and ends in order, and the printed lines. */
async function ran(tasks: readonly Suite[], processors: number) {
  const events: string[] = [];
  const printed: unknown[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
  await inLanes(
    tasks,
    async ({ name }) => {
      events.push(`${name} begins`);
      for (let moment = 0; moment < 3; moment += 1) await Promise.resolve();
      show(`done`);
      events.push(`${name} ends`);
    },
    processors,
  );
  log.mockRestore();
  return { events, printed };
}

test('tasks run in two lanes, each in order, and the last task runs after both', async () => {
  const { events, printed } = await ran(suites, 2);
  expect(events.slice(0, 2)).toEqual(['lint begins', 'tests begins']);
  expect(events.indexOf('lint ends')).toBeLessThan(events.indexOf('format begins'));
  expect(events.indexOf('tests ends')).toBeLessThan(events.indexOf('stories begins'));
  expect(events.slice(-2)).toEqual(['replies begins', 'replies ends']);
  expect(events).toHaveLength(10);
  expect(new Set(printed)).toEqual(
    new Set(['  done', '  format  | done', '  lint    | done', '  stories | done', '  tests   | done']),
  );
});

test('a waiting task delays neither lane', async () => {
  const { events } = await ran([{ name: 'receipts', isWaiting: true }, ...suites], 2);
  expect(events.slice(0, 3).toSorted()).toEqual(['lint begins', 'receipts begins', 'tests begins']);
  expect(events.slice(-2)).toEqual(['replies begins', 'replies ends']);
});

test.each([
  ['a single processor', suites, 1],
  ['no other suite', suites.slice(0, 2), 2],
])('%s: tasks run one after another, without a name before each line', async (_, tasks, processors) => {
  const { events, printed } = await ran(tasks, processors);
  expect(events).toEqual(tasks.flatMap(({ name }) => [`${name} begins`, `${name} ends`]));
  expect(new Set(printed)).toEqual(new Set(['  done']));
});

test('each suite is in exactly one part of a long run', () => {
  expect(partOf({})).toBe('rest');
  expect(partOf({ isBackground: true })).toBe('background');
  expect(partOf({ isBackground: true, isLast: true })).toBe('last');
});
