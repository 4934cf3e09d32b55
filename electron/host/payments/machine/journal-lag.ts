/**
 * The recovery log is further than the journal: the disk lost what it had acknowledged, or an older copy was restored.
 * The journaled state is out of date, so the platform is asked before anything else is reported or done. Pure.
 */
import type { TimedEvent } from './events.ts';
import { enterDoubt, idle, lookUp, type Step } from './inquiry.ts';
import { reversalsRestarted } from './reversals.ts';
import type { Attempt, AttemptIn } from './state.ts';

type Behind = Extract<TimedEvent, { type: 'journal-behind' }>;

/** Puts the attempt in doubt, with its progress according to its records. */
export function doubtFromLog(attempt: Attempt, { recovered, at }: Behind): Step {
  const { intent } = attempt;
  const isPaid = recovered === 'completed';
  const known: Attempt = {
    ...idle(attempt),
    // The cashier had accepted a part that was being captured, and it was too late for a cancel.
    ...(isPaid ? { isCancelTooLate: attempt.isCancelTooLate || attempt.cancel !== null } : {}),
    intent: {
      ...intent,
      ...(isPaid ? { partialApproval: 'accept' } : {}),
      ...(recovered === undefined ? {} : { recovered }),
    },
  };
  return enterDoubt(known, 'restarted', at);
}

/** If only `step` is missing, which this phase asks about by itself, the attempt continues as after any restart. */
export function doubtFromLogUnless<Known extends Attempt>(
  step: Behind['ahead'][number],
  restarted: (attempt: Known, event: { at: number }) => Step,
): (attempt: Known, event: Behind) => Step {
  return (attempt, event) =>
    event.ahead.every((one) => one === step) ? restarted(attempt, event) : doubtFromLog(attempt, event);
}

/** Handles an attempt that is done according to the journal. */
export function reopenFromLog(attempt: AttemptIn<'done'>, event: Behind): Step {
  const { outcome } = attempt.phase;
  switch (outcome.kind) {
    case 'captured':
    case 'refunded':
      // The platform has shown a Transfer, so only reversals are left to find.
      return reversalsRestarted(idle(attempt), event.at);
    case 'decided':
      // Keep the operator's decision until the platform reports a result.
      return { attempt, effects: lookUp(attempt) };
    case 'cancelled':
    case 'declined':
    case 'failed':
    case 'released':
    case 'voided':
      return doubtFromLog(attempt, event);
  }
}
