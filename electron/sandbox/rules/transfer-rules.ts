/** Decides when a Transfer can be refunded, and how much of it. Pure. Amounts in minor units. */
import type { PaymentState, TransferType } from '../../platform-api/index.ts';
import { invalidField, unprocessable } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** A refund is answered PENDING and succeeds after this time (observed). */
export const REVERSAL_MS = 2_000;
export const BANK_TRANSFER_MS = 60 * 60_000;
/** A refund of this amount fails (assumed, like the general test amounts). */
export const FAILING_REFUND_MINOR = 102;

export interface MovedFacts {
  state: PaymentState;
  type: TransferType;
  amount: number;
}

/** Amount of the original that can still be refunded: failed and cancelled refunds do not count. */
export function refundable(original: MovedFacts, reversals: readonly MovedFacts[]): number {
  const given = reversals.filter(({ state }) => state !== 'FAILED' && state !== 'CANCELED');
  return original.amount - given.reduce((sum, { amount }) => sum + amount, 0);
}

/** Allows refunds only of a sale that succeeded, up to its amount in total. */
export function refuseReversal(original: MovedFacts, reversals: readonly MovedFacts[], amount: number): Refusal | null {
  if (original.type !== 'DEBIT') {
    return unprocessable(`A ${original.type} transfer cannot be reversed.`, 'TRANSFER_NOT_REVERSIBLE');
  }
  if (original.state !== 'SUCCEEDED') {
    return unprocessable(`The transfer is ${original.state}, not SUCCEEDED.`, 'TRANSFER_NOT_SUCCEEDED');
  }
  const left = refundable(original, reversals);
  if (amount > left) {
    return invalidField('refund_amount', `Only ${left} of ${original.amount} are left.`, 'REFUND_EXCEEDS_TRANSFER');
  }
  return null;
}
