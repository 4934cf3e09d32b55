import { PIN_MS } from '../../../../electron/contract/index.ts';

/** Limits of a transaction, in milliseconds. A row of the family's models may override them. */
export interface Neo2TransactionLimits {
  /** Silence after the card timeout before the driver stops the reader. */
  readonly marginMs: number;
  readonly pinMs: number;
  /** Maximum wait for a long-running command's answer after the reader accepted a cancel. */
  readonly settleMs: number;
  /** Maximum total wait for the bank's answer. */
  readonly answerMs: number;
  /** Maximum time for the chip to process the bank's answer. */
  readonly completeMs: number;
  /** Maximum wait for a command's reply, or for the reader's confirmation that it accepted the command. */
  readonly replyMs: number;
  /** Time to refuse a command, for a reader that does not confirm accepted commands. */
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
