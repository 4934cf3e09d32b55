/** Capture, confirmation and void: what happens to a hold once the bank has said yes. Pure. */
import type { CheckingReason } from '../../../contract/index.ts';
import type { AuthorizationAnswer, NoAnswer } from './events.ts';
import {
  captureFailure,
  done,
  doubtAgain,
  facts,
  isFinalRefusal,
  newDoubt,
  read,
  settle,
  stamp,
  unpaidOutcome,
  type Step,
} from './parts.ts';
import type { Attempt, Doubt, Phase, UnpaidOutcome } from './state.ts';

// --- capture

export function captureRead(attempt: Attempt, answer: AuthorizationAnswer, at: number): Step {
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.transfer !== null) return confirm(stamp(known, 'captured', at), answer.transfer);
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED') {
    const failure = captureFailure(attempt);
    return done(known, { kind: 'failed', failure }, at);
  }
  if (attempt.phase.name !== 'capturing') return { attempt: known, effects: [] };
  if (attempt.phase.refused) {
    // The platform will not capture and says so; nothing was captured. Release the hold, say "not paid" once proven.
    return startVoid(known, { kind: 'failed', failure: attempt.phase.refused }, 'taking-back', at);
  }
  return doubtAgain(known, attempt.phase, attempt.phase.doubt, at);
}

export function captureMissing(
  attempt: Attempt,
  phase: Extract<Phase, { name: 'capturing' }>,
  missing: NoAnswer,
  at: number,
): Step {
  const isFinal = missing.kind === 'refused' && isFinalRefusal(missing);
  const doubt = phase.doubt ?? newDoubt(missing, at);
  if (!isFinal) return doubtAgain(attempt, phase, doubt, at);
  // "Already captured" is a refusal too: read before believing.
  const refused = { ...phase, doubt, refused: missing.failure };
  return { attempt: { ...attempt, phase: refused }, effects: read(attempt) };
}

export function confirm(attempt: Attempt, transfer: string): Step {
  const phase: Phase = { name: 'confirming', transfer, doubt: null };
  return { attempt: { ...attempt, phase }, effects: [{ type: 'read-transfer', transfer }] };
}

export function transferRead(
  attempt: Attempt,
  transfer: { id: string; state: AuthorizationAnswer['state']; amountMinor: number } | null,
  at: number,
): Step | undefined {
  const phase = attempt.phase;
  if (phase.name !== 'confirming') return undefined;
  if (!transfer || transfer.id !== phase.transfer) return doubtAgain(attempt, phase, phase.doubt, at);
  switch (transfer.state) {
    case 'SUCCEEDED':
    case 'PENDING': // until batched (facts, 2.4): the money is on its way and cannot be taken by us any more
      return done(attempt, { kind: 'captured', transfer: transfer.id, capturedMinor: transfer.amountMinor }, at);
    case 'FAILED':
    case 'CANCELED':
      return done(attempt, { kind: 'failed', failure: captureFailure(attempt) }, at);
    case 'UNKNOWN':
      return doubtAgain(attempt, phase, phase.doubt, at);
  }
}

// --- void

/** Approved, but not to be had: the terminal did not complete, or a cancel was asked for (rule 5). */
export function releaseHold(attempt: Attempt, at: number): Step {
  const end = attempt.terminalEnd;
  const reason: CheckingReason =
    end?.kind === 'lost' ? 'terminal-lost' : end === null && !attempt.isTerminalBusy ? 'restarted' : 'taking-back';
  const step = startVoid(attempt, unpaidOutcome(attempt), reason, at);
  if (attempt.isTerminalBusy && !end) step.effects.unshift({ type: 'respond-declined', code: '05' });
  return step;
}

export function startVoid(attempt: Attempt, outcome: UnpaidOutcome, reason: CheckingReason, at: number): Step {
  const authorization = attempt.authorization;
  if (!authorization) return { attempt, effects: [] };
  const doubt: Doubt = { reason, since: at, tries: 1, nextTryAt: null };
  const phase: Phase = { name: 'voiding', outcome, doubt };
  return {
    attempt: stamp({ ...attempt, phase }, 'taking-back', at),
    effects: [{ type: 'void', authorization: authorization.id }],
  };
}

export function voidRead(
  attempt: Attempt,
  phase: Extract<Phase, { name: 'voiding' }>,
  answer: AuthorizationAnswer,
  at: number,
): Step {
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED')
    return settle(known, phase.outcome, at);
  // Captured after all (by another hand): the truth is "paid".
  if (answer.transfer !== null) return confirm(known, answer.transfer);
  return doubtAgain(known, phase, phase.doubt, at);
}

export function voidMissing(
  attempt: Attempt,
  phase: Extract<Phase, { name: 'voiding' }>,
  missing: NoAnswer,
  at: number,
): Step {
  if (missing.kind === 'refused' && isFinalRefusal(missing) && phase.doubt.tries === 1) {
    const doubt = { ...phase.doubt, tries: 2 };
    return { attempt: { ...attempt, phase: { ...phase, doubt } }, effects: read(attempt) };
  }
  return doubtAgain(attempt, phase, phase.doubt, at);
}
