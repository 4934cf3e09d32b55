/** The authorization: the create's answer, its absence, and the look-ups that follow. Pure. */
import type { CheckingReason } from '../../../contract/index.ts';
import type { AuthorizationAnswer, NoAnswer } from './events.ts';
import { captureRead, confirm, releaseHold, startVoid, voidRead } from './money.ts';
import { doubtAgain, facts, notPaid, readFailed, responseCode, stamp, unpaidOutcome, type Step } from './parts.ts';
import type { Attempt, Phase, UnpaidOutcome } from './state.ts';

/** A look-up that finds nothing proves nothing at once: a late create can follow a time-out (rule 4). */
export const NOT_FOUND_TRIES = 3;
/** How long after the request left a "not found" is believed, milliseconds. */
export const NOT_FOUND_WINDOW_MS = 20_000;

/** The platform answered about the authorization, to the create or to a look-up. */
export function decided(attempt: Attempt, answer: AuthorizationAnswer, at: number): Step {
  const known = stamp({ ...attempt, authorization: facts(answer) }, 'bank-answered', at);
  switch (answer.state) {
    case 'SUCCEEDED': {
      if (answer.isVoid) return notPaid(known, unpaidOutcome(known), '05', at);
      if (answer.transfer !== null) return confirm(known, answer.transfer);
      if (known.cancel || known.terminalEnd || !known.isTerminalBusy) return releaseHold(known, at);
      return { attempt: { ...known, phase: { name: 'completing' } }, effects: [{ type: 'respond-approved' }] };
    }
    case 'FAILED':
    case 'CANCELED': {
      const outcome: UnpaidOutcome = known.cancel
        ? { kind: 'cancelled', by: known.cancel }
        : { kind: 'declined', code: answer.failureCode ?? 'GENERIC_DECLINE' };
      return notPaid(known, outcome, responseCode(answer.failureCode), at);
    }
    case 'PENDING':
    case 'UNKNOWN': {
      if (attempt.phase.name === 'resolving') return stillResolving(known, { ...attempt.phase, notFound: 0 }, at);
      return enterResolving(known, 'no-answer', at);
    }
  }
}

export function authorizationMissing(attempt: Attempt, missing: NoAnswer, at: number): Step {
  switch (missing.kind) {
    case 'refused':
    case 'not-sent': {
      const outcome: UnpaidOutcome = attempt.cancel
        ? { kind: 'cancelled', by: attempt.cancel }
        : { kind: 'failed', failure: missing.failure };
      return notPaid(attempt, outcome, '05', at);
    }
    case 'unknown':
      return enterResolving(attempt, missing.failure.code === 'API_UNREADABLE' ? 'unreadable-answer' : 'no-answer', at);
  }
}

export function enterResolving(attempt: Attempt, reason: CheckingReason, at: number): Step {
  const phase: Phase = { name: 'resolving', doubt: { reason, since: at, tries: 1, nextTryAt: null }, notFound: 0 };
  return { attempt: stamp({ ...attempt, phase }, 'checking', at), effects: [{ type: 'look-up' }] };
}

export function found(attempt: Attempt, answer: AuthorizationAnswer | null, at: number): Step | undefined {
  const phase = attempt.phase;
  if (phase.name === 'done') return lateFind(attempt, answer, at);
  if (phase.name === 'capturing') return answer ? captureRead(attempt, answer, at) : readFailed(attempt, at);
  if (phase.name === 'voiding') return answer ? voidRead(attempt, phase, answer, at) : readFailed(attempt, at);
  if (phase.name !== 'resolving') return undefined;
  if (answer) return decided(attempt, answer, at);
  const notFound = phase.notFound + 1;
  if (notFound >= NOT_FOUND_TRIES && at - phase.doubt.since >= NOT_FOUND_WINDOW_MS) {
    // Nothing is held under our key. Should a create still arrive, the sweep finds and voids it (`lateFind`).
    return notPaid(attempt, unpaidOutcome(attempt), '05', at);
  }
  return stillResolving(attempt, { ...phase, notFound }, at);
}

/** The sweep found an authorization under the key of an attempt that ended unpaid: its hold is released. */
export function lateFind(attempt: Attempt, answer: AuthorizationAnswer | null, at: number): Step | undefined {
  if (attempt.phase.name !== 'done' || attempt.phase.outcome.kind === 'captured' || !answer) return undefined;
  if (answer.state !== 'SUCCEEDED' || answer.isVoid) return undefined;
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.transfer !== null) return confirm(known, answer.transfer);
  return startVoid(known, attempt.phase.outcome, 'taking-back', at);
}

export function stillResolving(attempt: Attempt, phase: Extract<Phase, { name: 'resolving' }>, at: number): Step {
  return doubtAgain(attempt, phase, phase.doubt, at);
}
