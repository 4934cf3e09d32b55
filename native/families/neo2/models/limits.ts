/** Bounds of a transaction of this family; a row of its models may have others. */
import { PIN_MS } from '../../../../electron/contract/index.ts';

/** Bounds of a transaction, milliseconds. */
export interface Neo2TransactionLimits {
  /** Silence after the card timeout before the driver stops the reader. */
  readonly marginMs: number;
  /** How long the terminal waits for a PIN. */
  readonly pinMs: number;
  /** How long a long-running command's answer may take after the reader has taken a cancel. */
  readonly settleMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long the chip may take with the bank's answer. */
  readonly completeMs: number;
  /** How long a command of the transaction waits for its reply, or for word that it was taken. */
  readonly replyMs: number;
  /** How long a reader that does not say when it takes a command has for refusing it. */
  readonly consentMs: number;
}

export const defaultNeo2Limits: Neo2TransactionLimits = {
  marginMs: 15_000,
  pinMs: PIN_MS,
  settleMs: 500,
  answerMs: 300_000,
  completeMs: 30_000,
  replyMs: 2_000,
  consentMs: 300,
};
