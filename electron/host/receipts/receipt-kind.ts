/** What a receipt is of, by how the payment stands. Pure. */
import {
  isPartlyPaid,
  TillError,
  type AttemptView,
  type ReceiptKind,
  type ReversalView,
} from '../../contract/index.ts';

/** The reversal of that id. @throws TillError PAY_NOT_FOUND */
export function reversalOf(attempt: AttemptView, id: string): ReversalView {
  const found = attempt.reversals.find((one) => one.id === id);
  if (found) return found;
  throw new TillError('PAY_NOT_FOUND', 'This payment has no such reversal.', {
    context: { attempt: attempt.id, reversal: id },
  });
}

/**
 * A payment that is running, or waits for a decision about a part, has no receipt: it would be wrong a moment later. One
 * that is being checked gets a slip that says so, for the customer who cannot wait.
 * @throws TillError PAY_STATE
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

/** Money has moved from the card to the shop, or is held for it: what a cardholder may be asked to sign for. */
export function isSignable(kind: ReceiptKind): boolean {
  return kind === 'sale' || kind === 'partly-paid' || kind === 'authorization';
}
