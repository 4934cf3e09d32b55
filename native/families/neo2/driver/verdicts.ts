/**
 * Interprets the answer of a long-running command (reference sections 3, 5 and 6). Pure; the transaction acts on it.
 */
import { byteHex } from '../../../framing/bytes.ts';
import type { Prompt } from '../../../../electron/contract/index.ts';
import { cardTakenOut, failedResult } from '../../shared/driver/failed-result.ts';
import type { TransactionResult } from '../../shared/terminal.ts';
import { readShortError, readTransactionAnswer, type TransactionAnswer } from '../codec/card-data.ts';
import { contactlessError, resultCode, resultName, status, statusName } from '../codec/codes.ts';
import type { Neo2Interfaces } from '../codec/commands.ts';
import type { Neo2Reply } from '../codec/status.ts';

export type Verdict =
  /** A chip card is in and its application chosen: cardholder verification is next. */
  | { readonly kind: 'verify' }
  | { readonly kind: 'online'; readonly answer: TransactionAnswer }
  /** Request the card again, without the listed readers. */
  | { readonly kind: 'again'; readonly prompt: Prompt; readonly without: Partial<Neo2Interfaces>; isReadError: boolean }
  | { readonly kind: 'end'; readonly result: TransactionResult; readonly isReadError: boolean };

const end = (result: TransactionResult, isReadError = false): Verdict => ({ kind: 'end', result, isReadError });
const failed = (reason: string, isReadError = false): Verdict => end(failedResult(reason), isReadError);
const again = (prompt: Prompt, without: Partial<Neo2Interfaces>, isReadError: boolean): Verdict => ({
  kind: 'again',
  prompt,
  without,
  isReadError,
});

/** Statuses of answers that carry card data or a result code. */
function isSuccess({ status: value }: Neo2Reply): boolean {
  return value === status.ok || value === status.goOnline || value === status.contactResult;
}

/** Returns true if a reply reports a card, or the card timeout, instead of a refused command. */
export function isAboutCard(reply: Neo2Reply): boolean {
  const hasError = reply.status === status.failed && reply.data.length > 0;
  return isSuccess(reply) || reply.status === status.timeout || hasError;
}

/** Classifies the answer to 02-40. */
export function classifyCard(reply: Neo2Reply): Verdict {
  if (reply.status === status.timeout) return end({ kind: 'timed-out' });
  if (reply.status === status.failed) return classifyFailure(reply);
  if (!isSuccess(reply)) return failed(`the reader stopped: ${statusName(reply.status)}`);
  const answer = readTransactionAnswer(reply.data);
  if (!answer) return failed('the card data cannot be read', true);
  const { result } = answer;
  if (result === resultCode.started) return { kind: 'verify' };
  const isForBank =
    result === null ||
    result === resultCode.goOnline ||
    result === resultCode.goOnlineContactless ||
    result === resultCode.swiped;
  if (isForBank && answer.tlvs.length > 0) return { kind: 'online', answer };
  return classifyResult(result ?? resultCode.terminated);
}

/** Classifies the answer to 60-11. */
export function classifyVerification(reply: Neo2Reply): Verdict {
  if (reply.status === status.timeout) return end({ kind: 'timed-out' });
  if (!isSuccess(reply)) return failed(`the chip failed: ${statusName(reply.status)}`, true);
  const answer = readTransactionAnswer(reply.data);
  if (!answer) return failed('the card data cannot be read', true);
  if (answer.result === resultCode.goOnline) return { kind: 'online', answer };
  return classifyResult(answer.result ?? resultCode.terminated);
}

/** Classifies the answer to 60-12, or to the query for its result (60-13). `isApproved`: the bank's decision. */
export function classifyCompletion(reply: Neo2Reply, isApproved: boolean): Verdict {
  if (!isSuccess(reply)) return failed(`the card did not complete: ${statusName(reply.status)}`);
  const result = readTransactionAnswer(reply.data)?.result ?? null;
  if (result === null) return failed('the terminal did not report how the payment ended');
  if (result === resultCode.approved && isApproved) return end({ kind: 'approved', wantsSignature: false });
  const verdict = classifyResult(result);
  // The card has the bank's answer, so it is not requested again. Anything but a decline is uncertain.
  const isCertain = verdict.kind === 'end' && (verdict.result.kind === 'declined' || verdict.result.kind === 'failed');
  return isCertain ? verdict : failed(`the card did not complete: ${resultName(result)}`);
}

/** Classifies a result code: it ends the transaction, or requests the card in another way. */
function classifyResult(result: number): Verdict {
  switch (result) {
    case resultCode.declined:
    case resultCode.declinedOffline:
    case resultCode.callBank:
      return end({ kind: 'declined' });
    case resultCode.cancelled:
      return end({ kind: 'cancelled', by: 'cardholder' });
    case resultCode.timeout:
      return end({ kind: 'timed-out' });
    case resultCode.fallbackToSwipe:
    case resultCode.fallbackSituation:
      return again('swipe-card', { contact: false, contactless: false }, true);
    case resultCode.tryAnotherInterface:
      return again('insert-card', { contactless: false }, false);
    case resultCode.twoCards:
      return again('one-card-only', {}, true);
    case resultCode.approvedOffline:
      // There is no authorization, so a capture is impossible: this must not look like a sale.
      return failed('the card approved without asking the bank');
    case resultCode.chipAbsent:
      return end(cardTakenOut, true);
    // In these cases the card was usually pulled too, but the reader does not report it.
    case resultCode.chipFailed:
    case resultCode.chipInitFailed:
      return failed('the card was taken out', true);
    default:
      return failed(`the card was refused: ${resultName(result)}`);
  }
}

function classifyFailure(reply: Neo2Reply): Verdict {
  const answer = readTransactionAnswer(reply.data);
  const error = readShortError(reply.data) ?? answer?.error;
  if (!error && answer && answer.result !== null) return classifyResult(answer.result);
  switch (error?.code ?? -1) {
    case contactlessError.collision:
      return again('one-card-only', {}, true);
    case contactlessError.communication:
    case contactlessError.noAnswer:
      return again('tap-again', {}, true);
    case contactlessError.overLimit:
    case contactlessError.unsupported:
      return again('insert-card', { contactless: false }, false);
    case contactlessError.declinedByCard:
      return end({ kind: 'declined' });
    default: {
      const code = error ? `: error ${byteHex(error.code)}` : '';
      return failed(`the card could not be read${code}`, true);
    }
  }
}
