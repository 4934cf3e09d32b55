/**
 * Evidence that arrives after an attempt was done or at rest: late creates, holds that were changed elsewhere, and the
 * platform's answer after the manager's decision. The platform's state replaces the till's state, and nothing stays
 * held. Pure.
 */
import type { Effect, TimedEvent } from './events.ts';
import { held, holdExpired, startCapture, startVoid } from './release-hold.ts';
import { byWhom, confirm } from './money.ts';
import {
  cancelOnDevice,
  done,
  enterDoubt,
  facts,
  lookUp,
  pendingWithinMs,
  refusedOutcome,
  stampApproved,
  type Step,
  type Answered,
} from './inquiry.ts';
import { takeableOf, type Attempt, type AttemptIn, type Outcome } from './state.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Time within which a request that never arrived may still arrive. The search continues until the platform has answered
 * after that time.
 */
const LATE_MS = 15 * MINUTE_MS;
/** Length of the search if the platform gives no answer at all. */
const UNHEARD_MS = 7 * DAY_MS;
/** Time for which a PENDING Transfer is read again. */
const BATCH_MS = 5 * DAY_MS;
/** Time for which the manager's decision is compared with the platform. */
const DECIDED_MS = 30 * DAY_MS;
/** A till may be off for a season: until the platform was asked, an expired hold stays an open tab. */
const HELD_MS = 400 * DAY_MS;

/** The attempt with the platform's current record. */
function seen<Known extends Attempt>(attempt: Known, { answer, at }: Answered): Known {
  const known = { ...attempt, authorization: facts(answer) };
  return answer.state === 'SUCCEEDED' ? stampApproved(known, at) : known;
}

/** Handles an answer about an attempt that is done. Returns undefined if the answer brings nothing new. */
export function lateAnswer(attempt: AttemptIn<'done'>, { answer, at }: Answered): Step | undefined {
  const { phase } = attempt;
  const known = seen(attempt, { answer, at });
  const { outcome } = phase;
  if (outcome.kind === 'captured' || outcome.kind === 'refunded') return undefined;
  switch (answer.state) {
    case 'SUCCEEDED':
      if (attempt.intent.kind === 'refund')
        return done(known, { kind: 'refunded', transfer: answer.id, refundedMinor: answer.amountMinor }, at);
      if (answer.transfer !== null) {
        const asked = outcome.kind === 'decided' && outcome.capture ? { askedMinor: outcome.capture.amountMinor } : {};
        return confirm(known, answer.transfer, { tipMinor: answer.tipMinor, ...asked, ...byWhom(known) });
      }
      if (answer.isVoid)
        return outcome.kind === 'decided' ? done(known, { kind: 'released', by: 'platform' }, at) : undefined;
      return outcome.kind === 'decided' ? carryOut(known, outcome, at) : startVoid(known, outcome, 'taking-back', at);
    case 'FAILED':
    case 'CANCELED':
      return outcome.kind === 'decided' ? done(known, refusedOutcome(known, answer.failureCode), at) : undefined;
    case 'PENDING': {
      // The payment arrived after all, and may be asking a customer for a card: cancel it, and then wait for its end.
      if (outcome.kind === 'decided') {
        const isAsking = attempt.intent.route === 'cloud' && isWithin(pendingWithinMs(attempt.intent), phase.at, at);
        return outcome.verdict === 'not-paid' && isAsking
          ? { attempt: known, effects: [{ type: 'cancel-device' }] }
          : undefined;
      }
      const back: Attempt = { ...known, cancel: known.cancel ?? 'link' };
      const step = enterDoubt(back, 'no-answer', at);
      step.effects.unshift(...cancelOnDevice(attempt));
      return step;
    }
    case 'UNKNOWN':
      return undefined;
  }
}

/** False too if the clock was set back to before `since`: that may last for hours. */
function isWithin(ms: number, since: number, at: number): boolean {
  return at >= since && at < since + ms;
}

/** The platform holds a payment that the manager had already decided: applies the decision to it. */
function carryOut(known: Attempt, { verdict, by, capture }: Extract<Outcome, { kind: 'decided' }>, at: number): Step {
  const { authorization, intent } = known;
  if (verdict === 'not-paid' || !authorization) return startVoid(known, { kind: 'released', by }, 'releasing', at);
  const isHold = intent.kind === 'authorization';
  if (capture) {
    const amountMinor = Math.min(capture.amountMinor, takeableOf(known));
    return startCapture(known, amountMinor, Math.min(capture.tipMinor, amountMinor), isHold);
  }
  // Keep a hold whose capture was never requested: the manager decided only that it exists.
  if (isHold) return held(known, at);
  // A sale contains only tips that the customer gave.
  const amountMinor = takeableOf(known);
  const tipMinor = authorization.tipMinor ?? Math.min(intent.tipMinor, amountMinor);
  return startCapture(known, amountMinor, tipMinor, false);
}

/** Handles an answer about a hold at rest: another client may have captured or released it. */
export function answerAboutHold(
  attempt: AttemptIn<'held' | 'deciding'>,
  { answer, at, heardAt }: Answered,
): Step | undefined {
  const known = seen(attempt, { answer, at });
  if (answer.transfer !== null) {
    return confirm(known, answer.transfer, { tipMinor: answer.tipMinor, ...byWhom(known) });
  }
  if (answer.isVoid || answer.state === 'FAILED' || answer.state === 'CANCELED')
    return done(known, { kind: 'released', by: 'platform' }, at);
  return holdExpired(known, at, heardAt);
}

/** True for an attempt that is done without the platform ever showing a record: a record may still arrive. */
export function mayStillArrive({ phase, authorization, timings }: Attempt): boolean {
  if (phase.name !== 'done' || authorization !== null) return false;
  const { kind } = phase.outcome;
  if (kind === 'captured' || kind === 'refunded' || kind === 'decided') return false;
  return timings.some(({ step }) => step === 'checking' || step === 'refused');
}

/**
 * Handles "not found" for an attempt that is done: late enough, it ends the search. Returns undefined while the search
 * continues.
 */
export function notFoundAfterDone(attempt: AttemptIn<'done'>, { at, heardAt }: Heard): Step | undefined {
  if (!mayStillArrive(attempt) || attempt.isSearched) return undefined;
  const { phase } = attempt;
  const searched = searchOf(phase, { at, heardAt }, LATE_MS + pendingWithinMs(attempt.intent));
  if (searched === 'over') return { attempt: { ...attempt, isSearched: true, updatedAt: at }, effects: [] };
  return searched && { attempt: { ...attempt, phase: { ...phase, ...searched } }, effects: [] };
}

type Heard = { at: number; heardAt?: number | undefined };

/**
 * Continues a search after another "not found". The till's clock may be set forward, so the time is measured by the
 * platform's clock, between two of its answers. The till's clock counts only if the platform gives no time.
 */
function searchOf(
  { at: since, searchedFrom }: { at: number; searchedFrom?: number },
  { at, heardAt }: Heard,
  forMs: number,
): 'over' | { searchedFrom: number } | undefined {
  if (heardAt === undefined) return at >= since + forMs ? 'over' : undefined;
  if (searchedFrom === undefined) return { searchedFrom: heardAt };
  return heardAt >= searchedFrom + forMs ? 'over' : undefined;
}

/** The same for a reversal whose search has ended. */
export function searchOfReversal(
  phase: { at: number; searchedFrom?: number },
  heard: Heard,
): 'over' | { searchedFrom: number } | undefined {
  return searchOf(phase, heard, LATE_MS);
}

/** Time until which an attempt at rest is polled, milliseconds since 1970, or null for never. */
export function watchUntil(attempt: Attempt): number | null {
  const unproven = attempt.reversals.flatMap(({ phase }) => {
    if (phase.name === 'decided') return [phase.at + DECIDED_MS];
    return phase.name === 'failed' && !phase.isFinal ? [phase.at + UNHEARD_MS] : [];
  });
  const own = ownWatchUntil(attempt);
  const all = own === null ? unproven : [own, ...unproven];
  return all.length === 0 ? null : Math.max(...all);
}

/** The same without the attempt's reversals. */
function ownWatchUntil(attempt: Attempt): number | null {
  const { phase, authorization, intent } = attempt;
  if (phase.name === 'held' || phase.name === 'deciding')
    return (authorization?.expiresAt ?? intent.startedAt + 7 * DAY_MS) + HELD_MS;
  if (phase.name !== 'done') return null;
  switch (phase.outcome.kind) {
    case 'captured':
      return phase.outcome.isPending ? phase.at + BATCH_MS : null;
    case 'decided':
      return phase.at + DECIDED_MS;
    case 'refunded':
      return null;
    case 'cancelled':
    case 'declined':
    case 'failed':
    case 'released':
    case 'voided':
      return mayStillArrive(attempt) && !attempt.isSearched ? phase.at + UNHEARD_MS : null;
  }
}

/** Effects that poll a watched attempt. */
export function probe(attempt: Attempt): Effect[] {
  const { phase } = attempt;
  const captured = phase.name === 'done' && phase.outcome.kind === 'captured' ? phase.outcome.transfer : null;
  const transfer = captured ?? attempt.authorization?.transfer ?? null;
  const effects: Effect[] = [];
  // Do not read an attempt that is watched only for its reversals: its known state would be reported repeatedly.
  if (ownWatchUntil(attempt) !== null) {
    if (captured !== null) effects.push({ type: 'read-transfer', transfer: captured });
    else effects.push(...lookUp(attempt));
  }
  for (const { id, phase: of } of attempt.reversals) {
    if (transfer !== null && (of.name === 'decided' || (of.name === 'failed' && !of.isFinal)))
      effects.push({ type: 'find-reversal', reversal: id, transfer });
  }
  return effects;
}

/** Events that answer each effect of `probe`. */
const answersOf: { readonly [Type in Effect['type']]?: readonly TimedEvent['type'][] } = {
  'look-up': ['found', 'lookup-missing'],
  'read-authorization': ['found', 'lookup-missing'],
  'read-transfer': ['transfer', 'transfer-missing'],
  'find-reversal': ['reversal-found', 'reversal-lookup-missing'],
};

/** True if an event answers an effect that `probe` has for this attempt: an unchanged answer is then normal. */
export function answersProbe(attempt: Attempt, event: TimedEvent): boolean {
  return probe(attempt).some(({ type }) => answersOf[type]?.includes(event.type));
}
