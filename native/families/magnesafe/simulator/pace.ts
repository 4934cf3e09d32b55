import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/** How long the reader takes for its own work, milliseconds. Shorter than a real one's, long enough to be seen. */
export interface Pace {
  readMs: Readonly<Record<ReadMode, number>>;
  /** From the bank's answer to the result. */
  completeMs: number;
  /** How long it is away after a reset. */
  bootMs: number;
}

export const defaultPace: Pace = {
  readMs: { chip: 700, contactless: 250, swipe: 150 },
  completeMs: 300,
  bootMs: 2_000,
};
