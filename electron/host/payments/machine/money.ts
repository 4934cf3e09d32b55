/** Capture, confirmation and void: what happens to a hold once it is decided about. Pure. */
import type { NoAnswer, TimedEvent, TransferAnswer } from './events.ts';
import { startVoid } from './holding.ts';
import {
  afterWait,
  captureFailure,
  continueInquiry,
  done,
  facts,
  firstInquiry,
  hasRunOut,
  idle,
  isFinalRefusal,
  newInquiry,
  read,
  settle,
  stamp,
  type Step,
  type Answered,
} from './parts.ts';
import type { Attempt, AttemptIn, Inquiry, Outcome, PhaseOf } from './state.ts';

type Missed = { missing: NoAnswer; at: number };
type Retry = Pick<Extract<TimedEvent, { type: 'retry' }>, 'waitedMs'>;

// --- capture

export function captureRead(attempt: AttemptIn<'capturing'>, { answer, at }: Answered): Step {
  const { phase } = attempt;
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.transfer !== null)
    return confirm(stamp(known, 'captured', at), answer.transfer, phase.tipMinor, phase.amountMinor);
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
  return continueInquiry({ ...known, phase: { ...phase, inquiry } }, at);
}

export function captureMissing(attempt: AttemptIn<'capturing'>, { missing, at }: Missed): Step {
  const phase = { ...attempt.phase, inquiry: attempt.phase.inquiry ?? newInquiry(missing, at) };
  if (missing.kind !== 'refused' || !isFinalRefusal(missing)) return continueInquiry({ ...attempt, phase }, at);
  // "Already captured" is a refusal too: read before believing.
  return { attempt: { ...attempt, phase: { ...phase, refused: missing.failure } }, effects: read(attempt) };
}

export function captureAgain(attempt: AttemptIn<'capturing'>, { waitedMs }: Retry): Step | undefined {
  const known = afterWait(attempt, waitedMs);
  const { phase, authorization } = known;
  if (!authorization) return undefined;
  // Read first: a capture whose answer was lost shows as a transfer. Only a proven "not captured" is sent again.
  if (phase.refused || (phase.inquiry && phase.inquiry.tries % 2 === 0))
    return { attempt: known, effects: read(known) };
  const { amountMinor, tipMinor } = phase;
  return { attempt: known, effects: [{ type: 'capture', authorization: authorization.id, amountMinor, tipMinor }] };
}

export function captureRestarted(attempt: AttemptIn<'capturing'>, { at }: { at: number }): Step {
  const { phase } = attempt;
  const inquiry: Inquiry = phase.inquiry ?? { ...firstInquiry('restarted', at), tries: 2 };
  return { attempt: { ...idle(attempt), phase: { ...phase, inquiry } }, effects: read(attempt) };
}

/** A Transfer exists: what it says is what happened. `askedMinor`: what this till asked to be captured. */
export function confirm(attempt: Attempt, transfer: string, tipMinor: number | null, askedMinor?: number): Step {
  const tip = tipMinor ?? attempt.intent.tipMinor;
  const asked = askedMinor === undefined ? {} : { askedMinor };
  return readTransfer({ ...attempt, phase: { name: 'confirming', transfer, tipMinor: tip, ...asked, inquiry: null } });
}

export function readTransfer(attempt: AttemptIn<'confirming'>): Step {
  return { attempt, effects: [{ type: 'read-transfer', transfer: attempt.phase.transfer }] };
}

type TransferRead = { transfer: TransferAnswer | null; at: number };

export function transferRead(attempt: AttemptIn<'confirming'>, { transfer, at }: TransferRead): Step {
  const { phase } = attempt;
  if (!transfer || transfer.id !== phase.transfer) return continueInquiry(attempt, at);
  switch (transfer.state) {
    case 'SUCCEEDED':
    case 'PENDING': // until batched (facts, 2.4): the money is on its way and cannot be taken by us any more
      return done(attempt, capturedBy(transfer, phase), at);
    case 'FAILED':
    case 'CANCELED':
      return done(attempt, { kind: 'failed', failure: captureFailure(attempt) }, at);
    case 'UNKNOWN':
      return continueInquiry(attempt, at);
  }
}

function capturedBy(
  transfer: TransferAnswer,
  { tipMinor, askedMinor }: { tipMinor: number; askedMinor?: number },
): Outcome {
  return {
    kind: 'captured',
    transfer: transfer.id,
    capturedMinor: transfer.amountMinor,
    tipMinor: Math.min(transfer.tipMinor ?? tipMinor, transfer.amountMinor),
    isPending: transfer.state === 'PENDING',
    ...(askedMinor === undefined ? {} : { askedMinor }),
  };
}

/** A capture that was still PENDING is read again: one that fails afterwards must not stay shown as paid. */
export function capturedRead(attempt: AttemptIn<'done'>, { transfer, at }: TransferRead): Step | undefined {
  const { phase } = attempt;
  const { outcome } = phase;
  if (outcome.kind !== 'captured' || !outcome.isPending) return undefined;
  if (!transfer || transfer.id !== outcome.transfer) return undefined;
  switch (transfer.state) {
    case 'SUCCEEDED': {
      const settled: PhaseOf<'done'> = { ...phase, outcome: capturedBy(transfer, outcome) };
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

export function voidRead(attempt: AttemptIn<'voiding'>, { answer, ...times }: Answered): Step {
  const { phase } = attempt;
  const { at } = times;
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED')
    return settle(known, phase.outcome, at);
  // Captured after all, by somebody else: the truth is "paid".
  if (answer.transfer !== null) return confirm(known, answer.transfer, answer.tipMinor);
  // It ran out meanwhile: there is nothing left to give back, and a void is refused for ever.
  if (hasRunOut(answer.expiresAt, times)) return settle(known, phase.outcome, at);
  return continueInquiry(known, at);
}

export function voidMissing(attempt: AttemptIn<'voiding'>, { missing, at }: Missed): Step {
  const { phase } = attempt;
  if (missing.kind === 'refused' && isFinalRefusal(missing) && phase.inquiry.tries === 1) {
    const inquiry = { ...phase.inquiry, tries: 2 };
    return { attempt: { ...attempt, phase: { ...phase, inquiry } }, effects: read(attempt) };
  }
  return continueInquiry(attempt, at);
}

export function voidAgain(attempt: AttemptIn<'voiding'>, { waitedMs }: Retry): Step | undefined {
  const known = afterWait(attempt, waitedMs);
  if (!known.authorization) return undefined;
  if (known.phase.inquiry.tries % 2 === 0) return { attempt: known, effects: read(known) };
  return { attempt: known, effects: [{ type: 'void', authorization: known.authorization.id }] };
}
