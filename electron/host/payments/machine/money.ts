/** Capture, confirmation and void: what happens to a hold once it is decided about. Pure. */
import type { AuthorizationAnswer, NoAnswer, TransferAnswer } from './events.ts';
import { startVoid } from './holding.ts';
import {
  captureFailure,
  done,
  continueInquiry,
  facts,
  firstInquiry,
  isFinalRefusal,
  newInquiry,
  read,
  settle,
  stamp,
  type Step,
} from './parts.ts';
import type { Attempt, Outcome, Phase } from './state.ts';

type Capturing = Extract<Phase, { name: 'capturing' }>;
type Voiding = Extract<Phase, { name: 'voiding' }>;

// --- capture

export function captureRead(attempt: Attempt, phase: Capturing, answer: AuthorizationAnswer, at: number): Step {
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.transfer !== null) return confirm(stamp(known, 'captured', at), answer.transfer, phase.tipMinor);
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED') {
    return done(known, { kind: 'failed', failure: captureFailure(attempt) }, at);
  }
  if (phase.refused) {
    // The platform will not capture and says so; nothing was captured. A tab stays a tab, a sale gives its hold back.
    if (phase.isFromHold)
      return { attempt: { ...known, phase: { name: 'held', refused: phase.refused } }, effects: [] };
    return startVoid(known, { kind: 'failed', failure: phase.refused }, 'taking-back', at);
  }
  // It was sent, and is not captured yet: read once more before it is sent again.
  const inquiry = phase.inquiry ?? firstInquiry('no-answer', at);
  return continueInquiry(known, phase, inquiry, at);
}

export function captureMissing(attempt: Attempt, phase: Capturing, missing: NoAnswer, at: number): Step {
  const isFinal = missing.kind === 'refused' && isFinalRefusal(missing);
  const inquiry = phase.inquiry ?? newInquiry(missing, at);
  if (!isFinal) return continueInquiry(attempt, phase, inquiry, at);
  // "Already captured" is a refusal too: read before believing.
  const refused = { ...phase, inquiry, refused: missing.failure };
  return { attempt: { ...attempt, phase: refused }, effects: read(attempt) };
}

/** A Transfer exists: what it says is what happened. */
export function confirm(attempt: Attempt, transfer: string, tipMinor: number | null): Step {
  const phase: Phase = { name: 'confirming', transfer, tipMinor: tipMinor ?? attempt.intent.tipMinor, inquiry: null };
  return { attempt: { ...attempt, phase }, effects: [{ type: 'read-transfer', transfer }] };
}

export function transferRead(attempt: Attempt, transfer: TransferAnswer | null, at: number): Step | undefined {
  const { phase } = attempt;
  if (phase.name === 'done') return capturedRead(attempt, transfer, at);
  if (phase.name !== 'confirming') return undefined;
  if (!transfer || transfer.id !== phase.transfer) return continueInquiry(attempt, phase, phase.inquiry, at);
  switch (transfer.state) {
    case 'SUCCEEDED':
    case 'PENDING': // until batched (facts, 2.4): the money is on its way and cannot be taken by us any more
      return done(attempt, capturedBy(transfer, phase.tipMinor), at);
    case 'FAILED':
    case 'CANCELED':
      return done(attempt, { kind: 'failed', failure: captureFailure(attempt) }, at);
    case 'UNKNOWN':
      return continueInquiry(attempt, phase, phase.inquiry, at);
  }
}

function capturedBy(transfer: TransferAnswer, tipMinor: number): Outcome {
  return {
    kind: 'captured',
    transfer: transfer.id,
    capturedMinor: transfer.amountMinor,
    tipMinor: Math.min(transfer.tipMinor ?? tipMinor, transfer.amountMinor),
    isPending: transfer.state === 'PENDING',
  };
}

/** A capture that was still PENDING is read again: one that fails afterwards must not stay shown as paid. */
function capturedRead(attempt: Attempt, transfer: TransferAnswer | null, at: number): Step | undefined {
  const { phase } = attempt;
  if (phase.name !== 'done' || phase.outcome.kind !== 'captured' || !phase.outcome.isPending) return undefined;
  const { outcome } = phase;
  if (!transfer || transfer.id !== outcome.transfer) return undefined;
  switch (transfer.state) {
    case 'SUCCEEDED': {
      const settled: Phase = { ...phase, outcome: capturedBy(transfer, outcome.tipMinor) };
      return { attempt: { ...attempt, phase: settled }, effects: [] };
    }
    case 'FAILED':
    case 'CANCELED': {
      const failure = {
        code: 'PAY_CAPTURE_FAILED',
        message: 'The platform had taken the capture, and it failed afterwards.',
      } as const;
      return done(attempt, { kind: 'failed', failure }, at);
    }
    case 'PENDING':
    case 'UNKNOWN':
      return undefined;
  }
}

// --- void

export function voidRead(attempt: Attempt, phase: Voiding, answer: AuthorizationAnswer, at: number): Step {
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED')
    return settle(known, phase.outcome, at);
  // Captured after all (by another hand): the truth is "paid".
  if (answer.transfer !== null) return confirm(known, answer.transfer, answer.tipMinor);
  // It ran out meanwhile: there is nothing left to give back, and a void is refused for ever.
  if (answer.expiresAt !== null && at >= answer.expiresAt) return settle(known, phase.outcome, at);
  return continueInquiry(known, phase, phase.inquiry, at);
}

export function voidMissing(attempt: Attempt, phase: Voiding, missing: NoAnswer, at: number): Step {
  if (missing.kind === 'refused' && isFinalRefusal(missing) && phase.inquiry.tries === 1) {
    const inquiry = { ...phase.inquiry, tries: 2 };
    return { attempt: { ...attempt, phase: { ...phase, inquiry } }, effects: read(attempt) };
  }
  return continueInquiry(attempt, phase, phase.inquiry, at);
}
