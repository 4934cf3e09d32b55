/** The authorization: the create's answer, its absence, and the look-ups that follow. Pure. */
import { backoff } from '../../../domain/index.ts';
import type { AuthorizationAnswer, FailedCall } from './events.ts';
import { completed, held, releaseHold } from './release-hold.ts';
import { byWhom, confirm } from './money.ts';
import {
  NOT_FOUND_TRIES,
  REFUND_WINDOW_MS,
  cancelOnDevice,
  continueInquiry,
  done,
  enterDoubt,
  facts,
  idle,
  inquiredMs,
  lookUp,
  notPaid,
  pendingWithinMs,
  reasonOf,
  refusedOutcome,
  responseCode,
  resumed,
  stamp,
  stampApproved,
  unpaidOutcome,
  type Step,
} from './inquiry.ts';
import { listLagOf, type Attempt, type AttemptIn, type Inquiry, type Intent, type Outcome } from './state.ts';

/**
 * Time after the start of the inquiry from which "not found" is accepted. On the cable it is the lag of the platform's
 * lists. On the cloud route the platform may hold a create open for five minutes, and a Device may be in use for six
 * (facts, 2.2 and 4.1). For a refund see `REFUND_WINDOW_MS`.
 */
export function notFoundWindowMs(intent: Pick<Intent, 'route' | 'kind' | 'listLagMs'>): number {
  if (intent.kind === 'refund') return REFUND_WINDOW_MS;
  return intent.route === 'cloud' ? 360_000 : listLagOf(intent);
}

/** Number of PENDING answers after which a CANCEL is sent again. */
const CANCEL_EVERY = 2;

/** Delay between two reads of a PENDING payment on the cable route. */
const cablePollMs = backoff({ firstMs: 500, maxMs: 4_000 });

function pollDelayMs(intent: Pick<Intent, 'route'>, tries: number): number {
  return intent.route === 'cloud' ? 2_000 : cablePollMs(tries + 1);
}

type Undecided = AttemptIn<'authorizing' | 'polling' | 'in-doubt'>;

/** Handles the platform's answer about the attempt, to the create or to a look-up. */
export function decided(attempt: Undecided, { answer, at }: { answer: AuthorizationAnswer; at: number }): Step {
  const known = { ...attempt, authorization: facts(answer) };
  switch (answer.state) {
    case 'SUCCEEDED':
      return approved(stampApproved(stamp(known, 'bank-answered', at), at), answer, at);
    case 'FAILED':
    case 'CANCELED': {
      const answered = stamp(known, 'bank-answered', at);
      return notPaid(answered, refusedOutcome(answered, answer.failureCode), responseCode(answer.failureCode), at);
    }
    case 'PENDING':
      return pending(known, at);
    case 'UNKNOWN':
      return unclear(known, at);
  }
}

function approved(known: Attempt, answer: AuthorizationAnswer, at: number): Step {
  const { intent } = known;
  if (intent.kind === 'refund') {
    const outcome: Outcome = { kind: 'refunded', transfer: answer.id, refundedMinor: answer.amountMinor };
    if (!known.isTerminalBusy || known.terminalEnd) return done(known, outcome, at);
    return { attempt: { ...known, phase: { name: 'finishing', outcome } }, effects: [{ type: 'respond-approved' }] };
  }
  if (answer.isVoid) return notPaid(known, unpaidOutcome(known), '05', at);
  if (answer.transfer !== null) return confirm(known, answer.transfer, { tipMinor: answer.tipMinor, ...byWhom(known) });
  const isTooLate = known.isCancelTooLate && intent.recovered === 'completed';
  if ((known.cancel && !isTooLate) || intent.recovered === 'released') return releaseHold(known, at);
  // The recovery log shows how far the payment had come: a tab stays a tab, and a customer who left with a completed
  // sale has paid.
  if (intent.recovered === 'held') return held(known, at);
  if (intent.recovered === 'completed') return completed(known, at);
  // On the cloud route the terminal has finished before the platform approves.
  if (intent.route === 'cloud') return completed(known, at);
  if (known.terminalEnd || !known.isTerminalBusy) return releaseHold(known, at);
  return { attempt: { ...known, phase: { name: 'completing' } }, effects: [{ type: 'respond-approved' }] };
}

/**
 * Continues after PENDING, or after an unchanged record of a PENDING payment: this is normal for a while, and then puts
 * the payment in doubt.
 */
export function pending(known: Undecided, at: number): Step {
  const step = stillPending(known, at);
  const { phase } = step.attempt;
  const tries = phase.name === 'polling' ? phase.tries : phase.name === 'in-doubt' ? phase.inquiry.tries : 0;
  // A CANCEL may be lost, or come before the payment does: then the terminal still asks the customer for a card.
  if (known.cancel && tries % CANCEL_EVERY === 0) step.effects.unshift(...cancelOnDevice(known));
  return step;
}

function stillPending(known: Undecided, at: number): Step {
  const { phase, intent } = known;
  if (phase.name === 'in-doubt' && phase.hasPended) return unclear(known, at);
  const since = phase.name === 'in-doubt' ? intent.startedAt : at;
  const withinMs = pendingWithinMs(intent);
  const polling: AttemptIn<'polling'>['phase'] =
    phase.name === 'polling'
      ? { ...phase, tries: phase.tries + 1 }
      : { name: 'polling', tries: 0, until: since + withinMs };
  const { pendingMs, until, tries } = polling;
  if (pendingMs === undefined ? at >= until : pendingMs >= withinMs) return unclear(known, at);
  return {
    attempt: { ...known, phase: polling },
    effects: [{ type: 'wait', delayMs: pollDelayMs(intent, tries), about: null }],
  };
}

/** The record is inconclusive, so it is polled until it is final. */
function unclear(known: Undecided, at: number): Step {
  const { phase } = known;
  if (phase.name === 'polling') return enterDoubt(known, 'no-answer', at, phase.pendingMs !== undefined);
  if (phase.name !== 'in-doubt') return enterDoubt(known, 'no-answer', at);
  return continueInquiry({ ...known, phase: { ...phase, notFound: 0 } }, at);
}

export function authorizationCallFailed(
  attempt: Attempt,
  { missing: call, at }: { missing: FailedCall; at: number },
): Step {
  switch (call.kind) {
    case 'refused':
    case 'not-sent': {
      // A refused payment may still be made: a second copy of the request can be on its way. The reconciliation poll
      // checks (late-responses.ts).
      const known = call.kind === 'refused' ? stamp(attempt, 'refused', at) : attempt;
      if (known.cancel) return notPaid(known, { kind: 'cancelled', by: known.cancel }, '05', at);
      return notPaid(known, { kind: 'failed', failure: call.failure }, '05', at);
    }
    case 'unknown':
      return enterDoubt(attempt, reasonOf(call), at);
  }
}

export function notFound(attempt: AttemptIn<'in-doubt'>, at: number): Step {
  const { phase } = attempt;
  // A record with a known id did exist, so "not found" is unreliable now.
  const times = attempt.authorization ? 0 : phase.notFound + 1;
  if (times >= NOT_FOUND_TRIES && inquiredMs(phase.inquiry, at) >= notFoundWindowMs(attempt.intent)) {
    // Nothing is held under the payment's key. If a create still arrives, the reconciliation poll finds it
    // (`lateAnswer`).
    return notPaid(attempt, unpaidOutcome(attempt), '05', at);
  }
  const lackMs = notFoundWindowMs(attempt.intent) - inquiredMs(phase.inquiry, at);
  return continueInquiry({ ...attempt, phase: { ...phase, notFound: times } }, at, lackMs);
}

export function inquiryRestarted(attempt: AttemptIn<'in-doubt'>): Step {
  const { phase } = attempt;
  // The till may have another account now, so the look-up checks it again.
  const reason = phase.inquiry.reason === 'other-account' ? 'restarted' : phase.inquiry.reason;
  const inquiry: Inquiry = { ...resumed(phase.inquiry), reason, nextTryAt: null };
  return { attempt: { ...idle(attempt), phase: { ...phase, inquiry } }, effects: lookUp(attempt) };
}
