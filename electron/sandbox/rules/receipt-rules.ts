/** Decides which payments have a receipt, and what it may contain. Pure. Amounts in minor units. */
import type { PaymentState, ReceiptType, TransferType } from '../../platform-api/index.ts';
import { invalidField, unprocessable } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const receiptTypes: Readonly<Partial<Record<TransferType, ReceiptType>>> = {
  DEBIT: 'SALE',
  REVERSAL: 'REFUND',
  CREDIT: 'CREDIT',
};

/** The receipt type of a Transfer, or null for a type without a receipt, such as a fee. */
export function receiptTypeOf(type: TransferType): ReceiptType | null {
  return receiptTypes[type] ?? null;
}

/** Allows receipts only of successful payments; a refund may still be pending. */
export function refuseReceiptOf(type: ReceiptType, state: PaymentState): Refusal | null {
  if (state === 'SUCCEEDED' || (state === 'PENDING' && type === 'REFUND')) return null;
  return unprocessable(`The payment is ${state}, not SUCCEEDED.`, 'PAYMENT_NOT_SUCCEEDED', { field: 'entity_id' });
}

/** Refuses a part that is larger than the whole. */
export function refuseBreakdown(amount: number, breakdown: Readonly<Record<string, number>>): Refusal | null {
  const wrong = Object.entries(breakdown).find(([, part]) => part > amount);
  if (!wrong) return null;
  return invalidField(`amount_breakdown.${wrong[0]}`, `A part is more than the amount of ${amount}.`);
}
