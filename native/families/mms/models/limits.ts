/** Bounds of a transaction of this family; a row of its models may have others. */
import { PIN_MS } from '../../../../electron/contract/index.ts';

/** Bounds of a transaction, milliseconds. */
export interface TransactionLimits {
  /** Silence after the card timeout before the driver asks the terminal for its state. */
  readonly marginMs: number;
  /** How long the terminal waits for a PIN. */
  readonly pinMs: number;
  /** How long the last notifications may take after a result, a cancel or a "nothing running". */
  readonly settleMs: number;
  /** How long a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long it may take with the bank's answer when its response to that was lost. */
  readonly completeMs: number;
  /** How long a command of the transaction waits for its response. */
  readonly replyMs: number;
}

export const defaultTransactionLimits: TransactionLimits = {
  marginMs: 15_000,
  pinMs: PIN_MS,
  settleMs: 3_000,
  removeMs: 60_000,
  answerMs: 300_000,
  completeMs: 10_000,
  replyMs: 2_000,
};
