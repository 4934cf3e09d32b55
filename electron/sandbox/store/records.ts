/**
 * What the sandbox keeps of each resource, in the platform's own field names. None of it is card data: an account
 * number is down to its last four digits before it gets here. Times in milliseconds since 1970.
 */
import type {
  CardPresentDetails,
  DeviceConfiguration,
  FailureCode,
  MerchantState,
  OperationKey,
  PaymentState,
  Processor,
  Role,
  Tags,
  TransferType,
  VoidState,
} from '../../platform-api/index.ts';
import type { DeviceFacts } from '../rules/device-rules.ts';

export interface ApplicationRecord {
  name: string;
  /** The one the sandbox starts with. */
  is_seeded: boolean;
  /** Where payments go whose request names neither device nor merchant (our assumption). */
  home_merchant: string;
  /** Whose credentials the sandbox prints when it starts; empty until there are any. */
  first_user: string;
}

export interface UserRecord {
  application: string;
  role: Role;
  /** Set for ROLE_MERCHANT: all such a user sees. */
  merchant: string | null;
  enabled: boolean;
  /** Salt and SHA-256 of salt and password, hexadecimal. Passwords are 128 random bits, so a slow hash gains nothing. */
  salt: string;
  password_hash: string;
}

export interface MerchantRecord {
  application: string;
  name: string;
  processor: Processor;
  state: MerchantState;
  tags: Tags;
}

export interface DeviceRecord extends DeviceFacts {
  merchant: string;
  model: string;
  name: string;
  description: string | null;
  serial_number: string | null;
  configuration: DeviceConfiguration;
  tags: Tags;
}

export interface DeviceMetricRecord {
  device: string;
  /** Metric fields as they go out: known ones, and whatever else a terminal reports. */
  values: Readonly<Record<string, string | number | boolean>>;
}

/** What a payment that is still PENDING will become. */
export interface PendingOutcome {
  decides_at: number;
  change: Partial<AuthorizationRecord>;
}

export interface AuthorizationRecord {
  application: string;
  merchant: string;
  device: string | null;
  state: PaymentState;
  amount: number;
  amount_requested: number;
  capture_amount: number | null;
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
  pending: PendingOutcome | null;
}

export interface TransferRecord {
  application: string;
  merchant: string;
  device: string | null;
  authorization: string;
  state: PaymentState;
  type: TransferType;
  subtype: string;
  amount: number;
  amount_requested: number;
  currency: string;
  operation_key: OperationKey;
  idempotency_id: string | null;
  trace_id: string;
  fee: number;
  failure_code: FailureCode | null;
  failure_message: string | null;
  card_present_details: CardPresentDetails | null;
  tags: Tags;
}

/** A key serial number that was used; never to be used again. */
export interface UsedKeyRecord {
  key_serial_number: string;
  authorization: string;
}
