/** Steps before the platform is asked, and the terminal's events. Pure. */
import type { Effect, TimedEvent } from './events.ts';
import { releaseHold } from './release-hold.ts';
import { done, idle, notPaid, stamp, stay, unpaidOutcome, type Step } from './inquiry.ts';
import type { Attempt, AttemptIn, PhaseName, TerminalEnd } from './state.ts';

/** Delay between two CANCELs while the create is held open. */
const CANCEL_AGAIN_MS = 4_000;

type EventOf<Type extends TimedEvent['type']> = Extract<TimedEvent, { type: Type }>;

// --- before the platform

export function terminalStarted(attempt: Attempt, { at }: EventOf<'terminal-started'>): Step {
  const running = stamp({ ...attempt, isTerminalBusy: true }, 'terminal-started', at);
  if (attempt.cancel) return stopTerminal({ ...running, phase: { name: 'stopping' } });
  return stay({ ...running, phase: { name: 'waiting' } });
}

export function terminalRefused(attempt: Attempt, { failure, at }: EventOf<'terminal-refused'>): Step {
  if (attempt.cancel) return done(attempt, { kind: 'cancelled', by: attempt.cancel }, at);
  return done(attempt, { kind: 'failed', failure }, at);
}

export function cardRead(attempt: Attempt, { entryMode, at }: EventOf<'online-request'>): Step {
  const known = stamp({ ...attempt, entryMode }, 'card-read', at);
  return {
    attempt: { ...known, isTerminalBusy: true, phase: { name: 'authorizing' } },
    effects: [{ type: 'authorize' }],
  };
}

/** The cancel came first: nothing is sent to the platform, and the card is declined. */
export function cardReadTooLate(attempt: Attempt, { entryMode, at }: EventOf<'online-request'>): Step {
  const known = stamp({ ...attempt, entryMode }, 'card-read', at);
  return { attempt: known, effects: [{ type: 'respond-declined', code: 'Z3' }] };
}

export function notRecorded(attempt: Attempt, { failure, at }: EventOf<'not-recorded'>): Step {
  const busy = { ...attempt, isTerminalBusy: true };
  if (attempt.cancel) return notPaid(busy, { kind: 'cancelled', by: attempt.cancel }, '05', at);
  return notPaid(busy, { kind: 'failed', failure }, '05', at);
}

/** Ends an attempt after a restart before any request was sent. */
export function neverSent(attempt: Attempt, { at }: TimedEvent): Step {
  return done(idle(attempt), { kind: 'cancelled', by: attempt.cancel ?? 'restart' }, at);
}

export function endedUnpaid(attempt: Attempt, at: number): Step {
  return done(attempt, unpaidOutcome(attempt), at);
}

// --- cancels

/** Handles a cancel request: the first request counts, and a second request changes nothing. */
export function cancelling<Known extends Attempt>(
  then: (asked: Known, at: number) => Step,
): (attempt: Known, event: EventOf<'cancel-asked'>) => Step {
  return (attempt, { by, person, at }) => {
    if (attempt.cancel) return stay(attempt);
    const asked = { ...attempt, cancel: by, ...(person === undefined ? {} : { cancelPerson: person }) };
    return then(stamp(asked, 'cancel-asked', at), at);
  };
}

export function stopTerminal(attempt: Attempt): Step {
  return { attempt, effects: [{ type: 'cancel-terminal' }] };
}

/**
 * The create is held open, and a CANCEL was lost, or reached a Device before the payment did: the CANCEL is sent again
 * until the create is answered. A payment that is PENDING or looked up is polled anyway (bank.ts).
 */
export function cancelAgainLater(attempt: AttemptIn<'authorizing'>): Step {
  const { cancel, intent } = attempt;
  if (cancel === null || intent.route !== 'cloud') return stay(attempt);
  return { attempt, effects: [{ type: 'wait', delayMs: CANCEL_AGAIN_MS, about: null }] };
}

export function cancelAgain(attempt: AttemptIn<'authorizing'>): Step | undefined {
  const effect: Effect = { type: 'cancel-device' };
  return attempt.cancel && attempt.intent.route === 'cloud' ? { attempt, effects: [effect] } : undefined;
}

// --- at the terminal

/** Handles the terminal's end. A repeated end counts only with `mayRepeat`. */
export function ended<Known extends Attempt>(
  then: (ended: Known, at: number, end: TerminalEnd) => Step,
  { mayRepeat = false } = {},
): (attempt: Known, event: EventOf<'terminal-finished'>) => Step | undefined {
  return (attempt, { end, at }) => {
    if (attempt.terminalEnd && !mayRepeat) return undefined;
    const known = { ...attempt, terminalEnd: attempt.terminalEnd ?? end, isTerminalBusy: false };
    return then(stamp(known, 'terminal-finished', at), at, end);
  };
}

/**
 * Phases in which the card has no approval: the answer is due, or the till has declined by itself. If the journal lost
 * its last entries, the outcome is computed again from the terminal's end, so the end must contain this fact in each of
 * these phases.
 */
const unapproved: ReadonlySet<PhaseName> = new Set(['authorizing', 'polling', 'in-doubt', 'refusing', 'voiding']);

/**
 * Adds the meaning of the terminal's end to the event: if the terminal received no approval, the decline came from the
 * terminal or the till. Journals of versions before this distinction lack it.
 */
export function withMeaning(event: TimedEvent, { phase }: Attempt): TimedEvent {
  if (event.type !== 'terminal-finished' || !unapproved.has(phase.name)) return event;
  const { end } = event;
  const isGivenUp = end.kind === 'declined' || end.kind === 'timed-out';
  return isGivenUp ? { ...event, end: { ...end, isUnanswered: true } } : event;
}

/**
 * The bank's approval failed to reach the card, or the terminal failed to confirm it: the hold is released (rule 5).
 */
export function answerUndelivered(attempt: Attempt, { failure, at }: EventOf<'respond-failed'>): Step {
  const end: TerminalEnd = attempt.terminalEnd ?? { kind: 'failed', reason: failure.message };
  return releaseHold({ ...attempt, terminalEnd: end }, at);
}
