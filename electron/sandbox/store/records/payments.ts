/** Devices and payments. Amounts in minor units, times in milliseconds since 1970. */
import type {
  BuyerCharges,
  CardPresentDetails,
  DeviceConfiguration,
  FailureCode,
  OperationKey,
  PaymentState,
  Tags,
  TransferSubtype,
  TransferType,
  VoidState,
} from '../../../platform-api/index.ts';
import type { DeviceFacts } from '../../rules/device-rules.ts';

export interface DeviceRecord extends DeviceFacts {
  merchant: string;
  model: string;
  name: string;
  description: string | null;
  serial_number: string | null;
  configuration: DeviceConfiguration;
  /** Explicit setting of `check_for_duplicate_transactions`; absent if a request never set it. */
  checks_duplicates?: boolean;
  tags: Tags;
}

export interface DeviceMetricRecord {
  device: string;
  /** Metric fields as shown: known fields, and all others that a terminal reports. */
  values: Readonly<Record<string, string | number | boolean>>;
}

/** Future change of a PENDING record, and its time. */
export interface Pending<Fields> {
  decides_at: number;
  change: Partial<Fields>;
}

export interface AuthorizationRecord {
  application: string;
  merchant: string;
  device: string | null;
  /** Payment Instrument of a payment without a card present. */
  source: string | null;
  state: PaymentState;
  amount: number;
  amount_requested: number;
  capture_amount: number | null;
  /** Tip given at the terminal, included in the amount; null or absent if the terminal did not ask. */
  tip_amount?: number | null;
  additional_buyer_charges?: BuyerCharges | null;
  currency: string;
  operation_key: OperationKey;
  idempotency_id: string | null;
  /** Fingerprint of the request, to detect repeats. Not shown. */
  fingerprint: string;
  trace_id: string;
  expires_at: number;
  transfer: string | null;
  is_void: boolean;
  void_state: VoidState;
  failure_code: FailureCode | null;
  failure_message: string | null;
  card_present_details: CardPresentDetails | null;
  tags: Tags;
  /** Outcome and time of a pending record, or null once decided. Not shown. */
  pending: Pending<AuthorizationRecord> | null;
  /** True if the platform drives the terminal. If so, the Device is busy while the payment is pending. */
  is_on_device: boolean;
}

export interface TransferRecord {
  application: string;
  merchant: string;
  device: string | null;
  source: string | null;
  destination: string | null;
  /** The captured Authorization, or null. */
  authorization: string | null;
  /** The Transfer that a reversal refunds, or null. */
  parent_transfer: string | null;
  subscription: string | null;
  dispute: string | null;
  state: PaymentState;
  type: TransferType;
  subtype: TransferSubtype;
  amount: number;
  amount_requested: number;
  currency: string;
  operation_key: OperationKey;
  idempotency_id: string | null;
  /** Fingerprint of the request, to detect repeats. Not shown. */
  fingerprint: string;
  trace_id: string;
  fee: number;
  tip_amount?: number | null;
  additional_buyer_charges?: BuyerCharges | null;
  failure_code: FailureCode | null;
  failure_message: string | null;
  card_present_details: CardPresentDetails | null;
  tags: Tags;
  pending: Pending<TransferRecord> | null;
  is_on_device: boolean;
}

/** A used key serial number, which must not be used again. */
export interface UsedKeyRecord {
  key_serial_number: string;
  /** Id of the Authorization or Transfer. */
  authorization: string;
}
