/**
 * How long to wait before a process that died is started again. Pure: the caller tells the time.
 *
 * A single death is answered at once, since the host must be back within a second. Only a process that keeps dying is
 * slowed down, so that a broken installation does not burn a processor.
 */

/** Deaths within this many milliseconds count together. */
const QUICK_DEATHS_WINDOW_MS = 10_000;

/** From this many deaths in the window on, restarts are delayed. */
const QUICK_DEATHS = 3;

/** Delay of the third, fourth, and every further quick death, milliseconds. */
const BACKOFF_MS = [1_000, 2_000, 5_000] as const;

export interface RestartDecision {
  /** Milliseconds to wait; 0 means now. */
  readonly delayMs: number;
  /** The deaths to remember for the next decision, oldest first, milliseconds on the caller's clock. */
  readonly deaths: readonly number[];
}

/**
 * Decides after a death at `nowMs`. Once slowed down, the delays themselves do not count as good behaviour: the process
 * has to live for the window plus the longest delay before its deaths are forgotten.
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
