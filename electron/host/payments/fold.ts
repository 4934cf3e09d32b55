/** Between the machine and the journal: an attempt from its entries, and what is written of a step. */
import { foundOf, type AttemptRow, type Entry } from '../journal/index.ts';
import { begin, isRunning, transition, viewOf, watchUntil, type Attempt, type TimedEvent } from './machine/index.ts';

/** An event that begins an attempt. */
export function isFirst(event: TimedEvent): event is TimedEvent & { type: 'begin' | 'adopted' } {
  return event.type === 'begin' || event.type === 'adopted';
}

/** The attempt that a list of journal entries describes; undefined when they do not begin with `begin`. */
export function fold(entries: readonly Entry[]): Attempt | undefined {
  let attempt: Attempt | undefined;
  for (const entry of entries) {
    // The journal is ours and versioned: what was written as a TimedEvent is read back as one.
    const event = entry as unknown as TimedEvent;
    attempt = isFirst(event) ? begin(event).attempt : attempt && (transition(attempt, event)?.attempt ?? attempt);
  }
  return attempt;
}

/** True for the step with which a hold begins to rest. */
export function isNowHeld(before: Attempt | undefined, after: Attempt): boolean {
  return after.phase.name === 'held' && before?.phase.name !== 'held';
}

/** The journal's row of an attempt. */
export function rowOf(attempt: Attempt): AttemptRow {
  return {
    id: attempt.intent.attempt,
    startedAt: attempt.intent.startedAt,
    isOpen: isRunning(attempt),
    watchUntil: watchUntil(attempt),
    found: foundOf(viewOf(attempt, null)),
  };
}

/** The journal's entry of an event. */
export function entryOf(event: TimedEvent): Entry {
  return { ...event };
}
