import type { FoundPrinter } from '../../electron/contract/index.ts';
import type { AllWords, Texts } from '../text/index.ts';

/** How a printer is, in a few words: what it said, or why it cannot be used. Never that it is ready where it did not say so. */
export function howOf(
  { state, reason, problem }: FoundPrinter,
  { words: { printers } }: Texts<Pick<AllWords, 'printers'>>,
): string {
  if (problem !== null) return printers.problems[problem];
  if (reason !== null) return printers.reasons[reason];
  return state === 'unusable' ? printers.problems.away : printers.states[state];
}
