/** A hold, and the decisions about it: keep it, keep a part, capture it, release it. Pure. */
import type { DoubtReason } from '../../../contract/index.ts';
import type { Effect, TimedEvent } from './events.ts';
import { done, firstInquiry, hasRunOut, settle, stamp, unpaidOutcome, type Step } from './inquiry.ts';
import {
  owedOf,
  surchargeChangeOf,
  takeableOf,
  terminalTipOf,
  type Attempt,
  type AttemptIn,
  type Phase,
  type UnpaidOutcome,
} from './state.ts';

/** Approved and completed: captures the hold, keeps it, or asks the cashier if less than the total was approved. */
export function completed(attempt: Attempt, at: number): Step {
  const { authorization, intent } = attempt;
  if (!authorization) return { attempt, effects: [] };
  // Less room for a tip does not make a partial approval: the amount owed is covered. A tip given on the terminal is
  // owed too, and the surcharge as the platform asked for it.
  const owedMinor = owedOf(intent) + terminalTipOf(attempt) + surchargeChangeOf(attempt);
  if (authorization.amountMinor >= owedMinor) return keep(attempt, at);
  switch (intent.partialApproval) {
    case 'accept':
      return keep(attempt, at);
    case 'ask':
      return { attempt: stamp({ ...attempt, phase: { name: 'deciding' } }, 'part-approved', at), effects: [] };
    case 'release':
      return startVoid(
        attempt,
        { kind: 'failed', failure: { code: 'PAY_PARTIAL', message: 'Only a part of the amount was approved.' } },
        'taking-back',
        at,
      );
  }
}

/** The hold is what was wanted: a sale captures it, an authorization keeps it. */
export function keep(attempt: Attempt, at: number): Step {
  const { authorization, intent } = attempt;
  if (!authorization) return { attempt, effects: [] };
  // The recovery records show that the capture was about to be sent, so the cashier had answered.
  if (attempt.repeated && !attempt.repeated.answer && intent.recovered !== 'completed') {
    return intent.repeat === 'refuse' ? releaseUnconfirmedRepeat(attempt, at) : waitForAnswer(attempt, at);
  }
  if (intent.kind === 'authorization') return held(attempt, at);
  // A tip in the reply counts (rule 9); a part below the price of the goods contains no tip.
  const surchargeMinor = intent.surchargeMinor + surchargeChangeOf(attempt);
  const amountMinor = takeableOf(attempt);
  const room = Math.max(0, amountMinor - intent.amountMinor - surchargeMinor);
  const tipMinor = authorization.tipMinor ?? Math.min(intent.tipMinor, room);
  return startCapture(attempt, amountMinor, tipMinor, false);
}

/** Time for the cashier or guest to answer before the hold is released. Measured by a timer, never by the clock. */
export const ANSWER_WITHIN_MS = 60_000;

/**
 * The same card again (same-card.ts): nothing is captured before the cashier confirms that another payment is intended.
 */
function waitForAnswer(attempt: Attempt, at: number): Step {
  const wait: Effect = { type: 'wait', delayMs: ANSWER_WITHIN_MS, about: null, isForPerson: true };
  return { attempt: stamp({ ...attempt, phase: { name: 'asking', since: at } }, 'asked', at), effects: [wait] };
}

/** Releases the hold: the cashier did not confirm that another payment is intended. */
export function releaseUnconfirmedRepeat(attempt: Attempt, at: number): Step {
  const context = { attempt: attempt.repeated?.attempt ?? null, minutes: attempt.repeated?.minutes ?? null };
  const message = 'The same card paid the same amount earlier, and no person confirmed another payment.';
  return startVoid(attempt, { kind: 'failed', failure: { code: 'PAY_DUPLICATE', message, context } }, 'releasing', at);
}

/** Keeps the hold if another payment is intended, and releases it if not. */
export function repeatAnswered(
  attempt: AttemptIn<'asking'>,
  { isMeant, by, at }: Extract<TimedEvent, { type: 'repeat-answered' }>,
): Step | undefined {
  if (!attempt.repeated) return undefined;
  const answered = stamp({ ...attempt, repeated: { ...attempt.repeated, answer: { isMeant, by } } }, 'answered', at);
  return isMeant ? keep(answered, at) : voidAsked(answered, { by, at });
}

/** The hold waits for the cashier's decision: capture or release. */
export function held(attempt: Attempt, at: number): Step {
  return { attempt: stamp({ ...attempt, phase: { name: 'held', refused: null } }, 'held', at), effects: [] };
}

/** Starts the capture. Ignores an attempt that lacks an authorization. */
export function startCapture(attempt: Attempt, amountMinor: number, tipMinor: number, isFromHold: boolean): Step {
  const { authorization } = attempt;
  if (!authorization) return { attempt, effects: [] };
  const phase: Phase = { name: 'capturing', amountMinor, tipMinor, isFromHold, inquiry: null, refused: null };
  const effect: Effect = { type: 'capture', authorization: authorization.id, amountMinor, tipMinor };
  return { attempt: { ...attempt, phase }, effects: [effect] };
}

/** Captures at most the amount that was authorized and requested; this refuses more, as the caller does. */
export function captureAsked(
  attempt: AttemptIn<'held'>,
  event: Extract<TimedEvent, { type: 'capture-asked' }>,
): Step | undefined {
  const { amountMinor, tipMinor } = event;
  if (amountMinor <= 0 || amountMinor > takeableOf(attempt) || tipMinor < 0 || tipMinor > amountMinor) return undefined;
  return startCapture(stamp(attempt, 'capture-asked', event.at), amountMinor, tipMinor, true);
}

export function voidAsked(attempt: Attempt, { by, at }: { by: string; at: number }): Step {
  return startVoid(attempt, { kind: 'released', by }, 'releasing', at);
}

/** @param heardAt time by the platform's clock, if known */
export function holdExpired(attempt: Attempt, at: number, heardAt?: number): Step | undefined {
  const expiresAt = attempt.authorization?.expiresAt ?? null;
  if (attempt.phase.name !== 'held' || !hasRunOut(expiresAt, { at, heardAt })) return undefined;
  return done(attempt, { kind: 'released', by: 'expiry' }, at);
}

/** Voids an approval that the terminal did not complete, or that was cancelled (rule 5). */
export function releaseHold(attempt: Attempt, at: number): Step {
  const end = attempt.terminalEnd;
  const reason: DoubtReason =
    end?.kind === 'lost' ? 'terminal-lost' : end === null && !attempt.isTerminalBusy ? 'restarted' : 'taking-back';
  const step = startVoid(attempt, unpaidOutcome(attempt), reason, at);
  if (attempt.isTerminalBusy && !end) step.effects.unshift({ type: 'respond-declined', code: '05' });
  return step;
}

export function startVoid(attempt: Attempt, outcome: UnpaidOutcome, reason: DoubtReason, at: number): Step {
  const authorization = attempt.authorization;
  if (!authorization) return settle(attempt, outcome, at);
  const inquiry = firstInquiry(reason, at);
  const phase: Phase = { name: 'voiding', outcome, inquiry };
  return {
    attempt: stamp({ ...attempt, phase }, 'taking-back', at),
    effects: [{ type: 'void', authorization: authorization.id }],
  };
}
