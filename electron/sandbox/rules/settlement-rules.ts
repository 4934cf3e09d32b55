/** Calculates fees, and the part of each movement that is paid to the merchant. Pure. Amounts in minor units. */
import type { SettlementEntityType, TransferSubtype, TransferType } from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** Fee of a card transaction: basis points of the amount, rounded half up, plus a fixed part. */
export function processingFee(amount: number, profile: { basis_points: number; fixed_fee: number }): number {
  return Math.round((amount * profile.basis_points) / 10_000) + profile.fixed_fee;
}

/** The entry of a Transfer in a merchant's settlement, or null for a Transfer that does not count. */
export function settlementOf(transfer: {
  type: TransferType;
  subtype: TransferSubtype;
  amount: number;
}): { entity_type: SettlementEntityType; amount: number } | null {
  const { type, subtype, amount } = transfer;
  switch (type) {
    case 'DEBIT':
      return { entity_type: 'TRANSFER', amount };
    case 'CREDIT':
      return { entity_type: 'TRANSFER', amount: -amount };
    case 'REVERSAL':
      return { entity_type: 'REVERSAL', amount: -amount };
    case 'ADJUSTMENT':
      if (subtype === 'MERCHANT_DEBIT') return { entity_type: 'TRANSFER', amount: -amount };
      return subtype === 'MERCHANT_CREDIT' ? { entity_type: 'TRANSFER', amount } : null;
    case 'FEE':
    case 'DISPUTE':
    case 'RESERVE':
    case 'SETTLEMENT':
    case 'UNKNOWN':
      return null;
  }
}

/** The amount of a Fee is final if a transaction caused the Fee, or if it is settled. */
export function refuseFeeChange(
  fee: { fee_type: string; is_settled: boolean },
  change: { amount?: number },
): Refusal | null {
  if (change.amount === undefined) return null;
  if (fee.fee_type !== 'CUSTOM') return invalidField('amount', 'Only the amount of a custom fee can change.');
  return fee.is_settled ? invalidField('amount', 'The fee is part of a settlement.', 'FEE_SETTLED') : null;
}

/** The funds in a balance: top-ups that have arrived, less every payout from its request on. */
export function balanceOf(
  movements: readonly { direction: 'TOP_UP' | 'PAYOUT'; state: 'PENDING' | 'SUCCEEDED'; amount: number }[],
): { available_amount: number; pending_amount: number; posted_amount: number } {
  let available = 0;
  let pending = 0;
  for (const { direction, state, amount } of movements) {
    if (direction === 'PAYOUT') available -= amount;
    else if (state === 'SUCCEEDED') available += amount;
    else pending += amount;
  }
  return { available_amount: available, pending_amount: pending, posted_amount: available + pending };
}

const DAY_MS = 24 * 60 * 60_000;

/** Duration of a movement over a rail (assumed). */
export function movementMs(rail: string): number {
  return rail === 'ACH' ? DAY_MS : 0;
}

/** True if two times are on the same UTC day. */
export function isSameDay(one: number, other: number): boolean {
  return Math.floor(one / DAY_MS) === Math.floor(other / DAY_MS);
}
