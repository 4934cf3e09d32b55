// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

/** One file of a multipart body: its name and content type as the sender gave them, and its bytes. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Role of the caller's credentials.
 */
export type Role = 'ROLE_ADMIN' | 'ROLE_PLATFORM' | 'ROLE_PARTNER' | 'ROLE_MERCHANT';
/**
 * The processor behind a Merchant.
 */
export type Processor = 'DUMMY_V1' | 'SERVICE_V1' | 'GATEWAY_A_V1' | 'GATEWAY_B_V1' | (string & {});
/**
 * ISO 4217 alphabetic code.
 */
export type Currency = string;
/**
 * UTC, ISO 8601 with milliseconds.
 */
export type Instant = string;
export type Page = OffsetPage | CursorPage;
/**
 * Code of an error. More may come.
 */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNKNOWN'
  | 'UPSTREAM_PROCESSOR_ERROR'
  | 'DECLINED'
  | 'PAYMENT_DECLINED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'CONFLICT'
  | 'UNPROCESSABLE_ENTITY'
  | 'INVALID_FIELD'
  | 'TOO_MANY_REQUESTS'
  | 'SERVER_ERROR'
  | (string & {});
/**
 * Why a payment or a device request failed. More may come.
 */
export type FailureCode =
  | 'CANCELLATION_VIA_API'
  | 'CANCELLATION_VIA_DEVICE'
  | 'EXCEEDED_CARDHOLDER_INPUT_TIME_LIMIT'
  | 'INCOMPLETE_TRANSACTION'
  | 'DEVICE_IN_USE'
  | 'DEVICE_NOT_ENABLED'
  | 'DEVICE_NOT_CONNECTED'
  | 'DEVICE_UNREACHABLE'
  | 'COMMUNICATION_ERROR'
  | 'DUPLICATE_TRANSACTION'
  | 'ALLOWABLE_NUMBER_OF_PIN_ENTRY_TRIES_EXCEEDED'
  | 'INSUFFICIENT_FUNDS'
  | 'DO_NOT_HONOR'
  | 'EXPIRED_CARD'
  | 'RESTRICTED_CARD'
  | 'INVALID_CARD'
  | 'INVALID_CARD_NUMBER'
  | 'INVALID_ACCOUNT_NUMBER'
  | 'INVALID_AMOUNT'
  | 'INVALID_TRANSACTION'
  | 'TRANSACTION_NOT_PERMITTED'
  | 'GENERIC_DECLINE'
  | 'CALL_ISSUER'
  | 'LOST_OR_STOLEN_CARD'
  | 'PICK_UP_CARD'
  | 'MAX_TRANSACTION_AMOUNT_EXCEEDED'
  | 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED'
  | 'AUTHORIZATION_NOT_SUCCEEDED'
  | 'ALREADY_VOID'
  | 'ACTION_NOT_SUPPORTED'
  | 'ACTIVATION_CODE_INVALID'
  | 'CARD_DATA_REQUIRED'
  | 'MERCHANT_NOT_APPROVED'
  | 'ENCRYPTED_DATA_MALFORMED'
  | 'ENCRYPTED_DATA_MAC_INVALID'
  | 'ENCRYPTED_FORMAT_UNSUPPORTED'
  | 'KEY_SERIAL_NUMBER_REUSED'
  | 'KEY_SERIAL_NUMBER_UNKNOWN'
  | (string & {});
/**
 * How well a name fits what the issuer knows.
 */
export type NameMatch = 'FULL_MATCH' | 'PARTIAL_MATCH' | 'NO_MATCH' | 'NOT_SUPPORTED';
/**
 * State of an Authorization or Transfer. UNKNOWN means unresolved, never failed.
 */
export type PaymentState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
/**
 * How far a void has come. Its Authorization keeps the state it had.
 */
export type VoidState = 'UNATTEMPTED' | 'PENDING' | 'SUCCEEDED' | 'FAILED';
/**
 * Card brand.
 */
export type CardBrand = 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | (string & {});
/**
 * How the card was read.
 */
export type EntryMode = 'CHIP_ENTRY' | 'SWIPED' | 'MANUAL_KEY_ENTRY' | 'CONTACTLESS' | (string & {});
/**
 * What kind of payment this is.
 */
export type OperationKey =
  | 'CARD_PRESENT_AUTHORIZATION'
  | 'CARD_PRESENT_DEBIT'
  | 'CARD_PRESENT_UNREFERENCED_REFUND'
  | 'SALE'
  | 'UNREFERENCED_REFUND'
  | 'PUSH_TO_CARD'
  | 'PULL_FROM_CARD'
  | 'MERCHANT_CREDIT_ADJUSTMENT'
  | 'MERCHANT_DEBIT_ADJUSTMENT'
  | 'CARD_NOT_PRESENT_REFUND'
  | 'CARD_NOT_PRESENT_AUTHORIZATION'
  | (string & {});
/**
 * How money comes and goes.
 */
export type PaymentRail = 'ACH' | 'CARD' | 'WIRE' | (string & {});
/**
 * How far a movement has come.
 */
export type BalanceState = 'PENDING' | 'SUCCEEDED';
/**
 * Into the balance or out of it.
 */
export type BalanceDirection = 'TOP_UP' | 'PAYOUT';
/**
 * Accounts of a platform.
 */
export type BalanceAccount = 'SETTLEMENT' | 'OPERATING';
/**
 * What PUT /devices/{device_id} can be asked to do; which of them depends on the processor.
 */
export type DeviceAction = 'ACTIVATE' | 'DEACTIVATE' | 'CANCEL' | 'REBOOT' | 'CREATE_IDLE_MESSAGE';
/**
 * Whether the platform reaches the Device. Compare without regard to case; `Open` was seen too.
 */
export type DeviceConnection = 'OPEN' | 'CLOSED';
/**
 * Model of a Device. New ones come without notice.
 */
export type DeviceModel =
  | 'BBPOS'
  | 'DESK_3500'
  | 'DESK_5000'
  | 'IPP320'
  | 'IPP350'
  | 'ISC250'
  | 'ISC480'
  | 'ISMP4'
  | 'LANE_3000'
  | 'LANE_5000'
  | 'LANE_7000'
  | 'LANE_8000'
  | 'LINK_2500'
  | 'MOVE_5000'
  | 'MX915'
  | 'MX925'
  | 'PAX_A30'
  | 'PAX_A35'
  | 'PAX_A60'
  | 'PAX_A77'
  | 'PAX_A800'
  | 'PAX_A920PRO'
  | 'PAX_ARIES6'
  | 'PAX_ARIES8'
  | 'PAX_D135'
  | 'PAX_IM30'
  | (string & {});
/**
 * When the terminal asks for a signature.
 */
export type SignaturePrompt = 'ALWAYS' | 'NEVER' | 'AMOUNT';
/**
 * How a Device is connected.
 */
export type ConnectivityNetworkType = 'CELLULAR' | 'ETHERNET' | 'WIFI';
/**
 * Where a Fee comes from.
 */
export type FeeType = 'CARD_PROCESSING' | 'CUSTOM' | (string & {});
/**
 * APPROVED is required to process payments; other values are ours.
 */
export type MerchantState = 'APPROVED' | 'PROVISIONING' | 'REJECTED' | (string & {});
/**
 * Whether the Transfers of a Merchant wait to be released into a Settlement.
 */
export type SettlementQueueMode = 'AUTOMATIC' | 'MANUAL';
/**
 * What kind of instrument this is.
 */
export type PaymentInstrumentType = 'PAYMENT_CARD' | 'BANK_ACCOUNT' | 'WALLET_A_PAY' | 'WALLET_B_PAY';
/**
 * What kind of account this is.
 */
export type BankAccountType = 'CHECKING' | 'SAVINGS' | 'CORPORATE' | 'CORPORATE_SAVINGS';
/**
 * What the issuer said of the security code.
 */
export type SecurityCodeVerification = 'MATCHED' | 'UNMATCHED' | 'UNKNOWN';
/**
 * What the issuer said of the address.
 */
export type AddressVerification = 'POSTAL_CODE_AND_STREET_MATCH' | 'NO_MATCH' | 'NO_ADDRESS' | 'UNKNOWN';
/**
 * Whether an entry still waits.
 */
export type SettlementQueueEntryState = 'PENDING' | 'RELEASED';
/**
 * What is settled.
 */
export type SettlementEntityType = 'TRANSFER' | 'REVERSAL' | 'FEE';
/**
 * How far a Settlement has come.
 */
export type SettlementState = 'ACCRUING' | 'AWAITING_APPROVAL' | (string & {});
/**
 * Kind of a Transfer.
 */
export type TransferType =
  'DEBIT' | 'CREDIT' | 'REVERSAL' | 'FEE' | 'ADJUSTMENT' | 'DISPUTE' | 'RESERVE' | 'SETTLEMENT' | 'UNKNOWN';
/**
 * Where a Transfer comes from.
 */
export type TransferSubtype =
  'API' | 'SUBSCRIPTION' | 'PLATFORM_CREDIT' | 'MERCHANT_DEBIT' | 'MERCHANT_CREDIT' | 'PLATFORM_DEBIT' | (string & {});
/**
 * How far a Verification has come.
 */
export type VerificationState = 'PENDING' | 'SUCCEEDED' | 'FAILED';

/**
 * Up to 50 pairs; keys at most 40 characters, values at most 500; backslash, comma, double and single quote are not allowed in either.
 */
export interface Tags {
  [k: string]: string;
}
export interface Link {
  href: string;
}
/**
 * Addresses of related resources, by relation.
 */
export interface Links {
  [k: string]: Link;
}
/**
 * Offset pagination (the default).
 */
export interface OffsetPage {
  offset: number;
  limit: number;
  /**
   * How many results there are in all.
   */
  count: number;
}
/**
 * Cursor pagination (version 2022-02-01).
 */
export interface CursorPage {
  limit: number;
  /**
   * Opaque. Null when no more resources remain.
   */
  next_cursor: string | null;
}
/**
 * One error.
 */
export interface ErrorEntry {
  code: ErrorCode;
  /**
   * English; changes without notice, unlike the codes.
   */
  message: string;
  /**
   * Reference into the platform's logs. Often the x-request-id, not always.
   */
  logref: string;
  /**
   * With 422, the request field that is wrong.
   */
  field?: string;
  failure_code?: FailureCode;
  failure_message?: string;
  /**
   * Id of the Authorization behind this error (a decline, a repeated idempotency_id).
   */
  authorization?: string;
  /**
   * Id of the Transfer behind this error.
   */
  transfer?: string;
  _links?: Links;
}
/**
 * Body of every failure.
 */
export interface ErrorEnvelope {
  total: number;
  _embedded: {
    /**
     * @minItems 1
     */
    errors: ErrorEntry[];
  };
}
/**
 * An address.
 */
export interface PostalAddress {
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  region?: string | null;
  postal_code?: string | null;
  country?: string | null;
}
/**
 * What the issuing bank said of the cardholder's name.
 */
export interface NameVerificationResults {
  full_name_verification_results?: NameMatch;
  first_name_verification_results?: NameMatch;
  last_name_verification_results?: NameMatch;
}
/**
 * The platform's app: mobile app, website, marketplace.
 */
export interface Application {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  name: string;
  enabled: boolean;
  processing_enabled: boolean;
  settlement_enabled: boolean;
  tags: Tags;
  _links: Links;
}
export interface ApplicationList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    applications: Application[];
  };
  _links: Links;
  page: Page;
}
/**
 * A new Application.
 */
export interface ApplicationCreate {
  name: string;
  tags?: Tags;
}
/**
 * Fields to change.
 */
export interface ApplicationUpdate {
  name?: string;
  enabled?: boolean;
  processing_enabled?: boolean;
  settlement_enabled?: boolean;
  tags?: Tags;
}
/**
 * Which Fee Profile and which Risk Profile an Application uses.
 */
export interface ApplicationProfile {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  fee_profile: string | null;
  risk_profile: string | null;
  tags: Tags;
  _links: Links;
}
export interface ApplicationProfileList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    application_profiles: ApplicationProfile[];
  };
  _links: Links;
  page: Page;
}
/**
 * Fields to change.
 */
export interface ApplicationProfileUpdate {
  fee_profile?: string | null;
  risk_profile?: string | null;
  tags?: Tags;
}
/**
 * What a card transaction costs a Merchant.
 */
export interface FeeProfile {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  /**
   * Hundredths of a percent of the amount.
   */
  basis_points: number;
  /**
   * Minor units on top.
   */
  fixed_fee: number;
  tags: Tags;
  _links: Links;
}
export interface FeeProfileList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    fee_profiles: FeeProfile[];
  };
  _links: Links;
  page: Page;
}
/**
 * A new Fee Profile.
 */
export interface FeeProfileCreate {
  basis_points: number;
  fixed_fee: number;
  tags?: Tags;
}
/**
 * EMV data of the card and the issuer's answer for it, as far as a receipt or the terminal needs it.
 */
export interface EmvData {
  application_identifier?: string | null;
  application_label?: string | null;
  application_preferred_name?: string | null;
  application_transaction_counter?: string | null;
  /**
   * Tag 9F26 as the card made it for this request.
   */
  cryptogram?: string | null;
  issuer_code_table_index?: string | null;
  pin_verified?: boolean | null;
  /**
   * Tag 8A as text: 00, 05, 51.
   */
  authorization_response_code?: string | null;
  /**
   * Value of tag 91, upper-case hexadecimal.
   */
  issuer_authentication_data?: string | null;
  /**
   * Templates 71 and 72 with their tags, hexadecimal.
   */
  issuer_scripts?: string[];
}
/**
 * What is known of a card that was present. Every field can be null, and so can the whole.
 */
export interface CardPresentDetails {
  approval_code?: string | null;
  brand?: CardBrand | null;
  entry_mode?: EntryMode | null;
  masked_account_number?: string | null;
  /**
   * Cardholder's name; personal data.
   */
  name?: string | null;
  payment_type?: 'CREDIT' | 'DEBIT' | 'NONE' | (string & {}) | null;
  emv_data?: EmvData | null;
}
/**
 * Card data exactly as the terminal encrypted it.
 */
export interface EncryptedCardData {
  encrypted_emv_data: string;
  emv_data_key_serial_number: string;
  encrypted_emv_format?: number;
}
/**
 * A card hold.
 */
export interface Authorization {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application?: string;
  state: PaymentState;
  /**
   * Minor units held; less than requested in a partial approval.
   */
  amount: number;
  amount_requested: number;
  capture_amount?: number | null;
  currency: Currency;
  device?: string | null;
  /**
   * Id of the Payment Instrument
   */
  source?: string | null;
  merchant?: string;
  operation_key?: OperationKey | null;
  idempotency_id?: string | null;
  trace_id?: string;
  expires_at: Instant;
  /**
   * Id of the Transfer a capture created.
   */
  transfer: string | null;
  is_void: boolean;
  void_state: VoidState;
  failure_code?: FailureCode | null;
  failure_message?: string | null;
  messages?: string[];
  card_present_details?: CardPresentDetails | null;
  tags: Tags;
  _links: Links;
}
/**
 * A hold on a card. With payment_instrument (cable route) the card was read by a terminal and the answer is the issuer's. With device alone (cloud route) the platform drives the terminal: PENDING first, then decided. With source a stored Payment Instrument is used. Naming a device needs it to be enabled; without one and without merchant, the merchant of the credentials applies.
 */
export interface AuthorizationCreate {
  /**
   * Minor units.
   */
  amount: number;
  currency: Currency;
  operation_key?: OperationKey;
  device?: string;
  merchant?: string;
  /**
   * Id of a Payment Instrument.
   */
  source?: string;
  idempotency_id?: string;
  payment_instrument?: EncryptedCardData;
  tags?: Tags;
}
/**
 * A capture (capture_amount) or a void (void_me), never both.
 */
export interface AuthorizationUpdate {
  /**
   * At most the amount held.
   */
  capture_amount?: number;
  fee?: number;
  /**
   * Void when true.
   */
  void_me?: boolean;
  tags?: Tags;
}
export interface AuthorizationList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    authorizations: Authorization[];
  };
  _links: Links;
  page: Page;
}
/**
 * Financial state of an Application.
 */
export interface Balance {
  linked_to: string;
  currency: Currency;
  available_amount: number;
  pending_amount: number;
  /**
   * Total of available and pending.
   */
  posted_amount: number;
  _links: Links;
}
export interface BalanceList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    balances: Balance[];
  };
  _links: Links;
  page: Page;
}
/**
 * Funds added for or taken out by payouts.
 */
export interface BalanceAdjustment {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  linked_to: string;
  amount: number;
  currency: Currency;
  direction: BalanceDirection;
  payment_rail: PaymentRail;
  state: BalanceState;
  tags: Tags;
  _links: Links;
}
export interface BalanceAdjustmentList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    balance_adjustments: BalanceAdjustment[];
  };
  _links: Links;
  page: Page;
}
/**
 * A top-up or a payout.
 */
export interface BalanceAdjustmentCreate {
  linked_to: string;
  amount: number;
  currency: Currency;
  direction: BalanceDirection;
  payment_rail: PaymentRail;
  tags?: Tags;
}
/**
 * Money between a platform's own accounts.
 */
export interface BalanceTransfer {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  linked_to: string;
  amount: number;
  currency: Currency;
  source: BalanceAccount;
  destination: BalanceAccount;
  state: BalanceState;
  tags: Tags;
  _links: Links;
}
export interface BalanceTransferList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    balance_transfers: BalanceTransfer[];
  };
  _links: Links;
  page: Page;
}
/**
 * A movement between the two accounts.
 */
export interface BalanceTransferCreate {
  linked_to: string;
  amount: number;
  currency: Currency;
  source: BalanceAccount;
  destination: BalanceAccount;
  tags?: Tags;
}
export interface TippingDetails {
  /**
   * Exactly three percentages.
   *
   * @minItems 3
   * @maxItems 3
   */
  percent_options?: number[];
  /**
   * Exactly three amounts, minor units.
   *
   * @minItems 3
   * @maxItems 3
   */
  fixed_options?: number[];
  /**
   * Amount, minor units, from which percentages replace fixed amounts.
   */
  percent_tipping_threshold?: number;
  allow_custom_tip?: boolean;
}
/**
 * Settings of a terminal.
 */
export interface DeviceConfiguration {
  /**
   * False runs debit cards on credit rails.
   */
  allow_debit?: boolean;
  /**
   * False means the Device must be online for a capture.
   */
  bypass_device_on_capture?: boolean;
  check_for_duplicate_transactions?: boolean;
  prompt_amount_confirmation?: boolean;
  prompt_manual_entry?: boolean;
  prompt_for_signature?: SignaturePrompt;
  /**
   * Minor units.
   */
  signature_threshold_amount?: number;
  prompt_receipt_confirmation?: boolean;
  display_tip_on_receipt?: boolean;
  prompt_tip_on_screen?: boolean;
  tipping_details?: TippingDetails | null;
  allow_standalone_sales?: boolean;
  allow_standalone_authorizations?: boolean;
  allow_standalone_refunds?: boolean;
  surcharge_basis_points?: number | null;
  automatic_receipt_delivery_methods?: string[] | null;
  available_receipt_methods?: string[] | null;
  /**
   * Null goes back to the default.
   */
  idle_message?: string | null;
  /**
   * Null goes back to the default.
   */
  idle_image_file_id?: string | null;
}
/**
 * A point-of-sale terminal as the platform knows it.
 */
export interface Device {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  configuration_details: DeviceConfiguration;
  connection?: DeviceConnection;
  description?: string | null;
  enabled: boolean;
  idle_message?: string | null;
  merchant: string;
  model: DeviceModel;
  name: string;
  serial_number?: string | null;
  tags: Tags;
  /**
   * Absent until activated.
   */
  android_version?: string;
  /**
   * Absent until activated.
   */
  firmware_version?: string;
  /**
   * Absent until activated.
   */
  payment_app_version?: string;
  _links: Links;
}
/**
 * A new Device. The configuration travels as `configuration`; a key `configuration_details` is accepted and silently ignored, as observed.
 */
export interface DeviceCreate {
  model: string;
  name: string;
  description?: string | null;
  serial_number?: string | null;
  configuration?: DeviceConfiguration;
  tags?: Tags;
}
/**
 * Either an action with what it needs, or fields to change. With an action, fields that do not belong to it are ignored.
 */
export interface DeviceUpdate {
  action?: DeviceAction;
  /**
   * With ACTIVATE on GATEWAY_B_V1, the code shown on the terminal's screen.
   */
  activation_code?: string;
  /**
   * With CREATE_IDLE_MESSAGE, the text.
   */
  idle_message?: string;
  name?: string;
  description?: string | null;
  serial_number?: string | null;
  configuration?: DeviceConfiguration;
  tags?: Tags;
}
export interface DeviceList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    devices: Device[];
  };
  _links: Links;
  page: Page;
}
/**
 * One entry of the log of device health, connectivity and payment performance. Unknown fields are to be shown.
 */
export interface DeviceMetric {
  id: string;
  created_at: Instant;
  device?: string;
  connection?: DeviceConnection;
  connectivity_network_type?: ConnectivityNetworkType;
  connectivity_signal_strength?: 'EXCELLENT' | 'GOOD' | 'FAIR' | 'POOR' | (string & {});
  _links: Links;
  [k: string]: unknown;
}
export interface DeviceMetricList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    device_metrics: DeviceMetric[];
  };
  _links: Links;
  page: Page;
}
/**
 * A charge levied against a Merchant.
 */
export interface Fee {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  amount: number;
  currency: Currency;
  fee_type: FeeType;
  label: string | null;
  linked_to: string | null;
  linked_type: 'TRANSFER' | 'AUTHORIZATION' | (string & {}) | null;
  /**
   * Part of a Settlement; the amount is final.
   */
  is_settled: boolean;
  tags: Tags;
  _links: Links;
}
export interface FeeList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    fees: Fee[];
  };
  _links: Links;
  page: Page;
}
/**
 * A custom one-time Fee.
 */
export interface FeeCreate {
  amount: number;
  currency: Currency;
  merchant: string;
  label?: string;
  linked_to?: string;
  tags?: Tags;
}
/**
 * Fields to change. The amount only of a custom Fee that is not settled.
 */
export interface FeeUpdate {
  amount?: number;
  label?: string;
  tags?: Tags;
}
/**
 * Who somebody is.
 */
export interface Entity {
  business_name?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  phone?: string | null;
  personal_address?: PostalAddress | null;
}
/**
 * A person or a business.
 */
export interface Identity {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  entity: Entity;
  tags: Tags;
  _links: Links;
}
export interface IdentityList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    identities: Identity[];
  };
  _links: Links;
  page: Page;
}
/**
 * A new Identity.
 */
export interface IdentityCreate {
  entity: Entity;
  tags?: Tags;
}
/**
 * Fields to change.
 */
export interface IdentityUpdate {
  entity?: Entity;
  tags?: Tags;
}
/**
 * A seller.
 */
export interface Merchant {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application?: string;
  identity?: string | null;
  name: string;
  processor: Processor;
  state: MerchantState;
  settlement_queue_mode: SettlementQueueMode;
  /**
   * Id of the latest Verification.
   */
  verification?: string | null;
  tags: Tags;
  _links: Links;
}
/**
 * A new Merchant of an Identity.
 */
export interface MerchantCreate {
  name?: string;
  processor: Processor;
  tags?: Tags;
}
/**
 * Fields to change.
 */
export interface MerchantUpdate {
  name?: string;
  settlement_queue_mode?: SettlementQueueMode;
  tags?: Tags;
}
export interface MerchantList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    merchants: Merchant[];
  };
  _links: Links;
  page: Page;
}
/**
 * Payment details of a card or bank account. It belongs to one Identity for good.
 */
export interface PaymentInstrument {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  identity: string;
  instrument_type: PaymentInstrumentType;
  type: PaymentInstrumentType;
  name: string | null;
  address: PostalAddress | null;
  /**
   * A disabled instrument cannot be used in requests.
   */
  enabled: boolean;
  currency: Currency;
  brand: CardBrand | null;
  last_four: string | null;
  expiration_month: number | null;
  expiration_year: number | null;
  masked_account_number: string | null;
  bank_code: string | null;
  account_type: BankAccountType | null;
  account_updater_enabled: boolean;
  network_token_enabled: boolean;
  security_code_verification: SecurityCodeVerification;
  address_verification: AddressVerification;
  name_verification_results: NameVerificationResults | null;
  tags: Tags;
  _links: Links;
}
export interface PaymentInstrumentList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    payment_instruments: PaymentInstrument[];
  };
  _links: Links;
  page: Page;
}
/**
 * A card, a bank account, or a wallet token. Numbers and security codes are read, checked and forgotten.
 */
export interface PaymentInstrumentCreate {
  type: PaymentInstrumentType;
  identity: string;
  name?: string;
  currency?: Currency;
  address?: PostalAddress | null;
  /**
   * Card: the account number.
   */
  number?: string;
  expiration_month?: number;
  expiration_year?: number;
  security_code?: string;
  account_number?: string;
  bank_code?: string;
  account_type?: BankAccountType;
  /**
   * What the wallet handed out.
   */
  third_party_token?: string;
  tags?: Tags;
}
/**
 * Fields to change; or, with verify_payment_card, what to verify.
 */
export interface PaymentInstrumentUpdate {
  name?: string;
  address?: PostalAddress | null;
  enabled?: boolean;
  expiration_month?: number;
  expiration_year?: number;
  account_updater_enabled?: boolean;
  network_token_enabled?: boolean;
  tags?: Tags;
  /**
   * Verify when true.
   */
  verify_payment_card?: boolean;
  security_code?: string;
  /**
   * With verify_payment_card, on whose behalf.
   */
  merchant?: string;
}
/**
 * What changed on a stored card, one entry per update.
 */
export interface InstrumentHistoryEntry {
  id: string;
  created_at: Instant;
  payment_instrument: string;
  origin: 'API' | 'ACCOUNT_UPDATER';
  changes: {
    field: string;
    old_value: string | null;
    new_value: string | null;
  }[];
  _links: Links;
}
export interface InstrumentHistoryEntryList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    instrument_history: InstrumentHistoryEntry[];
  };
  _links: Links;
  page: Page;
}
/**
 * What the wallet asks for.
 */
export interface WalletAPaySessionCreate {
  /**
   * Supplied by the wallet provider.
   */
  validation_url: string;
  domain?: string;
  display_name?: string;
}
/**
 * What the wallet needs to create a payment.
 */
export interface WalletAPaySession {
  merchantSession: {
    epochTimestamp: number;
    expiresAt: number;
    merchantSessionIdentifier: string;
    nonce: string;
    domainName: string;
    displayName: string;
  };
  _links: Links;
}
/**
 * When and how a Transfer, Fee or Reversal is queued for settlement.
 */
export interface SettlementQueueEntry {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  entity_type: SettlementEntityType;
  entity_id: string;
  /**
   * Minor units; negative for a Fee or Reversal.
   */
  amount: number;
  currency: Currency;
  state: SettlementQueueEntryState;
  settlement: string | null;
  released_at: Instant | null;
  tags: Tags;
  _links: Links;
}
export interface SettlementQueueEntryList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    settlement_queue_entries: SettlementQueueEntry[];
  };
  _links: Links;
  page: Page;
}
/**
 * Which entries to release; all of them are, or none.
 */
export interface SettlementQueueReleaseRequest {
  /**
   * @minItems 1
   * @maxItems 100
   */
  settlement_queue_entry_ids: string[];
}
/**
 * The entries released.
 */
export interface SettlementQueueRelease {
  _embedded: {
    /**
     * @minItems 1
     */
    settlement_queue_entries: SettlementQueueEntry[];
  };
  _links: Links;
}
/**
 * A batch of entries paid out to a Merchant.
 */
export interface Settlement {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  currency: Currency;
  state: SettlementState;
  /**
   * Transfers less reversals.
   */
  total_amount: number;
  total_fees: number;
  net_amount: number;
  entry_count: number;
  tags: Tags;
  _links: Links;
}
export interface SettlementList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    settlements: Settlement[];
  };
  _links: Links;
  page: Page;
}
/**
 * What a Settlement is made of.
 */
export interface SettlementEntry {
  id: string;
  created_at: Instant;
  settlement: string;
  merchant: string;
  entity_type: SettlementEntityType;
  entity_id: string;
  amount: number;
  currency: Currency;
  _links: Links;
}
export interface SettlementEntryList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    settlement_entries: SettlementEntry[];
  };
  _links: Links;
  page: Page;
}
/**
 * A movement of funds.
 */
export interface Transfer {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application?: string;
  state: PaymentState;
  type: TransferType;
  subtype?: TransferSubtype;
  amount: number;
  amount_requested: number;
  currency: Currency;
  device?: string | null;
  /**
   * Id of the Payment Instrument that is debited.
   */
  source?: string | null;
  /**
   * Id of the Payment Instrument that is credited.
   */
  destination?: string | null;
  /**
   * The Subscription it is a charge of.
   */
  subscription?: string | null;
  merchant?: string;
  operation_key?: OperationKey | null;
  idempotency_id?: string | null;
  trace_id?: string;
  fee?: number | null;
  tip_amount?: number | null;
  parent_transfer?: string | null;
  ready_to_settle_at?: string | null;
  failure_code?: FailureCode | null;
  failure_message?: string | null;
  messages?: string[];
  card_present_details?: CardPresentDetails | null;
  tags: Tags;
  _links: Links;
}
export interface TransferList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    transfers: Transfer[];
  };
  _links: Links;
  page: Page;
}
/**
 * One way in per request: source, destination, device or payment_instrument.
 */
export interface TransferCreate {
  /**
   * Minor units.
   */
  amount: number;
  currency: Currency;
  merchant?: string;
  /**
   * Id of the Payment Instrument to debit.
   */
  source?: string;
  /**
   * Id of the Payment Instrument to credit.
   */
  destination?: string;
  device?: string;
  operation_key?: OperationKey;
  idempotency_id?: string;
  payment_instrument?: EncryptedCardData;
  fee?: number;
  tags?: Tags;
}
/**
 * A refund. All refunds of a Transfer together never exceed it.
 */
export interface ReversalCreate {
  refund_amount: number;
  idempotency_id?: string;
  device?: string;
  tags?: Tags;
}
/**
 * New tags, in place of those there are.
 */
export interface TagsUpdate {
  tags: Tags;
}
/**
 * A pair of API credentials: the id is the username.
 */
export interface User {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  role: Role;
  /**
   * The only Merchant a ROLE_MERCHANT user sees.
   */
  merchant: string | null;
  enabled: boolean;
  /**
   * Only in the reply to its creation; null ever after.
   */
  password: string | null;
  tags: Tags;
  _links: Links;
}
export interface UserList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    users: User[];
  };
  _links: Links;
  page: Page;
}
/**
 * New credentials. A role above the caller's own is refused.
 */
export interface UserCreate {
  role?: Role;
  /**
   * With ROLE_MERCHANT, the Merchant.
   */
  merchant?: string;
  tags?: Tags;
}
/**
 * Disable (enabled false), enable again, or change tags.
 */
export interface UserUpdate {
  enabled?: boolean;
  tags?: Tags;
}
/**
 * An onboarding attempt of a Merchant, or a push-to-card check of a card.
 */
export interface Verification {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string | null;
  identity: string | null;
  payment_instrument: string | null;
  processor: string | null;
  state: VerificationState;
  messages: string[];
  is_push_to_card_eligible: boolean | null;
  name_verification_results: NameVerificationResults | null;
  tags: Tags;
  _links: Links;
}
export interface VerificationList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    verifications: Verification[];
  };
  _links: Links;
  page: Page;
}
/**
 * A push-to-card check. The cardholder name on file is the one verified.
 */
export interface PaymentInstrumentVerificationCreate {
  merchant?: string;
  tags?: Tags;
}
