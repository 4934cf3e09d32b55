import type { FoundPrinter } from '../../electron/contract/index.ts';
import type { AllWords, Texts } from '../text/index.ts';

/**
 * State of a printer in a few words: the reported state, or why the printer cannot be used. Calls a printer ready only
 * if the printer reported so.
 */
export function printerStateText(
  { state, reason, problem }: FoundPrinter,
  { words: { printers } }: Texts<Pick<AllWords, 'printers'>>,
): string {
  if (problem !== null) return printers.problems[problem];
  if (reason !== null) return printers.reasons[reason];
  return state === 'unusable' ? printers.problems.away : printers.states[state];
}
