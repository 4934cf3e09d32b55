/** How a payment ends when the customer, with a card in the terminal, takes too long. */
import type { TransactionResult } from '../terminal.ts';

export const lateChoice: TransactionResult = {
  kind: 'timed-out',
  waitedFor: 'choice',
  reason: 'nobody chose an application',
};

export const latePin: TransactionResult = { kind: 'timed-out', waitedFor: 'pin', reason: 'no PIN was entered' };

/** The terminal's own time ran out while a card was there and neither a choice nor a PIN was due. */
export const lateCard: TransactionResult = { kind: 'failed', reason: 'the terminal ran out of time with the card' };
