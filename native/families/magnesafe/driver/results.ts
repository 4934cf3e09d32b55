/** Maps a reader's result to a transaction result (reference section 11, truth table). Pure. */
import { cardTakenOut, failedResult } from '../../shared/driver/failed-result.ts';
import type { HostAnswer, TransactionResult } from '../../shared/terminal.ts';
import { cardTimedOut, choiceTimedOut } from '../../shared/driver/cardholder-times.ts';
import { progress, transactionStatus } from '../codec/codes.ts';
import type { ResultMessage } from '../codec/card-data.ts';

/** Result for a card that plays no further part. */
export const resultOfAnswer = ({ isApproved }: HostAnswer): TransactionResult =>
  isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' };

export interface TransactionFacts {
  readonly isCardSeen: boolean;
  /** The reader has sent its online request. */
  readonly hasAsked: boolean;
  /** The bank's answer, or undefined before the reader has it. */
  readonly isApproved: boolean | undefined;
  readonly isCancelAsked: boolean;
  readonly isChipOut: boolean;
  /** The last reported step. */
  readonly step: number;
}

/** Steps that explain why a card is not accepted: its chip works, so trying its stripe is pointless. */
const notAccepted: ReadonlySet<number> = new Set([0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b]);

export const isNotAccepted = (step: number): boolean => notAccepted.has(step);

export function classifyResult({ status, wantsSignature }: ResultMessage, known: TransactionFacts): TransactionResult {
  switch (status) {
    case transactionStatus.approved:
      // There is no authorization, so a capture is impossible: this must not look like a sale.
      if (known.isApproved === undefined) return failedResult('the card approved without asking the bank');
      if (!known.isApproved)
        return known.isCancelAsked
          ? { kind: 'cancelled', by: 'host' }
          : failedResult('the card approved what the bank declined');
      return { kind: 'approved', wantsSignature };
    case transactionStatus.declined:
      return known.isCancelAsked ? { kind: 'cancelled', by: 'host' } : { kind: 'declined' };
    case transactionStatus.cancelledByHost:
    case transactionStatus.waitingCancelled:
    case transactionStatus.selectionCancelled:
      return known.isCancelAsked
        ? { kind: 'cancelled', by: 'host' }
        : failedResult('the reader was told to stop by somebody else');
    case transactionStatus.selectionTimedOut:
      return choiceTimedOut;
    case transactionStatus.waitingTimedOut:
      return known.isCardSeen ? cardTimedOut : { kind: 'timed-out' };
    case transactionStatus.error:
      if (known.isCancelAsked) return { kind: 'cancelled', by: 'host' };
      if (known.isChipOut) return cardTakenOut;
      return failedResult(notAccepted.has(known.step) ? 'the card was not accepted' : 'card error');
    case transactionStatus.cancelledBySwipe:
    case transactionStatus.unknown:
    case undefined:
    default:
      return failedResult('the reader did not report how the payment ended');
  }
}

/** True for a tap that the reader completed without waiting for the bank, although it sent an online request. */
export const isDoneBeforeBank = ({ status }: ResultMessage, known: TransactionFacts): boolean =>
  status === transactionStatus.approved && known.hasAsked && known.isApproved === undefined && !known.isCancelAsked;

/** True if a swipe ended the transaction, and the reader leaves that swipe to us. */
export const isEndedBySwipe = (message: ResultMessage): boolean =>
  message.status === transactionStatus.cancelledBySwipe;

/** True if a chip failed before the online request because of its contacts instead of its content. */
export function isTechnical(message: ResultMessage, known: TransactionFacts): boolean {
  return (
    message.status === transactionStatus.error &&
    !known.hasAsked &&
    !known.isChipOut &&
    !known.isCancelAsked &&
    !notAccepted.has(known.step) &&
    known.step !== progress.none
  );
}
