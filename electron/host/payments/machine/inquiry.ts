/** Helpers that the machine's files share: outcomes, inquiries, timings. Pure. */
import { backoff } from '../../../domain/index.ts';
import {
  type AwaitedAction,
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

/** A single empty look-up is no proof: a late create can follow a timeout (rule 4). */
export const NOT_FOUND_TRIES = 3;

/**
 * Time from which "not found" is accepted for a reversal. A refund that arrives late has paid money out at once, with
 * no hold to release: it is called "failed" only once no request can be on its way.
 */
export const REFUND_WINDOW_MS = 600_000;

/** Changes only the attempt: the phase stays, and there are no effects. */
export function stay(attempt: Attempt): Step {
  return { attempt, effects: [] };
}

/** After a restart no terminal is running the payment any more. */
export function idle<Known extends Attempt>(attempt: Known): Known {
  return { ...attempt, isTerminalBusy: false };
}

/** Nothing is or will be charged. Declines the card and waits for the terminal, unless it has ended already. */
export function notPaid(attempt: Attempt, outcome: UnpaidOutcome, code: string, at: number): Step {
  if (!attempt.isTerminalBusy || attempt.terminalEnd) return done(attempt, outcome, at);
  return {
    attempt: { ...attempt, phase: { name: 'refusing', outcome } },
    effects: [{ type: 'respond-declined', code }],
  };
}

/** Proven unpaid at the platform. The attempt is done once the terminal has ended too. */
export function settle(attempt: Attempt, outcome: UnpaidOutcome, at: number): Step {
  if (!attempt.isTerminalBusy || attempt.terminalEnd) return done(attempt, outcome, at);
  return { attempt: { ...attempt, phase: { name: 'refusing', outcome } }, effects: [] };
}

export function done(attempt: Attempt, outcome: Outcome, at: number): Step {
  // No later step may wait for the terminal again, whatever the terminal still does.
  const ended: Attempt = { ...attempt, isTerminalBusy: false, phase: { name: 'done', outcome, at } };
  return { attempt: stamp(ended, 'done', at), effects: [] };
}

const notCompleted = (message: string): Failure => ({ code: 'PAY_NOT_COMPLETED', message });

/** Failures by the customer's act that did not come in time. */
const lateFailures: Readonly<Record<AwaitedAction | 'card', Failure>> = {
  card: { code: 'PAY_NO_CARD', message: 'No card was presented in time.' },
  pin: { code: 'PAY_NO_PIN', message: 'The PIN was not entered in time.' },
  choice: { code: 'PAY_NO_CHOICE', message: 'No application of the card was chosen in time.' },
};

const noAnswer: Failure = {
  code: 'PAY_NO_ANSWER',
  message: 'The platform did not answer the terminal in time and has no record of the payment.',
};
const answeredTooLate = notCompleted("The bank's answer came after the terminal had given up.");

/** Failure for card data that belongs to another payment; nothing was sent to the platform. */
export function cardDataFailure(fault: CardDataFault): Failure {
  const message = `The terminal's card data do not belong to this payment (${fault}); nothing was sent.`;
  return { code: 'TERM_CARD_DATA', message, context: { fault } };
}

/** Reason why an attempt is not paid, from the terminal's end and the cancel. */
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

/** Meaning of the platform's failure codes that are not declines by the bank. */
export const platformEnds: Readonly<Record<string, Failure>> = {
  EXCEEDED_CARDHOLDER_INPUT_TIME_LIMIT: lateFailures.card,
  INCOMPLETE_TRANSACTION: notCompleted('The payment was abandoned at the terminal.'),
  COMMUNICATION_ERROR: notCompleted('The terminal lost its connection during the payment.'),
  DEVICE_IN_USE: { code: 'TERM_BUSY', message: 'The terminal is busy with another payment.' },
  DEVICE_NOT_ENABLED: { code: 'DEVICE_NOT_ENABLED', message: 'The Device of this terminal is not enabled.' },
  DEVICE_NOT_CONNECTED: { code: 'TERM_NOT_READY', message: 'The terminal has no network connection.' },
  DEVICE_UNREACHABLE: { code: 'TERM_NOT_READY', message: 'The platform cannot reach the terminal.' },
};

/**
 * Origin of a cancel that was not requested: the decision "not paid" sent a CANCEL from this till. Returns null if the
 * cancel came from elsewhere.
 */
function deciderOf({ phase }: Attempt): 'cashier' | null {
  const outcome = phase.name === 'done' ? phase.outcome : null;
  return outcome?.kind === 'decided' && outcome.verdict === 'not-paid' ? 'cashier' : null;
}

/**
 * Meaning of a failed or cancelled record at the platform (facts, 4.1): declines come from the bank, the rest does not.
 */
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
  // A capture has these only in journals from before the platform had to name a reason.
  'API_CONFLICT',
  'API_NOT_FOUND',
]);

/** True for a refusal that a retry will not change. Wrong credentials, rate limits and the like may pass. */
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

/** The reason if the cashier can act on it, or undefined. */
export function actionableReason(call: FailedCall): DoubtReason | undefined {
  const reason = reasonOf(call);
  return reason.startsWith('other-') ? reason : undefined;
}

/** Updates the reason of the inquiry: a reason that the cashier can act on replaces any other. */
export function withReason<Known extends AttemptIn<InquiringPhase>>(
  attempt: Known,
  { missing: call, at }: CallFailed,
): Known {
  const reason = actionableReason(call);
  if (!reason) return attempt;
  const inquiry = { ...(attempt.phase.inquiry ?? newInquiry(call, at)), reason };
  return { ...attempt, phase: { ...attempt.phase, inquiry } };
}

/** A platform call without a usable answer, with its time. */
export interface CallFailed {
  missing: FailedCall;
  at: number;
}

/** A new inquiry, whose first query is sent at once. */
export function firstInquiry(reason: DoubtReason, at: number): Inquiry {
  return { reason, since: at, tries: 1, nextTryAt: null };
}

export function newInquiry(call: FailedCall, at: number): Inquiry {
  return firstInquiry(reasonOf(call), at);
}

export function read(attempt: Attempt): Effect[] {
  return attempt.authorization ? [{ type: 'read-authorization', authorization: attempt.authorization.id }] : [];
}

/** Reads a known record by its id: lists may lag, so a record that they lack may still exist. */
export function lookUp(attempt: Attempt): Effect[] {
  return attempt.authorization ? read(attempt) : [{ type: 'look-up' }];
}

export function facts(answer: AuthorizationAnswer): AuthorizationFacts {
  const { id, amountMinor, requestedMinor, tipMinor, surchargeMinor = null, expiresAt, transfer, card } = answer;
  const surcharge = surchargeMinor === null ? {} : { surchargeMinor };
  return { id, amountMinor, requestedMinor, tipMinor, ...surcharge, expiresAt, transfer, card };
}

/** CANCEL through the platform, if the platform drives the terminal. */
export function cancelOnDevice({ intent }: Attempt): Effect[] {
  return intent.route === 'cloud' ? [{ type: 'cancel-device' }] : [];
}

/** EMV tag 8A for a decline: 51 for insufficient funds, 05 otherwise. */
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

/** Stores the bank's approval for all later steps; a repeated approval is the same approval. */
export function stampApproved<Known extends Attempt>(attempt: Known, at: number): Known {
  return wasApproved(attempt) ? attempt : stamp(attempt, BANK_APPROVED, at);
}

/** True if the platform has shown a record that the bank approved. For display only: no transition depends on it. */
export function wasApproved({ timings }: Attempt): boolean {
  return timings.some(({ step }) => step === BANK_APPROVED);
}

/** Time that an inquiry has lasted, measured by timers: setting the clock cannot change it. */
export function inquiredMs({ since, waitedMs }: Inquiry, at: number): number {
  return waitedMs ?? at - since;
}

/** Adds the wait between two tries, measured by a timer, to an inquiry. */
export function waited<Known extends Inquiry | null>(inquiry: Known, waitedMs: number | undefined): Known {
  if (inquiry === null || waitedMs === undefined) return inquiry;
  return { ...inquiry, waitedMs: (inquiry.waitedMs ?? 0) + waitedMs };
}

/** The attempt after the wait between two tries. */
export function afterWait<Known extends AttemptIn<InquiringPhase>>(
  attempt: Known,
  waitedMs: number | undefined,
): Known {
  return { ...attempt, phase: { ...attempt.phase, inquiry: waited(attempt.phase.inquiry, waitedMs) } };
}

/**
 * Keeps the time already waited after a restart but resets the back-off, so that frequent restarts cannot postpone the
 * end of a wait forever.
 */
export function resumed(inquiry: Inquiry): Inquiry {
  return { ...inquiry, triesBefore: inquiry.tries - 1 };
}

/**
 * Counts a try without an answer, with the time of the next try.
 * @param lackMs rest of a window, so that a try comes at its end; without a window, or after its end, only the back-off
 * counts
 */
export function nextTry(known: Inquiry | null, at: number, lackMs = 0): { inquiry: Inquiry; delayMs: number } {
  const backOffMs = retryDelayMs(known ? known.tries - (known.triesBefore ?? 0) : 1);
  const delayMs = lackMs > 0 ? Math.min(backOffMs, lackMs) : backOffMs;
  const inquiry = known ? { ...known, tries: known.tries + 1 } : firstInquiry('no-answer', at);
  return { inquiry: { ...inquiry, nextTryAt: at + delayMs }, delayMs };
}

/** Counts a try without an answer, schedules the next try, and waits for it. */
export function continueInquiry(attempt: AttemptIn<InquiringPhase>, at: number, lackMs = 0): Step {
  const { inquiry, delayMs } = nextTry(attempt.phase.inquiry, at, lackMs);
  return {
    attempt: { ...attempt, phase: { ...attempt.phase, inquiry } },
    effects: [{ type: 'wait', delayMs, about: null }],
  };
}

/** Time for which PENDING is normal: a customer at the terminal (cloud), a slow issuer (cable). */
export function pendingWithinMs(intent: Pick<Intent, 'route'>): number {
  return intent.route === 'cloud' ? 330_000 : 60_000;
}

/** An answer about an authorization. `heardAt`: time of the answer by the platform's clock, if known. */
export interface Answered {
  answer: AuthorizationAnswer;
  at: number;
  heardAt?: number | undefined;
}

/** True if a hold has expired by both clocks: a till's clock that is set forward expires no hold. */
export function hasRunOut(expiresAt: number | null, { at, heardAt = at }: Omit<Answered, 'answer'>): boolean {
  return expiresAt !== null && Math.min(at, heardAt) >= expiresAt;
}

/** Puts the attempt in doubt: look-ups have to find out whether the platform has the request, and its outcome. */
export function enterDoubt(attempt: Attempt, reason: DoubtReason, at: number, hasPended = false): Step {
  const pended = hasPended ? { hasPended } : {};
  const phase: Phase = { name: 'in-doubt', inquiry: firstInquiry(reason, at), notFound: 0, ...pended };
  return { attempt: stamp({ ...attempt, phase }, 'checking', at), effects: lookUp(attempt) };
}
