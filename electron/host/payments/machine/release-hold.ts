/** A hold, and what people and circumstances decide about it: keep it, keep a part, capture it, give it back. Pure. */
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

/** Approved and completed: the hold is captured, kept, or, when less than the total was approved, decided about. */
export function completed(attempt: Attempt, at: number): Step {
  const { authorization, intent } = attempt;
  if (!authorization) return { attempt, effects: [] };
  // Less room for a tip is not a part: what is owed is there. A tip given on the terminal is owed too, and of a surcharge what
  // the platform asked for.
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

/** What is held is what was wanted: a sale captures it, an authorization keeps it. */
export function keep(attempt: Attempt, at: number): Step {
  const { authorization, intent } = attempt;
  if (!authorization) return { attempt, effects: [] };
  // Its records say that the capture was about to leave: then somebody had answered.
  if (attempt.repeated && !attempt.repeated.answer && intent.recovered !== 'completed') {
    return intent.repeat === 'refuse' ? letGo(attempt, at) : waitForAnswer(attempt, at);
  }
  if (intent.kind === 'authorization') return held(attempt, at);
  // The tip is taken from the reply where there is one (rule 9); a part that does not cover the goods holds none.
  const surchargeMinor = intent.surchargeMinor + surchargeChangeOf(attempt);
  const amountMinor = takeableOf(attempt);
  const room = Math.max(0, amountMinor - intent.amountMinor - surchargeMinor);
  const tipMinor = authorization.tipMinor ?? Math.min(intent.tipMinor, room);
  return startCapture(attempt, amountMinor, tipMinor, false);
}

/** How long somebody may take to answer before the hold is let go, milliseconds. By a timer, never by the clock. */
export const ANSWER_WITHIN_MS = 60_000;

/** The same card again (same-card.ts): nothing is taken before somebody says that another payment is meant. */
function waitForAnswer(attempt: Attempt, at: number): Step {
  const wait: Effect = { type: 'wait', delayMs: ANSWER_WITHIN_MS, about: null, isForPerson: true };
  return { attempt: stamp({ ...attempt, phase: { name: 'asking', since: at } }, 'asked', at), effects: [wait] };
}

/** Nobody said that another payment is meant. */
export function letGo(attempt: Attempt, at: number): Step {
  const context = { attempt: attempt.repeated?.attempt ?? null, minutes: attempt.repeated?.minutes ?? null };
  const message = 'The same card paid the same amount earlier, and no person said that another payment is meant.';
  return startVoid(attempt, { kind: 'failed', failure: { code: 'PAY_DUPLICATE', message, context } }, 'releasing', at);
}

/** Another payment is meant, or it is not. */
export function repeatAnswered(
  attempt: AttemptIn<'asking'>,
  { isMeant, by, at }: Extract<TimedEvent, { type: 'repeat-answered' }>,
): Step | undefined {
  if (!attempt.repeated) return undefined;
  const answered = stamp({ ...attempt, repeated: { ...attempt.repeated, answer: { isMeant, by } } }, 'answered', at);
  return isMeant ? keep(answered, at) : voidAsked(answered, { by, at });
}

/** The hold rests until somebody says what becomes of it. */
export function held(attempt: Attempt, at: number): Step {
  return { attempt: stamp({ ...attempt, phase: { name: 'held', refused: null } }, 'held', at), effects: [] };
}

/** The capture is journaled and goes out; without an authorization there is nothing to capture. */
export function startCapture(attempt: Attempt, amountMinor: number, tipMinor: number, isFromHold: boolean): Step {
  const { authorization } = attempt;
  if (!authorization) return { attempt, effects: [] };
  const phase: Phase = { name: 'capturing', amountMinor, tipMinor, isFromHold, inquiry: null, refused: null };
  const effect: Effect = { type: 'capture', authorization: authorization.id, amountMinor, tipMinor };
  return { attempt: { ...attempt, phase }, effects: [effect] };
}

/** Not more than was authorized and asked for: more is refused here as well as by whoever asks. */
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

/** `heardAt`: the platform's clock, where it is known. */
export function holdExpired(attempt: Attempt, at: number, heardAt?: number): Step | undefined {
  const expiresAt = attempt.authorization?.expiresAt ?? null;
  if (attempt.phase.name !== 'held' || !hasRunOut(expiresAt, { at, heardAt })) return undefined;
  return done(attempt, { kind: 'released', by: 'expiry' }, at);
}

/** Approved, but not to be had: the terminal did not complete, or a cancel was asked for (rule 5). */
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
