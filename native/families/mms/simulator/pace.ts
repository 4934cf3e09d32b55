import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/**
 * Durations of the terminal's own work, in milliseconds: shorter than on a real terminal, long enough to be visible.
 */
export interface Pace {
  readMs: Readonly<Record<ReadMode, number>>;
  /** Time from the bank's answer to the outcome. */
  completeMs: number;
  /** Time the outcome waits for the card's removal; after it, the final notification is sent anyway. */
  removeWaitMs: number;
  resultMs: number;
  /** Time from the answer to a reset command until the terminal goes down; at most 500 according to the manual. */
  resetDelayMs: number;
  /** Time the terminal is off during a restart. */
  bootMs: number;
}

export const defaultPace: Pace = {
  readMs: { chip: 700, contactless: 250, swipe: 150 },
  completeMs: 300,
  removeWaitMs: 45_000,
  resultMs: 2_500,
  resetDelayMs: 300,
  bootMs: 2_500,
};
