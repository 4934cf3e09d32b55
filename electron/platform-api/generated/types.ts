// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

/** One file of a multipart body: its name and content type as the sender gave them, and its bytes. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * What the issuer said of the address.
 */
export type AddressVerification = 'POSTAL_CODE_AND_STREET_MATCH' | 'NO_MATCH' | 'NO_ADDRESS' | 'UNKNOWN';
/**
 * FIXED asks for total_amount; with VARIABLE the buyer chooses.
 */
export type AmountType = 'FIXED' | 'VARIABLE';
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
 * State of an Authorization or Transfer. UNKNOWN means unresolved, never failed.
 */
export type PaymentState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
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
 * How far a void has come. Its Authorization keeps the state it had.
 */
export type VoidState = 'UNATTEMPTED' | 'PENDING' | 'SUCCEEDED' | 'FAILED';
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
 * Card brand.
 */
export type CardBrand = 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | (string & {});
/**
 * How the card was read.
 */
export type EntryMode = 'CHIP_ENTRY' | 'SWIPED' | 'MANUAL_KEY_ENTRY' | 'CONTACTLESS' | (string & {});
/**
 * Accounts of a platform.
 */
export type BalanceAccount = 'SETTLEMENT' | 'OPERATING';
/**
 * Into the balance or out of it.
 */
export type BalanceDirection = 'TOP_UP' | 'PAYOUT';
/**
 * How money comes and goes.
 */
export type PaymentRail = 'ACH' | 'CARD' | 'WIRE' | (string & {});
/**
 * How far a movement has come.
 */
export type BalanceState = 'PENDING' | 'SUCCEEDED';
/**
 * What kind of account this is.
 */
export type BankAccountType = 'CHECKING' | 'SAVINGS' | 'CORPORATE' | 'CORPORATE_SAVINGS';
/**
 * Day of the month; a month that is too short is charged on its last day.
 */
export type BillingCycleDay = number;
/**
 * How often a Subscription is charged.
 */
export type BillingInterval =
  | 'WEEKLY'
  | 'MONTHLY'
  | 'BIMONTHLY'
  | 'QUARTERLY'
  | 'SEMIYEARLY'
  | 'YEARLY'
  | 'BIYEARLY'
  | 'TRIYEARLY';
/**
 * Whether a form is signed.
 */
export type ComplianceFormState = 'INCOMPLETE' | 'COMPLETE' | 'OVERDUE' | 'EXPIRED' | (string & {});
/**
 * How a Device is connected.
 */
export type ConnectivityNetworkType = 'CELLULAR' | 'ETHERNET' | 'WIFI';
/**
 * How something is sent.
 */
export type DeliveryMethod = 'EMAIL' | 'SMS' | 'PRINT';
/**
 * How far a delivery has come.
 */
export type DeliveryAttemptState = 'PENDING' | 'SENT' | 'FAILED' | (string & {});
/**
 * When the terminal asks for a signature.
 */
export type SignaturePrompt = 'ALWAYS' | 'NEVER' | 'AMOUNT';
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
 * What PUT /devices/{device_id} can be asked to do; which of them depends on the processor.
 */
export type DeviceAction = 'ACTIVATE' | 'DEACTIVATE' | 'CANCEL' | 'REBOOT' | 'CREATE_IDLE_MESSAGE';
/**
 * How a Dispute stands.
 */
export type DisputeState = 'PENDING' | 'WON' | 'LOST' | (string & {});
/**
 * What the seller has answered.
 */
export type DisputeResponseState = 'NEEDS_RESPONSE' | 'SUBMITTED' | 'ACCEPTED' | 'NO_RESPONSE' | (string & {});
/**
 * Why the customer disputes the charge.
 */
export type DisputeReason = 'CLERICAL' | 'FRAUD' | 'INQUIRY' | 'QUALITY' | 'TECHNICAL' | (string & {});
/**
 * Kind of a Transfer.
 */
export type TransferType =
  | 'DEBIT'
  | 'CREDIT'
  | 'REVERSAL'
  | 'FEE'
  | 'ADJUSTMENT'
  | 'DISPUTE'
  | 'RESERVE'
  | 'SETTLEMENT'
  | 'UNKNOWN';
/**
 * Where a Transfer comes from.
 */
export type TransferSubtype =
  | 'API'
  | 'SUBSCRIPTION'
  | 'PLATFORM_CREDIT'
  | 'MERCHANT_DEBIT'
  | 'MERCHANT_CREDIT'
  | 'PLATFORM_DEBIT'
  | (string & {});
/**
 * The upload state.
 */
export type DisputeEvidenceState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | (string & {});
/**
 * Kind of resource an event is about. More may come.
 */
export type WebhookEntity =
  | 'application'
  | 'application_profile'
  | 'authorization'
  | 'balance_adjustment'
  | 'balance_transfer'
  | 'compliance_form'
  | 'delivery_attempt'
  | 'device'
  | 'dispute'
  | 'dispute_evidence'
  | 'external_link'
  | 'fee'
  | 'file'
  | 'identity'
  | 'instrument_update'
  | 'merchant'
  | 'payment_instrument'
  | 'payment_link'
  | 'receipt'
  | 'settlement'
  | 'settlement_queue_entry'
  | 'subscription'
  | 'subscription_balance_entry'
  | 'subscription_link'
  | 'subscription_plan'
  | 'transfer'
  | 'transfer_attempt'
  | 'user'
  | 'verification'
  | (string & {});
/**
 * What happened to it.
 */
export type WebhookEventType = 'created' | 'updated' | (string & {});
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
 * What a link is for.
 */
export type ExternalLinkType = 'UPLOAD';
/**
 * Whether a link can still be used.
 */
export type ExternalLinkState = 'ACTIVE' | 'USED' | 'EXPIRED';
/**
 * Where a Fee comes from.
 */
export type FeeType = 'CARD_PROCESSING' | 'CUSTOM' | (string & {});
/**
 * What a File is for.
 */
export type FileType =
  | 'OTHER'
  | 'DISPUTE_EVIDENCE'
  | 'IDENTITY_VERIFICATION'
  | 'PCI_SAQ_A'
  | 'RECEIPT'
  | 'BANK_STATEMENT'
  | 'DRIVERS_LICENSE_BACK'
  | 'DRIVERS_LICENSE_FRONT'
  | 'EIN_LETTER'
  | 'PASSPORT'
  | (string & {});
/**
 * Whether contents were uploaded.
 */
export type FileStatus = 'REQUIRES_UPLOAD' | 'PENDING' | 'VALID' | 'INVALID' | (string & {});
/**
 * How far a batch is.
 */
export type InstrumentUpdateState = 'PENDING' | 'COMPLETED' | (string & {});
/**
 * What the Account Updater found.
 */
export type InstrumentUpdateResult =
  | 'CARD_EXPIRATION_UPDATED'
  | 'CARD_NOT_FOUND'
  | 'CONTACT_CARDHOLDER'
  | 'CLOSED_ACCOUNT'
  | 'INVALID_CARD'
  | 'NO_CHANGE_FOUND'
  | 'UNKNOWN'
  | (string & {});
/**
 * The results as JSON.
 */
export type InstrumentUpdateResults = InstrumentUpdateRow[];
/**
 * The processor behind a Merchant.
 */
export type Processor = 'DUMMY_V1' | 'SERVICE_V1' | 'GATEWAY_A_V1' | 'GATEWAY_B_V1' | (string & {});
/**
 * APPROVED is required to process payments; other values are ours.
 */
export type MerchantState = 'APPROVED' | 'PROVISIONING' | 'REJECTED' | (string & {});
/**
 * Whether the Transfers of a Merchant wait to be released into a Settlement.
 */
export type SettlementQueueMode = 'AUTOMATIC' | 'MANUAL';
/**
 * How well a name fits what the issuer knows.
 */
export type NameMatch = 'FULL_MATCH' | 'PARTIAL_MATCH' | 'NO_MATCH' | 'NOT_SUPPORTED';
/**
 * What kind of instrument this is.
 */
export type PaymentInstrumentType = 'PAYMENT_CARD' | 'BANK_ACCOUNT' | 'WALLET_A_PAY' | 'WALLET_B_PAY';
/**
 * What the issuer said of the security code.
 */
export type SecurityCodeVerification = 'MATCHED' | 'UNMATCHED' | 'UNKNOWN';
/**
 * Whether a Payment Link can be paid.
 */
export type PaymentLinkState = 'ACTIVE' | 'DEACTIVATED' | 'COMPLETED' | 'EXPIRED';
/**
 * What it is a receipt of.
 */
export type ReceiptType = 'SALE' | 'REFUND' | 'CREDIT' | 'AUTHORIZATION';
/**
 * Role of the caller's credentials.
 */
export type Role = 'ROLE_ADMIN' | 'ROLE_PLATFORM' | 'ROLE_PARTNER' | 'ROLE_MERCHANT';
/**
 * How far a Settlement has come.
 */
export type SettlementState = 'ACCRUING' | 'AWAITING_APPROVAL' | (string & {});
/**
 * What is settled.
 */
export type SettlementEntityType = 'TRANSFER' | 'REVERSAL' | 'FEE';
/**
 * Whether an entry still waits.
 */
export type SettlementQueueEntryState = 'PENDING' | 'RELEASED';
/**
 * Minor units, per billing interval.
 */
export type SubscriptionAmount = number;
/**
 * Which amount holds. NONE before the start and after the end.
 */
export type SubscriptionPhase = 'NONE' | 'TRIAL' | 'DISCOUNT' | 'EVERGREEN' | (string & {});
/**
 * Where a Subscription is in its life.
 */
export type SubscriptionState = 'NOT_STARTED' | 'ACTIVE' | 'PAST_DUE' | 'CANCELED' | 'EXPIRED' | (string & {});
/**
 * Charges after which it expires, prorated ones included.
 */
export type TotalBillingIntervals = number;
/**
 * Only credits change the balance.
 */
export type SubscriptionBalanceEntryType = 'CREDIT';
/**
 * Whether a buyer can still subscribe with it.
 */
export type SubscriptionLinkState = 'ACTIVE' | 'DEACTIVATED' | (string & {});
/**
 * How an attempt to pay ended.
 */
export type TransferAttemptState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | (string & {});
/**
 * How far a Verification has come.
 */
export type VerificationState = 'PENDING' | 'SUCCEEDED' | 'FAILED';
/**
 * How the platform authenticates itself to the receiver. NONE sends no header.
 */
export type WebhookAuthenticationType = 'NONE' | 'BASIC' | 'BEARER';

/**
 * What a Payment Link asks for. Minor units.
 */
export interface AmountDetails {
  amount_type: AmountType;
  currency: Currency;
  /**
   * Needed with FIXED.
   */
  total_amount?: number | null;
  /**
   * Least a buyer may choose with VARIABLE.
   */
  min_amount?: number | null;
  /**
   * Most a buyer may choose with VARIABLE.
   */
  max_amount?: number | null;
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
/**
 * Up to 50 pairs; keys at most 40 characters, values at most 500; backslash, comma, double and single quote are not allowed in either.
 */
export interface Tags {
  [k: string]: string;
}
/**
 * Addresses of related resources, by relation.
 */
export interface Links {
  [k: string]: Link;
}
export interface Link {
  href: string;
}
/**
 * A new Application.
 */
export interface ApplicationCreate {
  name: string;
  tags?: Tags;
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
  /**
   * Given at the terminal; part of the amount.
   */
  tip_amount?: number | null;
  additional_buyer_charges?: BuyerCharges | null;
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
 * What the buyer is charged on top; the amount includes it already. Minor units.
 */
export interface BuyerCharges {
  convenience_amount?: number;
  rent_surcharge_amount?: number;
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
  additional_buyer_charges?: BuyerCharges;
  device_configuration?: PaymentDeviceConfiguration;
  tags?: Tags;
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
 * How the Device behaves in this one payment (cloud route).
 */
export interface PaymentDeviceConfiguration {
  /**
   * The terminal asks for a tip and adds it to the amount.
   */
  prompt_tip_on_screen?: boolean;
  /**
   * The same card and amount, a moment ago, is declined DUPLICATE_TRANSACTION.
   */
  check_for_duplicate_transactions?: boolean;
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
 * A Merchant's PCI self-assessment, to be signed within 90 days and again every year.
 */
export interface ComplianceForm {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  /**
   * The Merchant.
   */
  linked_to: string;
  linked_type: 'MERCHANT';
  type: 'PCI_SAQ_A';
  version: string;
  state: ComplianceFormState;
  due_at: Instant;
  valid_from: Instant | null;
  valid_until: Instant | null;
  pci_saq_a: DigitalSignature | null;
  files: ComplianceFormFiles;
  tags: Tags;
  _links: Links;
}
/**
 * Who signed, when and where.
 */
export interface DigitalSignature {
  name: string;
  title: string;
  ip_address: string;
  user_agent: string;
  signed_at: Instant;
  is_accepted?: boolean;
}
/**
 * The form as documents: ids of Files.
 */
export interface ComplianceFormFiles {
  unsigned_file: string;
  /**
   * Null until the form is completed.
   */
  signed_file: string | null;
}
/**
 * The digital signature.
 */
export interface ComplianceFormCompletion {
  pci_saq_a: DigitalSignature;
  tags?: Tags;
}
export interface ComplianceFormList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    compliance_forms: ComplianceForm[];
  };
  _links: Links;
  page: Page;
}
/**
 * A Payment Link or Receipt on its way to one destination.
 */
export interface DeliveryAttempt {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  /**
   * The Payment Link or Receipt.
   */
  linked_to: string;
  linked_type: 'PAYMENT_LINK' | 'RECEIPT';
  type: DeliveryMethod;
  /**
   * Email address, phone number, or id of the Device that prints.
   */
  destination: string;
  state: DeliveryAttemptState;
  failure_code: string | null;
  tags: Tags;
  _links: Links;
}
export interface DeliveryAttemptList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    delivery_attempts: DeliveryAttempt[];
  };
  _links: Links;
  page: Page;
}
/**
 * The Delivery Attempts of one request.
 */
export interface DeliveryAttempts {
  /**
   * In the order of the request.
   */
  _embedded: {
    /**
     * @minItems 1
     */
    delivery_attempts: DeliveryAttempt[];
  };
  _links: Links;
}
/**
 * One way to send, and where to.
 */
export interface DeliveryDestinations {
  type: DeliveryMethod;
  /**
   * @minItems 1
   * @maxItems 100
   */
  destinations: string[];
}
/**
 * Where to send it.
 */
export interface DeliveryRequest {
  /**
   * @minItems 1
   * @maxItems 10
   */
  requested_delivery_methods: DeliveryDestinations[];
  tags?: Tags;
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
   * Its older name; the same value.
   */
  prompt_signature?: SignaturePrompt;
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
/**
 * A lower amount for the first charges.
 */
export interface DiscountPhaseDetails {
  /**
   * Minor units, less than the full amount.
   */
  amount: number;
  billing_interval_count: number;
}
/**
 * A charge that a customer disputes.
 */
export interface Dispute {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  /**
   * The Transfer that is disputed.
   */
  transfer: string;
  /**
   * Minor units.
   */
  amount: number;
  currency: Currency;
  state: DisputeState;
  response_state: DisputeResponseState;
  reason: DisputeReason;
  respond_by: Instant;
  /**
   * When evidence was first submitted.
   */
  submitted_at: Instant | null;
  tags: Tags;
  _links: Links;
}
export interface DisputeAdjustmentTransferList {
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
  /**
   * Id of the Merchant's Identity.
   */
  merchant_identity?: string | null;
  /**
   * What stands on the customer's statement.
   */
  statement_descriptor?: string | null;
  operation_key?: OperationKey | null;
  idempotency_id?: string | null;
  trace_id?: string;
  fee?: number | null;
  tip_amount?: number | null;
  additional_buyer_charges?: BuyerCharges | null;
  parent_transfer?: string | null;
  /**
   * Since when it may be settled; null until it has succeeded.
   */
  ready_to_settle_at?: Instant | null;
  failure_code?: FailureCode | null;
  failure_message?: string | null;
  messages?: string[];
  card_present_details?: CardPresentDetails | null;
  tags: Tags;
  _links: Links;
}
/**
 * A file that speaks against a Dispute.
 */
export interface DisputeEvidence {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  dispute: string;
  state: DisputeEvidenceState;
  /**
   * Name of the download, with the extension of its content.
   */
  file_name: string;
  /**
   * image/jpeg or application/pdf.
   */
  content_type: string;
  /**
   * Bytes as they were uploaded.
   */
  size: number;
  /**
   * When it was submitted to the issuing bank.
   */
  submitted_at: Instant | null;
  failure_message: string | null;
  tags: Tags;
  _links: Links;
}
export interface DisputeEvidenceList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    evidences: DisputeEvidence[];
  };
  _links: Links;
  page: Page;
}
/**
 * The file.
 */
export interface DisputeEvidenceUpload {
  file: UploadedFile;
}
export interface DisputeList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    disputes: Dispute[];
  };
  _links: Links;
  page: Page;
}
/**
 * An entity and those of its event types that are wanted.
 */
export interface EnabledEvent {
  entity: WebhookEntity;
  /**
   * @minItems 1
   * @maxItems 10
   */
  types: WebhookEventType[];
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
  /**
   * Taken, never given out; see tax_id_provided.
   */
  tax_id?: string | null;
  /**
   * Taken, never given out; see business_tax_id_provided.
   */
  business_tax_id?: string | null;
  /**
   * Taken, neither given out nor kept.
   */
  dob?: {} | null;
  tax_id_provided?: boolean;
  business_tax_id_provided?: boolean;
  personal_address?: PostalAddress | null;
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
 * A link through which a browser uploads a File without credentials, once.
 */
export interface ExternalLink {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  file_id: string;
  type: ExternalLinkType;
  state: ExternalLinkState;
  /**
   * Shows an upload form (GET), takes multipart/form-data with one part named file (POST).
   */
  url: string;
  /**
   * Minutes it is valid from its creation.
   */
  duration: number;
  expires_at: Instant;
  tags: Tags;
  _links: Links;
}
/**
 * What the link is to be.
 */
export interface ExternalLinkCreate {
  type: ExternalLinkType;
  /**
   * Minutes; at most seven days.
   */
  duration?: number;
  tags?: Tags;
}
export interface ExternalLinkList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    external_links: ExternalLink[];
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
/**
 * A new Fee Profile.
 */
export interface FeeProfileCreate {
  basis_points: number;
  fixed_fee: number;
  tags?: Tags;
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
 * Fields to change. The amount only of a custom Fee that is not settled.
 */
export interface FeeUpdate {
  amount?: number;
  label?: string;
  tags?: Tags;
}
/**
 * A file record. Its contents are uploaded to it and downloaded from it.
 */
export interface File {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  display_name: string | null;
  type: FileType;
  status: FileStatus;
  /**
   * Of the uploaded file, lower case, without the dot.
   */
  extension: string | null;
  /**
   * Bytes; null before the upload.
   */
  size: number | null;
  /**
   * Id of the Merchant or Identity it belongs to.
   */
  linked_to: string | null;
  linked_type: 'MERCHANT' | 'IDENTITY' | null;
  tags: Tags;
  _links: Links;
}
/**
 * A File to be uploaded.
 */
export interface FileCreate {
  display_name?: string;
  type: FileType;
  /**
   * Id of a Merchant or an Identity.
   */
  linked_to?: string;
  tags?: Tags;
}
export interface FileList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    files: File[];
  };
  _links: Links;
  page: Page;
}
/**
 * The contents.
 */
export interface FileUpload {
  file: UploadedFile;
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
/**
 * A new Identity.
 */
export interface IdentityCreate {
  entity: Entity;
  tags?: Tags;
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
 * Fields to change.
 */
export interface IdentityUpdate {
  entity?: Entity;
  tags?: Tags;
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
 * An Account Updater batch.
 */
export interface InstrumentUpdate {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  idempotency_id: string;
  merchant: string;
  state: InstrumentUpdateState;
  _links: Links;
}
/**
 * Assumed of the file: UTF-8, one id a line in one column, with or without a header line payment_instrument.
 */
export interface InstrumentUpdateCreate {
  /**
   * CSV of Payment Instrument ids.
   */
  file: UploadedFile;
  /**
   * JSON with merchant (one per batch) and idempotency_id, both required.
   */
  request: string;
}
/**
 * One line of the results.
 */
export interface InstrumentUpdateRow {
  payment_instrument_original: string;
  /**
   * Null when no new instrument results; empty in CSV.
   */
  payment_instrument_new: string | null;
  result: InstrumentUpdateResult;
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
  /**
   * The same as its name.
   */
  merchant_name?: string;
  processor: Processor;
  state: MerchantState;
  onboarding_state?: MerchantState;
  /**
   * Whether it may take payments.
   */
  processing_enabled?: boolean;
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
 * Fields to change.
 */
export interface MerchantUpdate {
  name?: string;
  settlement_queue_mode?: SettlementQueueMode;
  tags?: Tags;
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
 * A push-to-card check. The cardholder name on file is the one verified.
 */
export interface PaymentInstrumentVerificationCreate {
  merchant?: string;
  tags?: Tags;
}
/**
 * A link a buyer pays through.
 */
export interface PaymentLink {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  nickname: string | null;
  state: PaymentLinkState;
  /**
   * The page on which the buyer pays.
   */
  link_url: string;
  link_expires_at: Instant;
  is_multiple_use: boolean;
  /**
   * @minItems 1
   */
  allowed_payment_methods: PaymentInstrumentType[];
  amount_details: AmountDetails;
  items: PaymentLinkItem[];
  buyer_details: PaymentLinkBuyer | null;
  tags: Tags;
  _links: Links;
}
/**
 * A line of what is paid for; shown to the buyer.
 */
export interface PaymentLinkItem {
  name: string;
  quantity: number;
  /**
   * Price of one, minor units.
   */
  price_details: {
    sale_amount: number;
  };
}
/**
 * Who a single-use link is for.
 */
export interface PaymentLinkBuyer {
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  phone_number?: string | null;
}
/**
 * A new link. Without a Merchant it is for the home merchant of the credentials.
 */
export interface PaymentLinkCreate {
  merchant?: string;
  nickname?: string;
  is_multiple_use?: boolean;
  /**
   * @minItems 1
   */
  allowed_payment_methods: PaymentInstrumentType[];
  amount_details: AmountDetails;
  /**
   * @maxItems 100
   */
  items?: PaymentLinkItem[];
  buyer_details?: PaymentLinkBuyer;
  /**
   * expiration_in_minutes: seven days unless told otherwise.
   */
  additional_details?: {
    expiration_in_minutes?: number;
  };
  tags?: Tags;
}
export interface PaymentLinkList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    payment_links: PaymentLink[];
  };
  _links: Links;
  page: Page;
}
/**
 * Fields to change.
 */
export interface PaymentLinkUpdate {
  nickname?: string | null;
  tags?: Tags;
  state?: 'ACTIVE' | 'DEACTIVATED';
  /**
   * @minItems 1
   */
  allowed_payment_methods?: PaymentInstrumentType[];
  buyer_details?: PaymentLinkBuyer;
}
/**
 * What a buyer is given of a payment. It holds no card data beyond brand and last four.
 */
export interface Receipt {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  /**
   * The Transfer or Authorization.
   */
  entity_id: string;
  entity_type: 'TRANSFER' | 'AUTHORIZATION';
  type: ReceiptType;
  merchant_name: string;
  amount: number;
  currency: Currency;
  /**
   * As it was given, e.g. tip_amount. Minor units.
   */
  amount_breakdown: {
    [k: string]: number;
  } | null;
  items: ReceiptItem[];
  card_present_details: CardPresentDetails | null;
  /**
   * The receipt as a page.
   */
  receipt_url: string;
  requested_delivery_methods: DeliveryDestinations[];
  tags: Tags;
  _links: Links;
}
/**
 * A line of a receipt.
 */
export interface ReceiptItem {
  name: string;
  quantity: number;
  amount: number;
}
/**
 * Which payment, and where to send its receipt.
 */
export interface ReceiptCreate {
  /**
   * A Transfer (sale, refund, credit) or an Authorization that succeeded.
   */
  entity_id: string;
  /**
   * False makes the Receipt and sends nothing.
   */
  send_receipt_to_buyer?: boolean;
  /**
   * @maxItems 10
   */
  requested_delivery_methods?: DeliveryDestinations[];
  /**
   * Minor units; no part may exceed the amount.
   */
  amount_breakdown?: {
    [k: string]: number;
  };
  /**
   * @maxItems 200
   */
  items?: ReceiptItem[];
  tags?: Tags;
}
export interface ReceiptList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    receipts: Receipt[];
  };
  _links: Links;
  page: Page;
}
/**
 * A refund. All refunds of a Transfer together never exceed it.
 */
export interface ReversalCreate {
  /**
   * Absent, the whole rest.
   */
  refund_amount?: number;
  idempotency_id?: string;
  device?: string;
  tags?: Tags;
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
 * A recurring charge to a Payment Instrument.
 */
export interface Subscription {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  nickname: string | null;
  amount: SubscriptionAmount;
  currency: Currency;
  billing_interval: BillingInterval;
  subscription_plan_id: string | null;
  buyer_details: SubscriptionBuyerDetails;
  trial_details: TrialDetails | null;
  first_charge_at: Instant;
  discount_phase_details: DiscountPhaseDetails | null;
  start_subscription_at: Instant | null;
  subscription_phase: SubscriptionPhase;
  state: SubscriptionState;
  billing_cycle_day: BillingCycleDay | null;
  total_billing_intervals: TotalBillingIntervals | null;
  /**
   * Charges made so far.
   */
  billing_intervals_done: number;
  /**
   * Start of the next period that is charged. Null when there is none.
   */
  next_billing_at: Instant | null;
  /**
   * Credit that is left for the next charges.
   */
  balance: number;
  tags: Tags;
  _links: Links;
}
/**
 * Who is charged.
 */
export interface SubscriptionBuyerDetails {
  /**
   * Id of the Payment Instrument.
   */
  instrument_id: string;
}
/**
 * Time without charges at the start.
 */
export interface TrialDetails {
  interval_type: 'DAY' | 'WEEK' | 'MONTH';
  interval_count: number;
}
/**
 * A credit, taken off the next charges.
 */
export interface SubscriptionBalanceEntry {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  subscription: string;
  type: SubscriptionBalanceEntryType;
  amount: SubscriptionAmount;
  currency: Currency;
  description: string | null;
  tags: Tags;
  _links: Links;
}
/**
 * A new credit, in the Subscription's currency.
 */
export interface SubscriptionBalanceEntryCreate {
  type?: SubscriptionBalanceEntryType;
  amount: SubscriptionAmount;
  description?: string;
  tags?: Tags;
}
export interface SubscriptionBalanceEntryList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    subscription_balance_entries: SubscriptionBalanceEntry[];
  };
  _links: Links;
  page: Page;
}
/**
 * New tags, in place of those there are; nothing else can be changed.
 */
export interface SubscriptionBalanceEntryUpdate {
  tags: Tags;
}
/**
 * With subscription_plan_id, amount must not be set; amount and billing_interval come from the plan, and so do trial and discount when it has them. Without it, amount, currency and billing_interval are needed.
 */
export interface SubscriptionCreate {
  /**
   * The home Merchant when left out.
   */
  merchant?: string;
  nickname?: string;
  subscription_plan_id?: string;
  amount?: SubscriptionAmount;
  currency?: Currency;
  billing_interval?: BillingInterval;
  buyer_details: SubscriptionBuyerDetails;
  trial_details?: TrialDetails;
  discount_phase_details?: DiscountPhaseDetails;
  /**
   * YYYY-MM-DDTHH:MM:SS (UTC), or a date. In the past, or none, is now; at most ten years ahead.
   */
  start_subscription_at?: string;
  billing_cycle_day?: BillingCycleDay;
  total_billing_intervals?: TotalBillingIntervals;
  tags?: Tags;
}
/**
 * A link a Merchant sends to a buyer so the buyer can subscribe.
 */
export interface SubscriptionLink {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  nickname: string | null;
  state: SubscriptionLinkState;
  /**
   * Where the buyer goes. The page itself is no part of this interface.
   */
  link_url: string;
  subscription_plan_id: string | null;
  amount: SubscriptionAmount;
  currency: Currency;
  billing_interval: BillingInterval;
  trial_details: TrialDetails | null;
  discount_phase_details: DiscountPhaseDetails | null;
  total_billing_intervals: TotalBillingIntervals | null;
  tags: Tags;
  _links: Links;
}
/**
 * Terms as of a Subscription, by plan or on their own.
 */
export interface SubscriptionLinkCreate {
  /**
   * The home Merchant when left out.
   */
  merchant?: string;
  nickname?: string;
  subscription_plan_id?: string;
  amount?: SubscriptionAmount;
  currency?: Currency;
  billing_interval?: BillingInterval;
  trial_details?: TrialDetails;
  discount_phase_details?: DiscountPhaseDetails;
  total_billing_intervals?: TotalBillingIntervals;
  tags?: Tags;
}
export interface SubscriptionLinkList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    subscription_links: SubscriptionLink[];
  };
  _links: Links;
  page: Page;
}
/**
 * Nothing has to be said; a state that is said can only be this one.
 */
export interface SubscriptionLinkUpdate {
  state?: 'DEACTIVATED';
}
export interface SubscriptionList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    subscriptions: Subscription[];
  };
  _links: Links;
  page: Page;
}
/**
 * What a Subscription inherits when it is created; what it became later stays as it is.
 */
export interface SubscriptionPlan {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  plan_name: string;
  amount: SubscriptionAmount;
  currency: Currency;
  billing_interval: BillingInterval;
  trial_details: TrialDetails | null;
  discount_phase_details: DiscountPhaseDetails | null;
  tags: Tags;
  _links: Links;
}
/**
 * A new Subscription Plan.
 */
export interface SubscriptionPlanCreate {
  /**
   * The home Merchant when left out.
   */
  merchant?: string;
  plan_name: string;
  amount: SubscriptionAmount;
  currency: Currency;
  billing_interval: BillingInterval;
  trial_details?: TrialDetails;
  discount_phase_details?: DiscountPhaseDetails;
  tags?: Tags;
}
export interface SubscriptionPlanList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    subscription_plans: SubscriptionPlan[];
  };
  _links: Links;
  page: Page;
}
/**
 * Fields to change; terms of a plan stay as they are.
 */
export interface SubscriptionPlanUpdate {
  plan_name?: string;
  tags?: Tags;
}
/**
 * Fields to change; only these can be.
 */
export interface SubscriptionUpdate {
  amount?: SubscriptionAmount;
  buyer_details?: SubscriptionBuyerDetails;
  billing_cycle_day?: BillingCycleDay;
}
/**
 * New tags, in place of those there are.
 */
export interface TagsUpdate {
  tags: Tags;
}
/**
 * One attempt of a buyer to pay.
 */
export interface TransferAttempt {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  merchant: string;
  /**
   * The Payment Link or Checkout Form it came through.
   */
  entity_id: string;
  entity_type: 'PAYMENT_LINK' | 'CHECKOUT_FORM';
  /**
   * Null when the attempt failed before there was a Transfer.
   */
  transfer_id: string | null;
  state: TransferAttemptState;
  payment_instrument: string | null;
  amount: number;
  currency: Currency;
  failure_code: string | null;
  _links: Links;
}
export interface TransferAttemptList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    transfer_attempts: TransferAttempt[];
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
  additional_buyer_charges?: BuyerCharges;
  device_configuration?: PaymentDeviceConfiguration;
  fee?: number;
  tags?: Tags;
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
 * A subscription to events.
 */
export interface Webhook {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  url: string;
  enabled: boolean;
  authentication: WebhookAuthenticationShown;
  enabled_events: EnabledEvent[];
  _links: Links;
}
/**
 * The authentication without its secrets.
 */
export interface WebhookAuthenticationShown {
  type: WebhookAuthenticationType;
  basic?: {
    username: string;
    password: null;
  };
  bearer?: {
    token: null;
  };
}
/**
 * BASIC needs basic.username and basic.password, BEARER needs bearer.token.
 */
export interface WebhookAuthentication {
  type: WebhookAuthenticationType;
  basic?: {
    /**
     * Printable ASCII without a colon.
     */
    username?: string;
    password?: string;
  };
  bearer?: {
    /**
     * As RFC 6750 writes tokens.
     */
    token?: string;
  };
}
/**
 * Without enabled_events it subscribes to the default set: created and updated of authorization, compliance_form, device, dispute, instrument_update, merchant, payment_link, settlement, subscription, transfer and verification.
 */
export interface WebhookCreate {
  /**
   * http or https, without credentials or fragment.
   */
  url: string;
  enabled?: boolean;
  authentication?: WebhookAuthentication;
  /**
   * @maxItems 100
   */
  enabled_events?: EnabledEvent[];
}
/**
 * Payload of an event; a test event is an empty object. Under _embedded the resource as a GET showed it at that moment, in a list named like the resource's own lists.
 */
export interface WebhookEvent {
  /**
   * The same every time this event is sent.
   */
  id?: string;
  type?: WebhookEventType;
  entity?: WebhookEntity;
  occurred_at?: Instant;
  /**
   * The id again
   */
  system_generated_idempotency_id?: string;
  _embedded?: {
    /**
     * @minItems 1
     * @maxItems 1
     */
    [k: string]: {
      id: string;
    }[];
  };
}
export interface WebhookList {
  /**
   * Absent when there is nothing to list.
   */
  _embedded?: {
    /**
     * @minItems 1
     */
    webhooks: Webhook[];
  };
  _links: Links;
  page: Page;
}
/**
 * What is left out stays as it is.
 */
export interface WebhookUpdate {
  enabled?: boolean;
  authentication?: WebhookAuthentication;
  /**
   * @maxItems 100
   */
  enabled_events?: EnabledEvent[];
}
/**
 * The reply to a Webhook's creation.
 */
export interface WebhookWithSecret {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application: string;
  url: string;
  enabled: boolean;
  authentication: WebhookAuthenticationShown;
  enabled_events: EnabledEvent[];
  /**
   * Verifies deliveries. Never shown again.
   */
  secret_signing_key: string;
  _links: Links;
}
