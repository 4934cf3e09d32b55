/** Kind of receipt, by the payment's state. Pure. */
import {
  isPartlyPaid,
  TillError,
  type AttemptView,
  type ReceiptKind,
  type ReversalView,
} from '../../contract/index.ts';

/** @throws PAY_NOT_FOUND when the payment has no such reversal */
export function reversalOf(attempt: AttemptView, id: string): ReversalView {
  const found = attempt.reversals.find((one) => one.id === id);
  if (found) return found;
  throw new TillError('PAY_NOT_FOUND', 'This payment has no such reversal.', {
    context: { attempt: attempt.id, reversal: id },
  });
}

/**
 * A running payment, or a payment that waits for a decision on a partial approval, has no receipt, because it would
 * soon be wrong. A payment in doubt gets a slip that says so, for a customer who cannot wait.
 * @throws PAY_STATE
 */
export function kindOf(attempt: AttemptView): Exclude<ReceiptKind, 'reversal'> {
  switch (attempt.state) {
    case 'working':
    case 'partial':
    case 'asking':
      throw new TillError('PAY_STATE', 'This payment is not finished, so there is no receipt of it yet.', {
        context: { attempt: attempt.id, state: attempt.state },
      });
    case 'captured':
      return isPartlyPaid(attempt) ? 'partly-paid' : 'sale';
    case 'authorized':
      return 'authorization';
    case 'refunded':
      return 'refund';
    case 'declined':
    case 'checking':
    case 'decided':
      return attempt.state;
    case 'cancelled':
    case 'voided':
    case 'released':
    case 'failed':
      return 'cancelled';
  }
}

/** True if money moved from the card to the shop or is held for it, so that the cardholder may have to sign. */
export function isSignable(kind: ReceiptKind): boolean {
  return kind === 'sale' || kind === 'partly-paid' || kind === 'authorization';
}
