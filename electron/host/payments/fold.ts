/** Maps between machine and journal: folds an attempt from its entries, and builds the row and entry of a step. */
import type { AttemptView } from '../../contract/index.ts';
import { fold as foldEntries, type Machine } from '../attempts/index.ts';
import { searchTermsOf, type AttemptRow, type Entry } from '../journal/index.ts';
import {
  begin,
  isRunning,
  transition,
  viewOf,
  watchUntil,
  type Attempt,
  type Effect,
  type Intent,
  type Step,
  type TimedEvent,
} from './machine/index.ts';

/** True for an event that begins an attempt. */
function isFirst(event: TimedEvent): event is TimedEvent & { type: 'begin' | 'adopted' } {
  return event.type === 'begin' || event.type === 'adopted';
}

const stepOf = ({ attempt: state, effects }: Step) => ({ state, effects });

/** The payment machine in the form that its runner takes. */
export const machine: Machine<Attempt, TimedEvent, Effect> = {
  begin: (event) => (isFirst(event) ? stepOf(begin(event)) : undefined),
  next(attempt, event) {
    const step = transition(attempt, event);
    return step && stepOf(step);
  },
};

/** Attempt that journal entries describe, or undefined if they do not start with its first event. */
export function fold(entries: readonly Entry[]): Attempt | undefined {
  return foldEntries(machine, entries);
}

/** View of a payment right after its first entry. */
export function firstView(intent: Intent): AttemptView {
  return viewOf(begin({ type: 'begin', intent, at: intent.startedAt }).attempt, null);
}

/** True for the step that puts a hold to rest. */
export function hasBecomeHeld(before: Attempt | undefined, after: Attempt): boolean {
  return after.phase.name === 'held' && before?.phase.name !== 'held';
}

/** True for the step after which a hold awaits the cashier's answer. */
export function hasBegunAsking(before: Attempt | undefined, after: Attempt): boolean {
  return after.phase.name === 'asking' && before?.phase.name !== 'asking';
}

export function rowOf(attempt: Attempt): AttemptRow {
  return {
    id: attempt.intent.attempt,
    startedAt: attempt.intent.startedAt,
    isOpen: isRunning(attempt),
    watchUntil: watchUntil(attempt),
    found: searchTermsOf(viewOf(attempt, null)),
  };
}

export function entryOf(event: TimedEvent): Entry {
  return { ...event };
}

/** First event of a payment that was made before this engine has it, through a pay link. */
export function beginEventOf(intent: Intent): TimedEvent {
  return { type: 'begin', intent, at: intent.paidByLink?.at ?? intent.startedAt };
}
