/** Limits of a transaction, in milliseconds. A row of the family's models may override them. */
export interface MagnesafeLimits {
  /** Silence after the card timeout before the driver stops the reader. */
  readonly marginMs: number;
  /** Maximum wait for the result after a cancel, or after the reader reports that no transaction is running. */
  readonly settleMs: number;
  /** Maximum time that a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** Maximum total wait for the bank's answer. */
  readonly answerMs: number;
  /** Maximum time for the card to process the bank's answer. */
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
