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
  /** What somebody said of `check_for_duplicate_transactions`; absent where nobody did. */
  checks_duplicates?: boolean;
  tags: Tags;
}

export interface DeviceMetricRecord {
  device: string;
  /** Metric fields as they go out: known ones, and whatever else a terminal reports. */
  values: Readonly<Record<string, string | number | boolean>>;
}

/** What something that is still PENDING will become, and when. */
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
  /** Given at the terminal, in the amount; null or absent where nobody was asked for one. */
  tip_amount?: number | null;
  additional_buyer_charges?: BuyerCharges | null;
  currency: string;
  operation_key: OperationKey;
  idempotency_id: string | null;
  /** Of the request, for repeats; not shown. */
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
  /** Not shown; null once decided. */
  pending: Pending<AuthorizationRecord> | null;
  /** The platform drives the terminal for it: while it is pending, the Device is busy. */
  is_on_device: boolean;
}

export interface TransferRecord {
  application: string;
  merchant: string;
  device: string | null;
  source: string | null;
  destination: string | null;
  /** The Authorization whose capture it is. */
  authorization: string | null;
  /** The Transfer a reversal gives back. */
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
  /** Of the request, for repeats; not shown. */
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

/** A key serial number that was used; never to be used again. */
export interface UsedKeyRecord {
  key_serial_number: string;
  /** Authorization or Transfer. */
  authorization: string;
}
