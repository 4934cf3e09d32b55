/** Capture, confirmation and void: the steps of a hold after the decision about it. Pure. */
import type { TimedEvent, TransferAnswer } from './events.ts';
import { startVoid } from './release-hold.ts';
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
  withReason,
  type Answered,
  type CallFailed,
  type Step,
} from './inquiry.ts';
import { owedOf, type Attempt, type AttemptIn, type Inquiry, type Outcome, type PhaseOf } from './state.ts';

type Retry = Pick<Extract<TimedEvent, { type: 'retry' }>, 'waitedMs'>;

// --- capture

/**
 * @param by `till` if the platform did what was asked; a read, or a refusal, does not show where the capture came from
 */
export function captureRead(attempt: AttemptIn<'capturing'>, { answer, at }: Answered, by?: 'till'): Step {
  const { phase } = attempt;
  const known = { ...attempt, authorization: facts(answer) };
  if (answer.transfer !== null) {
    const asked = { tipMinor: phase.tipMinor, askedMinor: phase.amountMinor, ...(by ? { by } : {}) };
    return confirm(stamp(known, 'captured', at), answer.transfer, asked);
  }
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED') {
    return done(known, { kind: 'failed', failure: captureFailure(attempt) }, at);
  }
  if (phase.refused) {
    // The platform refuses the capture, and nothing was captured. A tab stays a tab, a sale releases its hold.
    if (phase.isFromHold)
      return { attempt: { ...known, phase: { name: 'held', refused: phase.refused } }, effects: [] };
    return startVoid(known, { kind: 'failed', failure: phase.refused }, 'taking-back', at);
  }
  // The capture was sent and has no record yet: read once more before sending it again.
  const inquiry = phase.inquiry ?? firstInquiry('no-answer', at);
  return continueInquiry({ ...known, phase: { ...phase, inquiry } }, at);
}

export function captureCallFailed(attempt: AttemptIn<'capturing'>, missed: CallFailed): Step {
  const { missing: call, at } = missed;
  const phase = { ...attempt.phase, inquiry: attempt.phase.inquiry ?? newInquiry(call, at) };
  if (call.kind !== 'refused' || !isFinalRefusal(call))
    return continueInquiry(withReason({ ...attempt, phase }, missed), at);
  // "Already captured" is a refusal too, so the record is read before the refusal is accepted.
  return { attempt: { ...attempt, phase: { ...phase, refused: call.failure } }, effects: read(attempt) };
}

export function captureAgain(attempt: AttemptIn<'capturing'>, { waitedMs }: Retry): Step | undefined {
  const known = afterWait(attempt, waitedMs);
  const { phase, authorization } = known;
  if (!authorization) return undefined;
  // Read first: a capture whose answer was lost shows as a Transfer. Only a capture that is proven not done is sent
  // again.
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

/** The capture that this till asked for, and where the capture came from, each as far as known. */
type Asked = Partial<Pick<PhaseOf<'confirming'>, 'askedMinor' | 'by'>> & { tipMinor: number | null };

/**
 * `elsewhere` if this till has certainly made no capture: its journal is complete, and it has no refused capture that
 * the platform may have carried out.
 */
export function byWhom({ intent, phase }: Attempt): Pick<Asked, 'by'> {
  const isUnknown =
    intent.recovered !== undefined ||
    (phase.name === 'held' && phase.refused !== null) ||
    ((phase.name === 'voiding' || phase.name === 'done') && mayHaveAsked(phase.outcome));
  return isUnknown ? {} : { by: 'elsewhere' };
}

/** The manager may decide while a capture is in doubt, and a capture that was refused permanently ends a sale. */
function mayHaveAsked(outcome: Outcome): boolean {
  if (outcome.kind === 'decided') return true;
  return outcome.kind === 'failed' && isFinalRefusal(outcome);
}

/** A Transfer exists and shows the outcome. */
export function confirm(attempt: Attempt, transfer: string, { tipMinor, ...asked }: Asked): Step {
  const tip = tipMinor ?? attempt.intent.tipMinor;
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
    case 'PENDING': // until the capture is batched (facts, 2.4): the money is on its way, and this till cannot capture it any more
      return done(attempt, capturedBy(transfer, attempt, phase), at);
    case 'FAILED':
    case 'CANCELED':
      return done(attempt, { kind: 'failed', failure: captureFailure(attempt) }, at);
    case 'UNKNOWN':
      return continueInquiry(attempt, at);
  }
}

type Confirming = Pick<PhaseOf<'confirming'>, 'tipMinor' | 'askedMinor' | 'by'>;

function capturedBy(transfer: TransferAnswer, { intent }: Attempt, confirming: Confirming): Outcome {
  const { tipMinor, askedMinor } = confirming;
  const isElsewhere = isCapturedElsewhere(transfer, confirming);
  // A requested tip is part of the requested amount: a smaller capture, or another client's, contains only the tip in
  // its record.
  const isWhole = !isElsewhere && transfer.amountMinor >= (askedMinor ?? owedOf(intent));
  const heldTipMinor = isWhole || transfer.captureAsked === undefined ? tipMinor : 0;
  return {
    kind: 'captured',
    transfer: transfer.id,
    capturedMinor: transfer.amountMinor,
    tipMinor: Math.min(transfer.tipMinor ?? heldTipMinor, transfer.amountMinor),
    isPending: transfer.state === 'PENDING',
    ...(askedMinor === undefined ? {} : { askedMinor }),
    ...(isElsewhere ? { isElsewhere } : {}),
  };
}

/**
 * A capture of the requested amount counts as the till's, because a second copy of its request is refused, too. A
 * capture of another amount counts as the till's if the platform said so, or if its tag contains the requested amount.
 * Journals from before tags were compared lack this information.
 */
function isCapturedElsewhere({ amountMinor, captureAsked }: TransferAnswer, { askedMinor, by }: Confirming): boolean {
  if (captureAsked === undefined || by === 'till') return false;
  if (by === 'elsewhere') return true;
  // This till's own request was lost with its journal, or was refused: a capture by this till carries its tag.
  if (askedMinor === undefined) return captureAsked === null;
  return amountMinor !== askedMinor && captureAsked !== String(askedMinor);
}

/** Reads a PENDING capture again: a capture that fails afterwards must not stay shown as paid. */
export function capturedRead(attempt: AttemptIn<'done'>, { transfer, at }: TransferRead): Step | undefined {
  const { phase } = attempt;
  const { outcome } = phase;
  if (outcome.kind !== 'captured' || !outcome.isPending) return undefined;
  if (!transfer || transfer.id !== outcome.transfer) return undefined;
  switch (transfer.state) {
    case 'SUCCEEDED': {
      const by = outcome.isElsewhere ? 'elsewhere' : 'till';
      const settled: PhaseOf<'done'> = { ...phase, outcome: capturedBy(transfer, attempt, { ...outcome, by }) };
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
  // Another client captured the hold after all: the payment is paid.
  if (answer.transfer !== null)
    return confirm(known, answer.transfer, { tipMinor: answer.tipMinor, ...byWhom(attempt) });
  // The hold has expired: there is nothing to release, and a void would be refused forever.
  if (hasRunOut(answer.expiresAt, times)) return settle(known, phase.outcome, at);
  return continueInquiry(known, at);
}

export function voidCallFailed(attempt: AttemptIn<'voiding'>, missed: CallFailed): Step {
  const { missing: call, at } = missed;
  const { phase } = attempt;
  if (call.kind === 'refused' && isFinalRefusal(call) && phase.inquiry.tries === 1) {
    const inquiry = { ...phase.inquiry, tries: 2 };
    return { attempt: { ...attempt, phase: { ...phase, inquiry } }, effects: read(attempt) };
  }
  return continueInquiry(withReason(attempt, missed), at);
}

export function voidAgain(attempt: AttemptIn<'voiding'>, { waitedMs }: Retry): Step | undefined {
  const known = afterWait(attempt, waitedMs);
  if (!known.authorization) return undefined;
  if (known.phase.inquiry.tries % 2 === 0) return { attempt: known, effects: read(known) };
  return { attempt: known, effects: [{ type: 'void', authorization: known.authorization.id }] };
}
