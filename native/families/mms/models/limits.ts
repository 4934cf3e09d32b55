import { PIN_MS } from '../../../../electron/contract/index.ts';

/** Time limits of a transaction, in milliseconds; a model may override them. */
export interface TransactionLimits {
  /** Silence after the card timeout before the driver asks the terminal. */
  readonly marginMs: number;
  readonly pinMs: number;
  /** Time for the last notifications after a result, a cancellation or a "no transaction" refusal. */
  readonly settleMs: number;
  /** Time a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** Total time for the bank's answer. */
  readonly answerMs: number;
  /** Time for the terminal to complete when its response to the bank's answer was lost. */
  readonly completeMs: number;
  /** Time for the response to a command of the transaction. */
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
