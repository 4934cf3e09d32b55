import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/** How long the reader takes for its own work, milliseconds. Shorter than a real one's, long enough to be seen. */
export interface Neo2Pace {
  readMs: Readonly<Record<ReadMode, number>>;
  /** From 60-11 to the first cryptogram, beside what the cardholder takes. */
  verifyMs: number;
  /** From the bank's answer to the chip's own. */
  completeMs: number;
  /** How long a card may stay in the slot after the result before the reader stops asking for its removal. */
  removeWaitMs: number;
  /** How long a result stays on the display. */
  resultMs: number;
  /** From the answer to a restart command until the reader goes down. */
  restartDelayMs: number;
  /** How long it is away. */
  bootMs: number;
}

export const defaultNeo2Pace: Neo2Pace = {
  readMs: { chip: 500, contactless: 250, swipe: 150 },
  verifyMs: 300,
  completeMs: 300,
  removeWaitMs: 45_000,
  resultMs: 2_500,
  restartDelayMs: 100,
  bootMs: 2_500,
};
