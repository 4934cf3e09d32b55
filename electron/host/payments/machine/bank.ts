/** The authorization: the create's answer, its absence, and the look-ups that follow. Pure. */
import { backoff } from '../../../contract/index.ts';
import type { AuthorizationAnswer, NoAnswer } from './events.ts';
import { completed, held, releaseHold } from './holding.ts';
import { lateAnswer, notArrived } from './late.ts';
import { captureRead, confirm, voidRead } from './money.ts';
import {
  cancelOnDevice,
  done,
  continueInquiry,
  inquiredMs,
  enterResolving,
  facts,
  notPaid,
  pendingWithinMs,
  refusedOutcome,
  responseCode,
  stamp,
  stampApproved,
  unpaidOutcome,
  type Step,
} from './parts.ts';
import type { Attempt, Intent, Outcome, Phase } from './state.ts';

/** A look-up that finds nothing proves nothing at once: a late create can follow a time-out (rule 4). */
export const NOT_FOUND_TRIES = 3;

/**
 * How long after the inquiry began a "not found" is believed, milliseconds. On the cloud route the platform may hold a
 * create open for five minutes, and a Device be in use for six (facts, 2.2 and 4.1). A refund that arrives late has given
 * money away at once, with no hold that could be released: "failed" is said of it only once no request can be on its way.
 */
export function notFoundWindowMs(intent: Pick<Intent, 'route' | 'kind'>): number {
  if (intent.kind === 'refund') return 600_000;
  return intent.route === 'cloud' ? 360_000 : 20_000;
}

/** After so many reads that say PENDING a cancel is sent again. */
const CANCEL_EVERY = 2;

/** Between two reads of what is PENDING on the cable route. */
const cablePollMs = backoff({ firstMs: 500, maxMs: 4_000 });

function pollDelayMs(intent: Pick<Intent, 'route'>, tries: number): number {
  return intent.route === 'cloud' ? 2_000 : cablePollMs(tries + 1);
}

/** The platform answered about the attempt, to the create or to a look-up. */
export function decided(attempt: Attempt, answer: AuthorizationAnswer, at: number): Step {
  switch (answer.state) {
    case 'SUCCEEDED': {
      const known = stamp({ ...attempt, authorization: facts(answer) }, 'bank-answered', at);
      return approved(stampApproved(known, at), answer, at);
    }
    case 'FAILED':
    case 'CANCELED': {
      const known = stamp({ ...attempt, authorization: facts(answer) }, 'bank-answered', at);
      return notPaid(known, refusedOutcome(known, answer.failureCode), responseCode(answer.failureCode), at);
    }
    case 'PENDING':
      return pending({ ...attempt, authorization: facts(answer) }, at);
    case 'UNKNOWN': {
      const known = { ...attempt, authorization: facts(answer) };
      if (attempt.phase.name === 'resolving') return stillResolving(known, { ...attempt.phase, notFound: 0 }, at);
      return enterResolving(known, 'no-answer', at);
    }
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
  if (answer.transfer !== null) return confirm(known, answer.transfer, answer.tipMinor);
  if (known.cancel || intent.recovered === 'released') return releaseHold(known, at);
  // Only its breadcrumbs are left: a tab stays a tab, and a customer who left with a completed sale has paid.
  if (intent.recovered === 'held') return held(known, at);
  if (intent.recovered === 'completed') return completed(known, at);
  // Over the cloud the terminal has done its part before the platform says yes.
  if (intent.route === 'cloud') return completed(known, at);
  if (known.terminalEnd || !known.isTerminalBusy) return releaseHold(known, at);
  return { attempt: { ...known, phase: { name: 'completing' } }, effects: [{ type: 'respond-approved' }] };
}

/** PENDING: nothing unusual for a while, and a inquiry after that. */
function pending(known: Attempt, at: number): Step {
  const step = stillPending(known, at);
  const { phase } = step.attempt;
  const tries = phase.name === 'polling' ? phase.tries : phase.name === 'resolving' ? phase.inquiry.tries : 0;
  // A CANCEL may be lost, or come before the payment does: the customer is still being asked for a card.
  if (known.cancel && tries % CANCEL_EVERY === 0) step.effects.unshift(...cancelOnDevice(known));
  return step;
}

function stillPending(known: Attempt, at: number): Step {
  const { phase, intent } = known;
  const since = phase.name === 'resolving' ? intent.startedAt : at;
  const until = phase.name === 'polling' ? phase.until : since + pendingWithinMs(intent);
  if (at >= until) {
    return phase.name === 'resolving'
      ? stillResolving(known, { ...phase, notFound: 0 }, at)
      : enterResolving(known, 'no-answer', at);
  }
  const tries = phase.name === 'polling' ? phase.tries + 1 : 0;
  return {
    attempt: { ...known, phase: { name: 'polling', tries, until } },
    effects: [{ type: 'wait', delayMs: pollDelayMs(intent, tries), about: null }],
  };
}

/** A read of what is PENDING gave nothing: the next one may. */
export function pollAgain(attempt: Attempt, at: number): Step {
  return pending(attempt, at);
}

export function authorizationMissing(attempt: Attempt, missing: NoAnswer, at: number): Step {
  switch (missing.kind) {
    case 'refused':
    case 'not-sent': {
      // Refused, and yet it may be made: a second copy of the request can still be on its way. The sweep looks (late.ts).
      const told = missing.kind === 'refused' ? stamp(attempt, 'refused', at) : attempt;
      if (told.cancel) return notPaid(told, { kind: 'cancelled', by: told.cancel }, '05', at);
      return notPaid(told, { kind: 'failed', failure: missing.failure }, '05', at);
    }
    case 'unknown':
      return enterResolving(attempt, missing.failure.code === 'API_UNREADABLE' ? 'unreadable-answer' : 'no-answer', at);
  }
}

/** A look-up's answer, whatever it was asked for. */
export function found(attempt: Attempt, answer: AuthorizationAnswer | null, at: number): Step | undefined {
  const { phase } = attempt;
  switch (phase.name) {
    case 'done':
      return answer ? lateAnswer(attempt, answer, at) : notArrived(attempt, at);
    case 'held':
    case 'deciding':
      return answer ? lateAnswer(attempt, answer, at) : undefined;
    case 'capturing':
      return answer ? captureRead(attempt, phase, answer, at) : continueInquiry(attempt, phase, phase.inquiry, at);
    case 'voiding':
      return answer ? voidRead(attempt, phase, answer, at) : continueInquiry(attempt, phase, phase.inquiry, at);
    case 'polling':
      return answer ? decided(attempt, answer, at) : pollAgain(attempt, at);
    case 'resolving':
      return answer ? decided(attempt, answer, at) : notFound(attempt, phase, at);
    case 'authorizing':
    case 'completing':
    case 'confirming':
    case 'finishing':
    case 'refusing':
    case 'starting':
    case 'stopping':
    case 'waiting':
      return undefined;
  }
}

function notFound(attempt: Attempt, phase: Extract<Phase, { name: 'resolving' }>, at: number): Step {
  // What has an id was there: that it is not found now proves nothing.
  if (attempt.authorization) return stillResolving(attempt, { ...phase, notFound: 0 }, at);
  const times = phase.notFound + 1;
  if (times >= NOT_FOUND_TRIES && inquiredMs(phase.inquiry, at) >= notFoundWindowMs(attempt.intent)) {
    // Nothing is held under our key. Should a create still arrive, the sweep finds it (`lateAnswer`).
    return notPaid(attempt, unpaidOutcome(attempt), '05', at);
  }
  return stillResolving(attempt, { ...phase, notFound: times }, at);
}

export function stillResolving(attempt: Attempt, phase: Extract<Phase, { name: 'resolving' }>, at: number): Step {
  return continueInquiry(attempt, phase, phase.inquiry, at);
}
