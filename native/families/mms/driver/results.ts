/**
 * What the terminal's outcome, completion or stop makes of a transaction (reference section 8). Pure; the transaction
 * does what follows from it.
 */
import { cardTakenOut, failedResult } from '../../shared/driver/failed-result.ts';
import type { Prompt } from '../../../../electron/contract/index.ts';
import type { TransactionResult } from '../../shared/terminal.ts';
import type { Progress } from './progress.ts';
import type { Outcome, Signal } from '../codec/signals.ts';

/** The result an outcome stands for, or what it asks of the customer; undefined when it says neither. */
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
      // No authorization stands behind it, so nothing could be captured: it must not look like a sale.
      return failedResult('the card approved without asking the bank');
    case 'quick-chip':
      return failedResult('the terminal completed in Quick Chip mode');
    case 'failed':
    case 'not-accepted':
      return known.entryMode === 'chip' && !known.isChipInside ? cardTakenOut : failedResult(`card ${outcome}`);
  }
}

/** The result of a completion that no outcome came before; undefined when only the bank's answer is missing. */
export function classifyCompletion(
  signal: Extract<Signal, { kind: 'completed' }>,
  known: Progress,
): TransactionResult | undefined {
  const { isDeclined, entryMode } = signal;
  if (isDeclined || known.batch === 'declined') return { kind: 'declined' };
  if (known.batch === 'accepted' && known.isApproved) return { kind: 'approved', wantsSignature: false };
  // A stripe or a tap takes no part in the completion: with the bank's answer it is done.
  const needsNoCompletion = entryMode === 'swipe' || entryMode === 'contactless' || entryMode === 'manual';
  if (needsNoCompletion && known.online && known.batch === undefined) {
    if (known.isApproved === undefined) return undefined;
    return known.isApproved ? { kind: 'approved', wantsSignature: false } : { kind: 'declined' };
  }
  return failedResult('the terminal completed without a result');
}

/** The result of a stop for no reason of our own. */
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
