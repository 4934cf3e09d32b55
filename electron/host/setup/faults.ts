import { setupFaults, setupFields, TillError, type FaultContext, type SetupFault } from '../../contract/index.ts';
import { setup } from '../../words/generated/en/setup.ts';
import { setupFaultText } from '../../words/setup-fault.ts';

/** @param context values that the message shows; `field` is the field if the step has several of its kind */
export function setupRefused(fault: SetupFault, context: FaultContext = {}, cause?: unknown): TillError {
  const { step, field } = setupFaults[fault];
  const named = typeof context['field'] === 'string' ? context['field'] : setupFields[field];
  return new TillError('SETUP_ANSWER', `${named}: ${setupFaultText(setup.faults, fault, context)}`, {
    context: { ...context, step, field: named, fault },
    ...(cause === undefined ? {} : { cause }),
  });
}
