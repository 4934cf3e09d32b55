import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/** How long the terminal takes for its own work, milliseconds. Shorter than a real one's, long enough to be seen. */
export interface Pace {
  readMs: Readonly<Record<ReadMode, number>>;
  /** From the bank's answer to the outcome. */
  completeMs: number;
  /** How long the outcome waits for the card to be taken out before the final notification goes without. */
  removeWaitMs: number;
  /** How long a result stays on the display. */
  resultMs: number;
  /** From the answer to a reset command until the terminal goes down; at most 500 by the manual. */
  resetDelayMs: number;
  /** How long it is away. */
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
