/** What a reader's result makes of a transaction (reference section 11, truth table). Pure. */
import { cardTakenOut, failedResult } from '../../shared/driver/failed-result.ts';
import type { HostAnswer, TransactionResult } from '../../shared/terminal.ts';
import { lateCard, lateChoice } from '../../shared/driver/cardholder-times.ts';
import { progress, transactionStatus } from '../codec/codes.ts';
import type { ResultMessage } from '../codec/card-data.ts';

/** For a card that takes no part in it any more. */
export const resultOfAnswer = ({ isApproved }: HostAnswer): TransactionResult =>
  isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' };

export interface Known {
  readonly isCardSeen: boolean;
  /** The reader has asked the bank. */
  readonly hasAsked: boolean;
  /** The bank's answer; undefined until the reader has it. */
  readonly isApproved: boolean | undefined;
  readonly isCancelAsked: boolean;
  readonly isChipOut: boolean;
  /** The last step that was told. */
  readonly step: number;
}

/** Steps that say why a card is of no use here: no fault of its chip, and no reason to try its stripe. */
const notAccepted: ReadonlySet<number> = new Set([0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b]);

export const isNotAccepted = (step: number): boolean => notAccepted.has(step);

export function classifyResult({ status, wantsSignature }: ResultMessage, known: Known): TransactionResult {
  switch (status) {
    case transactionStatus.approved:
      // No authorization stands behind it, so nothing could be captured: it must not look like a sale.
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
      return lateChoice;
    case transactionStatus.waitingTimedOut:
      return known.isCardSeen ? lateCard : { kind: 'timed-out' };
    case transactionStatus.error:
      if (known.isCancelAsked) return { kind: 'cancelled', by: 'host' };
      if (known.isChipOut) return cardTakenOut;
      return failedResult(notAccepted.has(known.step) ? 'the card was not accepted' : 'card error');
    case transactionStatus.cancelledBySwipe:
    case transactionStatus.unknown:
    case undefined:
    default:
      return failedResult('the reader did not say how it ended');
  }
}

/** Of a tap: the reader does not wait for the bank, and has still asked it. */
export const isDoneBeforeBank = ({ status }: ResultMessage, known: Known): boolean =>
  status === transactionStatus.approved && known.hasAsked && known.isApproved === undefined && !known.isCancelAsked;

/** Ended by a swipe that the reader leaves to us. */
export const isEndedBySwipe = (message: ResultMessage): boolean =>
  message.status === transactionStatus.cancelledBySwipe;

/** A chip that came to nothing before the bank was asked: for reasons of its contacts, not of its content. */
export function isTechnical(message: ResultMessage, known: Known): boolean {
  return (
    message.status === transactionStatus.error &&
    !known.hasAsked &&
    !known.isChipOut &&
    !known.isCancelAsked &&
    !notAccepted.has(known.step) &&
    known.step !== progress.none
  );
}
