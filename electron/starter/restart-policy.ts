/**
 * Decides the delay before the restart of a process that ended unexpectedly. Pure: the caller passes the time. After a
 * single crash the process restarts at once, because the host must be back within a second. Only repeated crashes delay
 * the restart, so that a broken installation does not use up the processor.
 */

/** Crashes within this many milliseconds count together. */
const QUICK_DEATHS_WINDOW_MS = 10_000;

/** Number of crashes in the window from which restarts are delayed. */
const QUICK_DEATHS = 3;

/** Delays after the third, the fourth and each further crash in the window, milliseconds. */
const BACKOFF_MS = [1_000, 2_000, 5_000] as const;

export interface RestartDecision {
  /** Delay before the restart, milliseconds. */
  readonly delayMs: number;
  /** Crashes to pass to the next decision, oldest first, milliseconds of the caller's clock. */
  readonly deaths: readonly number[];
}

/**
 * Decides after a crash at `nowMs`. Delays are not running time: a process must run for the window plus the longest
 * delay before its crashes stop counting.
 */
export function decideRestart(deaths: readonly number[], nowMs: number): RestartDecision {
  const longestDelay = BACKOFF_MS[BACKOFF_MS.length - 1] ?? 0;
  const last = deaths.at(-1) ?? Number.NEGATIVE_INFINITY;
  const isSlowed = deaths.length >= QUICK_DEATHS && nowMs - last <= QUICK_DEATHS_WINDOW_MS + longestDelay;
  const remembered = isSlowed ? deaths : deaths.filter((at) => nowMs - at <= QUICK_DEATHS_WINDOW_MS);
  const kept = [...remembered, nowMs].slice(-(QUICK_DEATHS + BACKOFF_MS.length));
  const over = kept.length - QUICK_DEATHS;
  const delayMs = over < 0 ? 0 : (BACKOFF_MS[Math.min(over, BACKOFF_MS.length - 1)] ?? longestDelay);
  return { delayMs, deaths: kept };
}
