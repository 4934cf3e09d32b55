/**
 * Derives a transaction's result from the terminal's outcome, completion or stop (reference section 8). Pure; the
 * transaction acts on the result.
 */
import { cardTakenOut, failedResult } from '../../shared/driver/failed-result.ts';
import type { Prompt } from '../../../../electron/contract/index.ts';
import type { TransactionResult } from '../../shared/terminal.ts';
import type { Progress } from './progress.ts';
import type { Outcome, Signal } from '../codec/signals.ts';

/** Result of an outcome, or the prompt for the customer, or undefined when the outcome implies neither. */
export function classifyOutcome(
  signal: Extract<Signal, { kind: 'outcome' }>,
  known: Progress,
): { readonly result: TransactionResult } | { readonly prompt: Prompt } | undefined {
  const { outcome, detail, entryMode } = signal;
  if (outcome === 'none') return undefined;
  if (outcome === 'online') return { prompt: 'processing' };
  if (outcome === 'try-another-interface') return { prompt: 'insert-card' };
  if (outcome === 'try-again') return { prompt: entryMode === 'contactless' ? 'tap-again' : 'present-card' };
  return { result: resultOf(outcome, detail === 'signature', known) };
}

function resultOf(
  outcome: Exclude<Outcome, 'none' | 'online' | 'try-another-interface' | 'try-again'>,
  wantsSignature: boolean,
  known: Progress,
): TransactionResult {
  switch (outcome) {
    case 'approved':
      return { kind: 'approved', wantsSignature };
    case 'declined':
      return { kind: 'declined' };
    case 'cancelled':
      return { kind: 'cancelled', by: known.isCancelAsked ? 'host' : 'cardholder' };
    case 'offline-approved':
      // A sale needs an authorization that can be captured, so this is reported as a failure.
      return failedResult('the card approved without asking the bank');
    case 'quick-chip':
      return failedResult('the terminal completed in Quick Chip mode');
    case 'failed':
    case 'not-accepted':
      return known.entryMode === 'chip' && !known.isChipInside ? cardTakenOut : failedResult(`card ${outcome}`);
  }
}

/** Result of a completion without a preceding outcome, or undefined when only the bank's answer is missing. */
export function classifyCompletion(
  signal: Extract<Signal, { kind: 'completed' }>,
  known: Progress,
): TransactionResult | undefined {
  const { isDeclined, entryMode } = signal;
  if (isDeclined || known.batch === 'declined') return { kind: 'declined' };
  if (known.batch === 'accepted' && known.isApproved) return { kind: 'approved', wantsSignature: false };
  // A swipe or a tap needs no completion by the card: it is done when the bank has answered.
  const needsNoCompletion = entryMode === 'swipe' || entryMode === 'contactless' || entryMode === 'manual';
  if (needsNoCompletion && known.online && known.batch === undefined) {
    if (known.isApproved === undefined) return undefined;
    return known.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' };
  }
  return failedResult('the terminal completed without a result');
}

/** Result of a stop that the driver did not cause. */
export function classifyStop(by: Exclude<Extract<Signal, { kind: 'stopped' }>['by'], 'time-out'>): TransactionResult {
  switch (by) {
    case 'host':
    case 'cardholder':
      return { kind: 'cancelled', by };
    case 'swipe-error':
      return failedResult('the stripe could not be read');
    case 'entry-error':
      return failedResult('the card number could not be entered');
  }
}
