/**
 * The steps of one payment as its recovery records have them, and as its journal entries explain them. Every step is in the
 * log before it is in the journal, so what the log has more of, the journal has lost. Pure.
 */
import type { Entry, RecoveryRecord } from '../journal/index.ts';
import { isNowAsking, isNowHeld, machine } from './fold.ts';
import {
  movesMoney,
  type Attempt,
  type Intent,
  type LoggedSteps,
  type MachineEvent,
  type TimedEvent,
} from './machine/index.ts';

/** What only the log knows of one payment that the journal has. */
export interface LaggingPayment {
  /** Null: nothing but reversals is missing. */
  behind: Extract<MachineEvent, { type: 'journal-behind' }> | null;
  reversals: Extract<MachineEvent, { type: 'reversal-adopted' }>[];
}

/** Without the steps that were withdrawn, each by the `unsent` that follows it. */
export function thatMayHaveLeft(own: readonly RecoveryRecord[]): RecoveryRecord[] {
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

/** The id of the reversal that a record is about; undefined for any other record. */
export function reversalOf({ what, attempt, key }: RecoveryRecord): string | undefined {
  return what === 'reverse' ? key.split(`tillbridge-${attempt}-r-`)[1] : undefined;
}

const reverseStep = (reversal: string): string => `reverse:${reversal}`;

/** How often each step is there. @param own records of one payment that may have left, oldest first */
export function loggedSteps(own: readonly RecoveryRecord[]): LoggedSteps {
  const steps = new Map<string, number>();
  for (const record of own) {
    const reversal = reversalOf(record);
    count(steps, reversal === undefined ? record.what : reverseStep(reversal));
  }
  return Object.fromEntries(steps);
}

/**
 * The same as far as the journal has it: what was recorded before each of its entries, and what was taken up from the log
 * already. Null: all of it was, at a time when that was not counted.
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
    if (isNowHeld(attempt, next.state)) count(steps, 'hold');
    if (isNowAsking(attempt, next.state)) count(steps, 'ask');
    attempt = next.state;
  }
  return Object.fromEntries(steps);
}

function count(steps: Map<string, number>, step: string): void {
  steps.set(step, (steps.get(step) ?? 0) + 1);
}

/** The last word counts: a tab that was being captured is a tab again where that never arrived. */
export function howFar(
  own: readonly Pick<RecoveryRecord, 'what'>[],
  kind: Intent['kind'],
): NonNullable<Intent['recovered']> | null {
  const step = own.findLast(({ what }) => ['hold', 'ask', 'capture', 'void'].includes(what))?.what;
  // Nobody has said that another payment with the same card was meant.
  if (step === 'void' || step === 'ask') return 'released';
  if (step === 'hold' || (step === 'capture' && kind === 'authorization')) return 'held';
  return step === 'capture' ? 'completed' : null;
}

export function kindOf(word: string): Intent['kind'] {
  return word === 'authorization' || word === 'refund' ? word : 'sale';
}
