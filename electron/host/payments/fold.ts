/** Between the machine and the journal: an attempt from its entries, and what is written of a step. */
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

/** An event that begins an attempt. */
function isFirst(event: TimedEvent): event is TimedEvent & { type: 'begin' | 'adopted' } {
  return event.type === 'begin' || event.type === 'adopted';
}

const stepOf = ({ attempt: state, effects }: Step) => ({ state, effects });

/** The payment machine as its runner knows it. */
export const machine: Machine<Attempt, TimedEvent, Effect> = {
  begin: (event) => (isFirst(event) ? stepOf(begin(event)) : undefined),
  next(attempt, event) {
    const step = transition(attempt, event);
    return step && stepOf(step);
  },
};

/** The attempt that a list of journal entries describes; undefined when they do not begin with its first. */
export function fold(entries: readonly Entry[]): Attempt | undefined {
  return foldEntries(machine, entries);
}

/** A payment as it stands after its first entry. */
export function firstView(intent: Intent): AttemptView {
  return viewOf(begin({ type: 'begin', intent, at: intent.startedAt }).attempt, null);
}

/** True for the step with which a hold begins to rest. */
export function isNowHeld(before: Attempt | undefined, after: Attempt): boolean {
  return after.phase.name === 'held' && before?.phase.name !== 'held';
}

/** True for the step with which a hold begins to wait for somebody's word. */
export function isNowAsking(before: Attempt | undefined, after: Attempt): boolean {
  return after.phase.name === 'asking' && before?.phase.name !== 'asking';
}

/** The journal's row of an attempt. */
export function rowOf(attempt: Attempt): AttemptRow {
  return {
    id: attempt.intent.attempt,
    startedAt: attempt.intent.startedAt,
    isOpen: isRunning(attempt),
    watchUntil: watchUntil(attempt),
    found: searchTermsOf(viewOf(attempt, null)),
  };
}

/** The journal's entry of an event. */
export function entryOf(event: TimedEvent): Entry {
  return { ...event };
}

/** The first event of a payment that was made before this engine has it: through a pay link. */
export function begun(intent: Intent): TimedEvent {
  return { type: 'begin', intent, at: intent.paidByLink?.at ?? intent.startedAt };
}
