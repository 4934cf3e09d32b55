import type { setup } from './generated/en/setup.ts';
import { contextText, type Context } from './runtime.ts';

type Faults = (typeof setup)['faults'];

/** Reason why the setup refuses an answer, and the remedy, in the language of `faults`. */
export function setupFaultText(faults: Faults, fault: keyof Faults, context: Context): string {
  if (fault !== 'clock') return contextText(faults[fault], withSentence(context));
  const minutes = Number(context['minutes']);
  const far = Math.abs(minutes);
  const [amount, unit] = far >= 120 ? [Math.round(far / 60), 'hours'] : [far, 'minutes'];
  return faults.clock({ amount, unit, direction: minutes > 0 ? 'behind' : 'ahead' });
}

/** `problem` is a clause of the settings' faults; here it begins a sentence. */
function withSentence(context: Context): Context {
  const { problem } = context;
  return typeof problem === 'string'
    ? { ...context, problem: problem.charAt(0).toUpperCase() + problem.slice(1) }
    : context;
}
