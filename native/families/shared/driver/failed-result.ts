/** Results of transactions that end without a decision by the bank. */
import type { TransactionResult } from '../terminal.ts';

type FailedResult = Extract<TransactionResult, { kind: 'failed' }>;

export const failedResult = (reason: string): FailedResult => ({ kind: 'failed', reason });

export const chipUnreadable = failedResult('the chip could not be read');

export const cardTakenOut: FailedResult = { ...failedResult('the card was taken out'), isCardOut: true };
