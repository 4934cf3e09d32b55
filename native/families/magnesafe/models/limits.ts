/** Bounds of a transaction of this family; a row of its models may have others. */

/** Bounds of a transaction, milliseconds. */
export interface MagnesafeLimits {
  /** Silence after the card timeout before the driver stops the reader. */
  readonly marginMs: number;
  /** How long the result may take after a cancel, or after a word that nothing runs. */
  readonly settleMs: number;
  /** How long a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long the card may take with the bank's answer. */
  readonly completeMs: number;
  readonly replyMs: number;
}

export const defaultMagnesafeLimits: MagnesafeLimits = {
  marginMs: 15_000,
  settleMs: 3_000,
  removeMs: 60_000,
  answerMs: 300_000,
  completeMs: 10_000,
  replyMs: 2_000,
};
