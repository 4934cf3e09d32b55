/** The refusal of an answer, of which the contract has the table: what is wrong, in which field, and what to do. */
import { setupFaults, setupFields, TillError, type FaultContext, type SetupFault } from '../../contract/index.ts';

/** @param context what the sentence needs to know; `field`: of several fields of one kind the one that it is */
export function setupRefused(fault: SetupFault, context: FaultContext = {}, cause?: unknown): TillError {
  const { step, field, words } = setupFaults[fault];
  const named = typeof context['field'] === 'string' ? context['field'] : setupFields[field];
  return new TillError('SETUP_ANSWER', `${named}: ${words(context)}.`, {
    context: { ...context, step, field: named, fault },
    ...(cause === undefined ? {} : { cause }),
  });
}
