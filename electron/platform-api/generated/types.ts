// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

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
 * APPROVED is required to process payments; other values are ours.
 */
export type MerchantState = 'APPROVED' | 'PROVISIONING' | 'REJECTED' | (string & {});
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
  | (string & {});
/**
 * Kind of a Transfer.
 */
export type TransferType =
  'DEBIT' | 'CREDIT' | 'REVERSAL' | 'FEE' | 'ADJUSTMENT' | 'DISPUTE' | 'RESERVE' | 'SETTLEMENT' | 'UNKNOWN';

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
 * A seller.
 */
export interface Merchant {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application?: string;
  name: string;
  processor: Processor;
  state: MerchantState;
  tags: Tags;
  _links: Links;
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
 * A hold on a card read by a terminal. With payment_instrument (cable route) the answer is the issuer's. Naming a device needs it to be enabled; without one and without merchant, the merchant of the credentials applies.
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
 * A movement of funds.
 */
export interface Transfer {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application?: string;
  state: PaymentState;
  type: TransferType;
  subtype?: string | null;
  amount: number;
  amount_requested: number;
  currency: Currency;
  device?: string | null;
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
