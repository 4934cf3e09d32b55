import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/**
 * Durations of the simulated reader's own work, in milliseconds: shorter than on a real reader, but long enough to see.
 */
export interface Neo2Pace {
  readMs: Readonly<Record<ReadMode, number>>;
  /** Time from 60-11 to the first cryptogram, without the cardholder's time. */
  verifyMs: number;
  /** Time from the bank's answer to the chip's answer. */
  completeMs: number;
  /** Time that a card may stay in the slot after the result, before the reader stops asking for its removal. */
  removeWaitMs: number;
  /** Time that a result stays on the display. */
  resultMs: number;
  /** Time from the answer to a restart command until the reader goes down. */
  restartDelayMs: number;
  /** Time without contact during a restart. */
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
