/** Fees, settlement and balances. Amounts in minor units, times in milliseconds since 1970. */
import type {
  BalanceAccount,
  BalanceDirection,
  BalanceState,
  FeeType,
  PaymentRail,
  SettlementEntityType,
  SettlementQueueEntryState,
  SettlementState,
  Tags,
} from '../../../platform-api/index.ts';
import type { Pending } from './payments.ts';

export interface FeeRecord {
  application: string;
  merchant: string;
  amount: number;
  currency: string;
  fee_type: FeeType;
  label: string | null;
  linked_to: string | null;
  linked_type: 'TRANSFER' | 'AUTHORIZATION' | null;
  is_settled: boolean;
  tags: Tags;
}

export interface SettlementQueueEntryRecord {
  application: string;
  merchant: string;
  entity_type: SettlementEntityType;
  entity_id: string;
  /** Negative for a Fee or Reversal. */
  amount: number;
  currency: string;
  state: SettlementQueueEntryState;
  settlement: string | null;
  released_at: number | null;
  tags: Tags;
}

export interface SettlementRecord {
  application: string;
  merchant: string;
  currency: string;
  state: SettlementState;
  total_amount: number;
  total_fees: number;
  entry_count: number;
  tags: Tags;
}

export interface SettlementEntryRecord {
  settlement: string;
  merchant: string;
  entity_type: SettlementEntityType;
  entity_id: string;
  amount: number;
  currency: string;
}

interface BalanceMovement {
  application: string;
  merchant: null;
  linked_to: string;
  amount: number;
  currency: string;
  state: BalanceState;
  tags: Tags;
}

export interface BalanceAdjustmentRecord extends BalanceMovement {
  direction: BalanceDirection;
  payment_rail: PaymentRail;
  pending: Pending<BalanceAdjustmentRecord> | null;
}

export interface BalanceTransferRecord extends BalanceMovement {
  source: BalanceAccount;
  destination: BalanceAccount;
  pending: Pending<BalanceTransferRecord> | null;
}
