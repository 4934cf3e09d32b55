/** Runs suites in parallel, so that a waiting suite leaves its processor to another. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** @type {AsyncLocalStorage<string>} */
const beginning = new AsyncLocalStorage();

/** Prints a line, prefixed with its suite's name if suites run in parallel. */
export const show = (/** @type {string} */ line) => console.log(`  ${beginning.getStore() ?? ''}${line}`);

/**
 * Part of a long run that can be started separately (`--part NAME`): suites that only compute at low priority, suites
 * that need the whole computer, and the rest. Each suite is in exactly one.
 * @param {{ isBackground?: boolean, isLast?: boolean }} suite
 * @returns {'background' | 'last' | 'rest'}
 */
export const partOf = ({ isBackground, isLast }) => (isLast ? 'last' : isBackground ? 'background' : 'rest');

/**
 * Runs tasks in order, in up to three lanes at the same time: `isBeside` tasks, `isWaiting` tasks (which wait nearly
 * all of their time), and the others. `isLast` tasks run after all of these. With a single processor, or a single task,
 * there is one lane.
 * @template {{ name: string, isBeside?: boolean, isWaiting?: boolean, isLast?: boolean }} Task
 * @param {readonly Task[]} tasks
 * @param {(task: Task) => Promise<void>} run does not reject
 * @param {number} processors
 */
export async function inLanes(tasks, run, processors) {
  const width = Math.max(0, ...tasks.map(({ name }) => name.length));
  /** @param {readonly Task[]} lane @param {boolean} isNamed */
  const inOrder = async (lane, isNamed) => {
    for (const task of lane)
      await (isNamed ? beginning.run(`${task.name.padEnd(width)} | `, () => run(task)) : run(task));
  };
  const early = tasks.filter(({ isLast }) => !isLast);
  const waiting = processors < 2 ? [] : early.filter(({ isWaiting }) => isWaiting);
  const beside = processors < 2 ? [] : early.filter(({ isBeside }) => isBeside);
  const others = early.filter((task) => !beside.includes(task) && !waiting.includes(task));
  const lanes = [beside, waiting, others].filter((lane) => lane.length > 0);
  await Promise.all(lanes.map((lane) => inOrder(lane, lanes.length > 1)));
  await inOrder(
    tasks.filter(({ isLast }) => isLast),
    false,
  );
}
