/** Results of payments whose customer, with a card in the terminal, takes too long. */
import { failedResult } from './failed-result.ts';
import type { TransactionResult } from '../terminal.ts';

export const choiceTimedOut: TransactionResult = {
  kind: 'timed-out',
  waitedFor: 'choice',
  reason: 'the cardholder chose no application',
};

export const pinTimedOut: TransactionResult = { kind: 'timed-out', waitedFor: 'pin', reason: 'no PIN was entered' };

/** The terminal's own timeout expired with a card present, at a time when no choice or PIN was due. */
export const cardTimedOut = failedResult('the terminal ran out of time with the card');
