/**
 * Steps of one payment as its recovery records have them, and as its journal entries explain them. Every step is in the
 * log before it is in the journal, so the journal has lost any step that only the log has. Pure.
 */
import type { Entry, RecoveryRecord } from '../journal/index.ts';
import { hasBegunAsking, hasBecomeHeld, machine } from './fold.ts';
import {
  movesMoney,
  type Attempt,
  type Intent,
  type LoggedSteps,
  type MachineEvent,
  type TimedEvent,
} from './machine/index.ts';

/** Steps that only the recovery log contains, of a payment that the journal contains. */
export interface LaggingPayment {
  /** Event with the missing steps, or null if only reversals are missing. */
  behind: Extract<MachineEvent, { type: 'journal-behind' }> | null;
  reversals: Extract<MachineEvent, { type: 'reversal-adopted' }>[];
}

/** Records without the withdrawn steps: each `unsent` withdraws the last record before it with the same key. */
export function withoutWithdrawn(own: readonly RecoveryRecord[]): RecoveryRecord[] {
  const kept: RecoveryRecord[] = [];
  for (const record of own) {
    if (record.what !== 'unsent') kept.push(record);
    else if (kept.some(({ key }) => key === record.key))
      kept.splice(
        kept.findLastIndex(({ key }) => key === record.key),
        1,
      );
  }
  return kept;
}

/** Id of the reversal that a record is about, or undefined. */
export function reversalOf({ what, attempt, key }: RecoveryRecord): string | undefined {
  return what === 'reverse' ? key.split(`tillbridge-${attempt}-r-`)[1] : undefined;
}

const reverseStep = (reversal: string): string => `reverse:${reversal}`;

/**
 * Counts each step.
 * @param own records of one payment that may have been sent, oldest first
 */
export function loggedSteps(own: readonly RecoveryRecord[]): LoggedSteps {
  const steps = new Map<string, number>();
  for (const record of own) {
    const reversal = reversalOf(record);
    count(steps, reversal === undefined ? record.what : reverseStep(reversal));
  }
  return Object.fromEntries(steps);
}

/**
 * Counts the steps that the journal explains: those recorded before each of its entries, and those already adopted from
 * the log. Returns null if a version that did not count them adopted all of them.
 */
export function explainedSteps(entries: readonly Entry[]): LoggedSteps | null {
  const steps = new Map<string, number>();
  let attempt: Attempt | undefined;
  for (const entry of entries) {
    const event = entry as unknown as TimedEvent;
    if (event.type === 'adopted' && event.logged === undefined) return null;
    if (event.type === 'adopted' || event.type === 'journal-behind')
      for (const [step, times] of Object.entries(event.logged ?? {}))
        steps.set(step, Math.max(times, steps.get(step) ?? 0));
    if (event.type === 'reversal-adopted') steps.set(reverseStep(event.reversal), Infinity);
    const next = machine.begin(event) ?? (attempt && machine.next(attempt, event));
    if (!next) continue;
    for (const effect of next.effects)
      if (movesMoney(effect)) count(steps, effect.type === 'reverse' ? reverseStep(effect.reversal) : effect.type);
    if (hasBecomeHeld(attempt, next.state)) count(steps, 'hold');
    if (hasBegunAsking(attempt, next.state)) count(steps, 'ask');
    attempt = next.state;
  }
  return Object.fromEntries(steps);
}

function count(steps: Map<string, number>, step: string): void {
  steps.set(step, (steps.get(step) ?? 0) + 1);
}

/**
 * Progress of a payment by its records; the last record counts. A tab that was being captured is a tab again if the
 * capture never arrived.
 */
export function progressOf(
  own: readonly Pick<RecoveryRecord, 'what'>[],
  kind: Intent['kind'],
): NonNullable<Intent['recovered']> | null {
  const step = own.findLast(({ what }) => ['hold', 'ask', 'capture', 'void'].includes(what))?.what;
  // The cashier never confirmed that another payment with the same card was intended.
  if (step === 'void' || step === 'ask') return 'released';
  if (step === 'hold' || (step === 'capture' && kind === 'authorization')) return 'held';
  return step === 'capture' ? 'completed' : null;
}

export function kindOf(word: string): Intent['kind'] {
  return word === 'authorization' || word === 'refund' ? word : 'sale';
}
