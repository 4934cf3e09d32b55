/**
 * The manager decides if the platform was asked without an answer. A later answer of the platform still counts
 * (late-responses.ts). Pure.
 */
import type { TimedEvent } from './events.ts';
import { cancelOnDevice, done, type Step } from './inquiry.ts';
import type { Attempt, AttemptIn, InquiringPhase } from './state.ts';

/** True if the platform was asked without an answer, so that the manager may have to decide. */
export function canDecide({ phase }: Attempt): boolean {
  if (phase.name === 'in-doubt' || phase.name === 'voiding') return phase.inquiry.tries > 1;
  return (phase.name === 'capturing' || phase.name === 'confirming') && (phase.inquiry?.tries ?? 0) > 1;
}

export function operatorDecided(
  attempt: AttemptIn<InquiringPhase>,
  { verdict, by, reason, at }: Extract<TimedEvent, { type: 'operator-decided' }>,
): Step | undefined {
  if (!canDecide(attempt)) return undefined;
  const { phase } = attempt;
  const { amountMinor, tipMinor } = phase.name === 'capturing' ? phase : { amountMinor: null, tipMinor: 0 };
  const capture = amountMinor === null ? {} : { capture: { amountMinor, tipMinor } };
  const step = done({ ...attempt, isTerminalBusy: false }, { kind: 'decided', verdict, by, reason, ...capture }, at);
  // The terminal may still ask for a card, and the cashier is about to send the next customer to it.
  if (phase.name === 'in-doubt' && verdict === 'not-paid') step.effects.push(...cancelOnDevice(attempt));
  return step;
}
