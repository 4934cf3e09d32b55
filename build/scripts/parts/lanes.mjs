/** Suites beside each other: what leaves a processor idle runs while something else needs one. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** @type {AsyncLocalStorage<string>} */
const beginning = new AsyncLocalStorage();

/** Prints a line; where suites run beside each other, it begins with the name of its own. */
export const show = (/** @type {string} */ line) => console.log(`  ${beginning.getStore() ?? ''}${line}`);

/**
 * The parts of a long run that can be started apart (`--part NAME`): what only computes and gives way, what wants the computer to
 * itself, and everything else. Each suite is in exactly one.
 * @param {{ isBackground?: boolean, isLast?: boolean }} suite
 * @returns {'background' | 'last' | 'rest'}
 */
export const partOf = ({ isBackground, isLast }) => (isLast ? 'last' : isBackground ? 'background' : 'rest');

/**
 * Runs tasks in their order: those that are `beside` one after another in a lane of their own, beside the others, and those that
 * wait nearly all of their time in a third; `isLast` ones when all that is over. Without two processors, or with one task, there
 * is one lane.
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
