/**
 * The three ways to wait in a test, each with a message for a failure or a reason. The linter refuses other sleeps
 * (`tillbridge/no-bare-sleep`): a sleep before a check measures the machine.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Limit for hangs, never for speed: benchmarks measure speed (test/bench). */
const HANGS_AFTER_MS = 60_000;
const POLL_EVERY_MS = 5;

/** Waits until `look` returns a value other than false, null or undefined, and resolves with that value. */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  what: string,
  withinMs = HANGS_AFTER_MS,
): Promise<Exclude<Found, false | null | undefined>> {
  for (const end = performance.now() + withinMs; ; await sleep(POLL_EVERY_MS)) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<Found, false | null | undefined>;
    if (performance.now() > end) throw new Error(`not seen within ${withinMs} ms: ${what}`);
  }
}

/**
 * Lets real time pass in which `unwanted` must not happen, if a test clock cannot be used. The test then checks that it
 * has not happened.
 */
export const quietFor = (ms: number, unwanted: string): Promise<void> => real(ms, unwanted);

/**
 * Lets real time pass that belongs to the story: the pace of a user, the moment of a kill. A check must not depend on
 * its length.
 */
export const storyTime = (ms: number, reason: string): Promise<void> => real(ms, reason);

async function real(ms: number, reason: string): Promise<void> {
  if (reason === '') throw new Error('a sleep needs a reason');
  await sleep(ms);
}

/**
 * Number of wake-ups that a busy loop exceeds in half a second, even in parallel with processes that want every
 * processor.
 */
export const SPINS_FROM = 1_000;

/**
 * Counts how often this process woke up during real time. A busy loop wakes thousands of times a second on any machine;
 * a process that waits for events hardly wakes.
 */
export async function wakeUpsDuring(ms: number): Promise<number> {
  const { loopCount } = performance.nodeTiming.uvMetricsInfo;
  await sleep(ms);
  return performance.nodeTiming.uvMetricsInfo.loopCount - loopCount;
}
