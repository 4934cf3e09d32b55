import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/**
 * Durations of the simulated reader's own work, in milliseconds: shorter than on a real reader, but long enough to see.
 */
export interface Pace {
  readMs: Readonly<Record<ReadMode, number>>;
  /** Time from the bank's answer to the result. */
  completeMs: number;
  /** Time without contact after a reset. */
  bootMs: number;
}

export const defaultPace: Pace = {
  readMs: { chip: 700, contactless: 250, swipe: 150 },
  completeMs: 300,
  bootMs: 2_000,
};
