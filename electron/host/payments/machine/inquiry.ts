/** Small parts the machine's files share: ends, inquiries, stamps. Pure. */
import { backoff } from '../../../domain/index.ts';
import {
  type AwaitedAct,
  type CardDataFault,
  type DoubtReason,
  type Failure,
  type FailureCode,
} from '../../../contract/index.ts';
import type { AuthorizationAnswer, Effect, FailedCall } from './events.ts';
import type {
  Attempt,
  AttemptIn,
  AuthorizationFacts,
  InquiringPhase,
  Inquiry,
  Intent,
  Outcome,
  Phase,
  UnpaidOutcome,
} from './state.ts';

export interface Step {
  attempt: Attempt;
  effects: Effect[];
}

const retryDelayMs = backoff({ firstMs: 500, maxMs: 30_000 });

/** Nothing changes but the attempt: no phase is left, nothing is asked for. */
export function stay(attempt: Attempt): Step {
  return { attempt, effects: [] };
}

/** After a restart no terminal is at it any more. */
export function idle<Known extends Attempt>(attempt: Known): Known {
  return { ...attempt, isTerminalBusy: false };
}

/** Nothing is or will be charged. The card is declined and the terminal waited for, unless it has ended already. */
export function notPaid(attempt: Attempt, outcome: UnpaidOutcome, code: string, at: number): Step {
  if (!attempt.isTerminalBusy || attempt.terminalEnd) return done(attempt, outcome, at);
  return {
    attempt: { ...attempt, phase: { name: 'refusing', outcome } },
    effects: [{ type: 'respond-declined', code }],
  };
}

/** Proven unpaid at the platform; the attempt is done once the terminal has ended too. */
export function settle(attempt: Attempt, outcome: UnpaidOutcome, at: number): Step {
  if (!attempt.isTerminalBusy || attempt.terminalEnd) return done(attempt, outcome, at);
  return { attempt: { ...attempt, phase: { name: 'refusing', outcome } }, effects: [] };
}

export function done(attempt: Attempt, outcome: Outcome, at: number): Step {
  // Whatever the terminal still does, nothing that comes later may wait for it again.
  const ended: Attempt = { ...attempt, isTerminalBusy: false, phase: { name: 'done', outcome, at } };
  return { attempt: stamp(ended, 'done', at), effects: [] };
}

const notCompleted = (message: string): Failure => ({ code: 'PAY_NOT_COMPLETED', message });

/** The customer's act that did not come in time. */
const lateFailures: Readonly<Record<AwaitedAct | 'card', Failure>> = {
  card: { code: 'PAY_NO_CARD', message: 'No card was presented in time.' },
  pin: { code: 'PAY_NO_PIN', message: 'The PIN was not entered in time.' },
  choice: { code: 'PAY_NO_CHOICE', message: 'No application of the card was chosen in time.' },
};

const noAnswer: Failure = {
  code: 'PAY_NO_ANSWER',
  message: 'The platform did not answer the terminal in time and has no record of the payment.',
};
const answeredTooLate = notCompleted("The bank's answer came after the terminal had given up.");

/** Card data that do not belong to the payment: nothing was sent to the platform. */
export function cardDataFailure(fault: CardDataFault): Failure {
  const message = `The terminal's card data do not belong to this payment (${fault}); nothing was sent.`;
  return { code: 'TERM_CARD_DATA', message, context: { fault } };
}

/** Why an attempt that is not paid is not paid, from what is known of terminal and cancel. */
export function unpaidOutcome(attempt: Attempt): UnpaidOutcome {
  const end = attempt.terminalEnd;
  if (end?.kind === 'cancelled' && end.by === 'cardholder') return { kind: 'cancelled', by: 'customer' };
  if (attempt.cancel) return { kind: 'cancelled', by: attempt.cancel };
  const wasApproved = attempt.authorization !== null;
  const kind = wasApproved ? 'voided' : 'failed';
  if (end && 'isUnanswered' in end) return { kind, failure: wasApproved ? answeredTooLate : noAnswer };
  switch (end?.kind) {
    case 'cancelled':
      return { kind: 'cancelled', by: 'cashier' };
    case 'declined':
      return { kind: 'declined', code: 'CARD_DECLINED' };
    case 'timed-out':
      if (!wasApproved) return { kind: 'failed', failure: lateFailures[end.waitedFor ?? 'card'] };
      return { kind, failure: notCompleted('The terminal ran out of time before the payment was complete.') };
    case 'lost':
      return { kind, failure: end.failure };
    case 'failed':
      if (end.cardData) return { kind, failure: cardDataFailure(end.cardData) };
      return { kind, failure: notCompleted(`The terminal did not complete the payment: ${end.reason}.`) };
    case 'approved':
      return { kind, failure: notCompleted('The terminal approved without the bank.') };
    case undefined:
      if (wasApproved) return { kind, failure: notCompleted('The till restarted before the terminal had completed.') };
      return { kind, failure: { code: 'PAY_NEVER_ARRIVED', message: 'The platform has no record of the payment.' } };
  }
}

/** What the platform's failure codes mean that are no decline of the bank. */
export const platformEnds: Readonly<Record<string, Failure>> = {
  EXCEEDED_CARDHOLDER_INPUT_TIME_LIMIT: lateFailures.card,
  INCOMPLETE_TRANSACTION: notCompleted('The payment was abandoned at the terminal.'),
  COMMUNICATION_ERROR: notCompleted('The terminal lost its connection during the payment.'),
  DEVICE_IN_USE: { code: 'TERM_BUSY', message: 'The terminal is busy with another payment.' },
  DEVICE_NOT_ENABLED: { code: 'DEVICE_NOT_ENABLED', message: 'The Device of this terminal is not enabled.' },
  DEVICE_NOT_CONNECTED: { code: 'TERM_NOT_READY', message: 'The terminal has no network connection.' },
  DEVICE_UNREACHABLE: { code: 'TERM_NOT_READY', message: 'The platform cannot reach the terminal.' },
};

/** A cancel that nobody asked for: with the decision "not paid" one was sent from here. Null: not from here. */
function deciderOf({ phase }: Attempt): 'cashier' | null {
  const outcome = phase.name === 'done' ? phase.outcome : null;
  return outcome?.kind === 'decided' && outcome.verdict === 'not-paid' ? 'cashier' : null;
}

/** What a failed or cancelled record at the platform means (facts, 4.1): declines are the bank's, the rest is not. */
export function refusedOutcome(attempt: Attempt, failureCode: string | null): UnpaidOutcome {
  if (failureCode === 'CANCELLATION_VIA_DEVICE') return { kind: 'cancelled', by: 'customer' };
  if (failureCode === 'CANCELLATION_VIA_API') return { kind: 'cancelled', by: attempt.cancel ?? deciderOf(attempt) };
  if (attempt.cancel) return { kind: 'cancelled', by: attempt.cancel };
  const failure = platformEnds[failureCode ?? ''];
  return failure ? { kind: 'failed', failure } : { kind: 'declined', code: failureCode ?? 'GENERIC_DECLINE' };
}

export function captureFailure(attempt: Attempt): Failure {
  if (attempt.phase.name === 'capturing' && attempt.phase.refused) return attempt.phase.refused;
  return { code: 'PAY_REFUSED', message: 'The platform approved the payment but did not capture it.' };
}

const finalRefusals: ReadonlySet<string> = new Set([
  'PAY_NOT_CAPTURED',
  'API_INVALID',
  'API_DECLINED',
  // Of a capture only in journals from before the platform had to name a reason.
  'API_CONFLICT',
  'API_NOT_FOUND',
]);

/** A refusal that will not change by asking again. Wrong credentials, rate limits and the like may pass. */
export function isFinalRefusal({ failure }: Pick<FailedCall, 'failure'>): boolean {
  return finalRefusals.has(failure.code);
}

const reasons: Partial<Record<FailureCode, DoubtReason>> = {
  API_OTHER_ACCOUNT: 'other-account',
  API_OTHER_CURRENCY: 'other-currency',
  API_OTHER_RECORD: 'other-record',
  API_UNREADABLE: 'unreadable-answer',
};

export function reasonOf({ failure }: FailedCall): DoubtReason {
  return reasons[failure.code] ?? 'no-answer';
}

/** The reason where a person can do something about it; undefined for any other. */
export function actionableReason(call: FailedCall): DoubtReason | undefined {
  const reason = reasonOf(call);
  return reason.startsWith('other-') ? reason : undefined;
}

/** Why it is asked about: what a person can do something about is said, whatever was the reason before. */
export function withReason<Known extends AttemptIn<InquiringPhase>>(
  attempt: Known,
  { missing: call, at }: CallFailed,
): Known {
  const reason = actionableReason(call);
  if (!reason) return attempt;
  const inquiry = { ...(attempt.phase.inquiry ?? newInquiry(call, at)), reason };
  return { ...attempt, phase: { ...attempt.phase, inquiry } };
}

/** A call of the platform that gave no usable answer, with its moment. */
export interface CallFailed {
  missing: FailedCall;
  at: number;
}

/** An inquiry as it begins: asked once, and nothing waited for yet. */
export function firstInquiry(reason: DoubtReason, at: number): Inquiry {
  return { reason, since: at, tries: 1, nextTryAt: null };
}

export function newInquiry(call: FailedCall, at: number): Inquiry {
  return firstInquiry(reasonOf(call), at);
}

export function read(attempt: Attempt): Effect[] {
  return attempt.authorization ? [{ type: 'read-authorization', authorization: attempt.authorization.id }] : [];
}

/** By its id what was seen once: lists may lag behind, and what they lack is not gone. */
export function lookUp(attempt: Attempt): Effect[] {
  return attempt.authorization ? read(attempt) : [{ type: 'look-up' }];
}

export function facts(answer: AuthorizationAnswer): AuthorizationFacts {
  const { id, amountMinor, requestedMinor, tipMinor, surchargeMinor = null, expiresAt, transfer, card } = answer;
  const surcharge = surchargeMinor === null ? {} : { surchargeMinor };
  return { id, amountMinor, requestedMinor, tipMinor, ...surcharge, expiresAt, transfer, card };
}

/** CANCEL through the platform, where it drives the terminal. */
export function cancelOnDevice({ intent }: Attempt): Effect[] {
  return intent.route === 'cloud' ? [{ type: 'cancel-device' }] : [];
}

/** EMV tag 8A for a decline: 51 for missing funds, 05 otherwise. */
export function responseCode(failureCode: string | null): string {
  return failureCode === 'INSUFFICIENT_FUNDS' ? '51' : '05';
}

export function stamp<Known extends Attempt>(attempt: Known, step: string, at: number): Known {
  return {
    ...attempt,
    timings: [...attempt.timings, { step, atMs: Math.max(0, Math.round(at - attempt.intent.startedAt)) }],
  };
}

const BANK_APPROVED = 'bank-approved';

/** The bank's yes, remembered whatever becomes of it; said again, it is the same yes. */
export function stampApproved<Known extends Attempt>(attempt: Known, at: number): Known {
  return wasApproved(attempt) ? attempt : stamp(attempt, BANK_APPROVED, at);
}

/** The platform has shown a record that the bank approved. For people only: no transition asks. */
export function wasApproved({ timings }: Attempt): boolean {
  return timings.some(({ step }) => step === BANK_APPROVED);
}

/** How long there has been an inquiry, milliseconds. A clock set forward proves nothing, one set back hides nothing. */
export function inquiredMs({ since, waitedMs }: Inquiry, at: number): number {
  return waitedMs ?? at - since;
}

/** The time between two tries, by a timer, added to an inquiry. */
export function waited<Known extends Inquiry | null>(inquiry: Known, waitedMs: number | undefined): Known {
  if (inquiry === null || waitedMs === undefined) return inquiry;
  return { ...inquiry, waitedMs: (inquiry.waitedMs ?? 0) + waitedMs };
}

/** The attempt once the wait between two tries is over. */
export function afterWait<Known extends AttemptIn<InquiringPhase>>(
  attempt: Known,
  waitedMs: number | undefined,
): Known {
  return { ...attempt, phase: { ...attempt.phase, inquiry: waited(attempt.phase.inquiry, waitedMs) } };
}

/** After a restart: what was waited counts, the back-off begins anew. Else a host that restarts often never ends a wait. */
export function resumed(inquiry: Inquiry): Inquiry {
  return { ...inquiry, triesBefore: inquiry.tries - 1 };
}

/**
 * No answer yet: counted, with the moment of the next try.
 * @param lackMs what a window lacks that is over then, milliseconds; without one, or once it is over, the back-off counts
 */
export function nextTry(known: Inquiry | null, at: number, lackMs = 0): { inquiry: Inquiry; delayMs: number } {
  const backOffMs = retryDelayMs(known ? known.tries - (known.triesBefore ?? 0) : 1);
  const delayMs = lackMs > 0 ? Math.min(backOffMs, lackMs) : backOffMs;
  const inquiry = known ? { ...known, tries: known.tries + 1 } : firstInquiry('no-answer', at);
  return { inquiry: { ...inquiry, nextTryAt: at + delayMs }, delayMs };
}

/** No answer yet: count it, say when the next try is, and wait for it. */
export function continueInquiry(attempt: AttemptIn<InquiringPhase>, at: number, lackMs = 0): Step {
  const { inquiry, delayMs } = nextTry(attempt.phase.inquiry, at, lackMs);
  return {
    attempt: { ...attempt, phase: { ...attempt.phase, inquiry } },
    effects: [{ type: 'wait', delayMs, about: null }],
  };
}

/** How long PENDING is nothing unusual, milliseconds: a customer at the terminal (cloud), a slow issuer (cable). */
export function pendingWithinMs(intent: Pick<Intent, 'route'>): number {
  return intent.route === 'cloud' ? 330_000 : 60_000;
}

/** An answer about an authorization. `heardAt`: when, by the platform's clock, where it is known. */
export interface Answered {
  answer: AuthorizationAnswer;
  at: number;
  heardAt?: number | undefined;
}

/** Whether a hold has run out by both clocks: one at the till that is set forward ends none. */
export function hasRunOut(expiresAt: number | null, { at, heardAt = at }: Omit<Answered, 'answer'>): boolean {
  return expiresAt !== null && Math.min(at, heardAt) >= expiresAt;
}

/** Whether the platform has our request, and what became of it, has to be found out. */
export function enterDoubt(attempt: Attempt, reason: DoubtReason, at: number, hasPended = false): Step {
  const pended = hasPended ? { hasPended } : {};
  const phase: Phase = { name: 'in-doubt', inquiry: firstInquiry(reason, at), notFound: 0, ...pended };
  return { attempt: stamp({ ...attempt, phase }, 'checking', at), effects: lookUp(attempt) };
}
