/**
 * The payment machine: (attempt, event) -> attempt and effects. Pure and total: for a pair that its table lacks it
 * returns undefined, which the runner logs.
 */
import type { TimedEvent } from './events.ts';
import { confirm } from './money.ts';
import { enterDoubt, type Step } from './inquiry.ts';
import { isAboutReversal, reversalStep } from './reversals.ts';
import { owedOf, type Attempt, type Intent, type Outcome, type PaidByLink } from './state.ts';
import { table } from './table.ts';

/** Journals of the first version have sales over the cable only. */
function completeIntent(intent: Partial<Intent> & Omit<Intent, 'kind' | 'route'>): Intent {
  return {
    ...intent,
    kind: intent.kind ?? 'sale',
    route: intent.route ?? 'cable',
    tipMinor: intent.tipMinor ?? 0,
    surchargeMinor: intent.surchargeMinor ?? 0,
    isTipOnTerminal: intent.isTipOnTerminal ?? false,
    partialApproval: intent.partialApproval ?? 'accept',
  };
}

/** First state of an attempt, from its first event. */
export function begin(event: Extract<TimedEvent, { type: 'begin' | 'adopted' }>): Step {
  const intent = completeIntent(event.intent);
  const attempt: Attempt = {
    intent,
    phase: { name: 'starting' },
    isTerminalBusy: false,
    terminalEnd: null,
    cancel: null,
    isCancelTooLate: false,
    authorization: null,
    entryMode: 'unknown',
    reversals: [],
    timings: [],
    updatedAt: event.at,
  };
  if (intent.paidByLink) return paidByLink(attempt, intent.paidByLink, event.type);
  if (event.type === 'adopted') return enterDoubt(attempt, 'restarted', event.at);
  if (intent.route === 'cloud') {
    return { attempt: { ...attempt, phase: { name: 'authorizing' } }, effects: [{ type: 'authorize' }] };
  }
  return { attempt, effects: [{ type: 'start-terminal' }] };
}

/** The link's record contains the paid amount; if the record is lost, the Transfer contains it. */
function paidByLink(attempt: Attempt, { transfer, at }: PaidByLink, type: 'begin' | 'adopted'): Step {
  if (type === 'adopted') return confirm(attempt, transfer, { tipMinor: null });
  const capturedMinor = owedOf(attempt.intent);
  const { tipMinor } = attempt.intent;
  const outcome: Outcome = { kind: 'captured', transfer, capturedMinor, tipMinor, isPending: false };
  return { attempt: { ...attempt, phase: { name: 'done', outcome, at } }, effects: [] };
}

/** Next state, or undefined if this event means nothing in this state. */
export function transition(attempt: Attempt, event: TimedEvent): Step | undefined {
  const step = isAboutReversal(event) ? reversalStep(attempt, event) : next(attempt, event);
  return step && { attempt: { ...step.attempt, updatedAt: event.at }, effects: step.effects };
}

type AnyRow = Readonly<Record<string, ((attempt: Attempt, event: TimedEvent) => Step | undefined) | undefined>>;

function next(attempt: Attempt, event: TimedEvent): Step | undefined {
  // The table's type guarantees row by row that phase and handler belong together.
  const row = table[attempt.phase.name] as AnyRow;
  const known = 'repeated' in event && event.repeated ? { ...attempt, repeated: event.repeated } : attempt;
  return row[event.type]?.(known, event);
}
