// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

/** One file of a multipart body: its name and content type as the sender gave them, and its bytes. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * The issuer's result for the address.
 */
export type AddressVerification = 'POSTAL_CODE_AND_STREET_MATCH' | 'NO_MATCH' | 'NO_ADDRESS' | 'UNKNOWN';
/**
 * FIXED asks for total_amount; VARIABLE lets the buyer choose.
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
 * Kind of the payment.
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
 * Progress of a void. The state of the Authorization does not change.
 */
export type VoidState = 'UNATTEMPTED' | 'PENDING' | 'SUCCEEDED' | 'FAILED';
/**
 * Reason that a payment or a device request failed. New values may appear.
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
 * Entry mode of the card.
 */
export type EntryMode = 'CHIP_ENTRY' | 'SWIPED' | 'MANUAL_KEY_ENTRY' | 'CONTACTLESS' | (string & {});
/**
 * Accounts of a platform.
 */
export type BalanceAccount = 'SETTLEMENT' | 'OPERATING';
/**
 * Direction of a movement: into the balance or out of it.
 */
export type BalanceDirection = 'TOP_UP' | 'PAYOUT';
/**
 * Rail by which money is moved.
 */
export type PaymentRail = 'ACH' | 'CARD' | 'WIRE' | (string & {});
/**
 * Progress of a movement.
 */
export type BalanceState = 'PENDING' | 'SUCCEEDED';
/**
 * Type of the account.
 */
export type BankAccountType = 'CHECKING' | 'SAVINGS' | 'CORPORATE' | 'CORPORATE_SAVINGS';
/**
 * Day of the month. A shorter month is charged on its last day.
 */
export type BillingCycleDay = number;
/**
 * Interval between two charges of a Subscription.
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
 * Network of a Device.
 */
export type ConnectivityNetworkType = 'CELLULAR' | 'ETHERNET' | 'WIFI';
/**
 * Method of a delivery.
 */
export type DeliveryMethod = 'EMAIL' | 'SMS' | 'PRINT';
/**
 * Progress of a delivery.
 */
export type DeliveryAttemptState = 'PENDING' | 'SENT' | 'FAILED' | (string & {});
/**
 * Whether, and when, the terminal asks for a signature.
 */
export type SignaturePrompt = 'ALWAYS' | 'NEVER' | 'AMOUNT';
/**
 * Whether the platform reaches the Device. Ignore case when comparing; `Open` was observed too.
 */
export type DeviceConnection = 'OPEN' | 'CLOSED';
/**
 * Model of a Device. New values may appear without notice.
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
 * Actions of PUT /devices/{device_id}. The processor determines which are supported.
 */
export type DeviceAction = 'ACTIVATE' | 'DEACTIVATE' | 'CANCEL' | 'REBOOT' | 'CREATE_IDLE_MESSAGE';
/**
 * State of a Dispute.
 */
export type DisputeState = 'PENDING' | 'WON' | 'LOST' | (string & {});
/**
 * Answer of the seller.
 */
export type DisputeResponseState = 'NEEDS_RESPONSE' | 'SUBMITTED' | 'ACCEPTED' | 'NO_RESPONSE' | (string & {});
/**
 * The customer's reason for the dispute.
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
 * Origin of a Transfer.
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
 * Kind of the event's resource. New values may appear.
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
 * Kind of change to the resource.
 */
export type WebhookEventType = 'created' | 'updated' | (string & {});
/**
 * Code of an error. New values may appear.
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
 * Purpose of a link.
 */
export type ExternalLinkType = 'UPLOAD';
/**
 * Whether a link can still be used.
 */
export type ExternalLinkState = 'ACTIVE' | 'USED' | 'EXPIRED';
/**
 * Origin of a Fee.
 */
export type FeeType = 'CARD_PROCESSING' | 'CUSTOM' | (string & {});
/**
 * Purpose of a File.
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
 * Progress of a batch.
 */
export type InstrumentUpdateState = 'PENDING' | 'COMPLETED' | (string & {});
/**
 * Result of the Account Updater.
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
 * APPROVED is required to process payments; the other values are our assumption.
 */
export type MerchantState = 'APPROVED' | 'PROVISIONING' | 'REJECTED' | (string & {});
/**
 * Whether a Merchant's Transfers wait for their release into a Settlement.
 */
export type SettlementQueueMode = 'AUTOMATIC' | 'MANUAL';
/**
 * How well a name matches the issuer's records.
 */
export type NameMatch = 'FULL_MATCH' | 'PARTIAL_MATCH' | 'NO_MATCH' | 'NOT_SUPPORTED';
/**
 * Type of the instrument.
 */
export type PaymentInstrumentType = 'PAYMENT_CARD' | 'BANK_ACCOUNT' | 'WALLET_A_PAY' | 'WALLET_B_PAY';
/**
 * The issuer's result for the security code.
 */
export type SecurityCodeVerification = 'MATCHED' | 'UNMATCHED' | 'UNKNOWN';
/**
 * Whether a Payment Link can be paid.
 */
export type PaymentLinkState = 'ACTIVE' | 'DEACTIVATED' | 'COMPLETED' | 'EXPIRED';
/**
 * Kind of payment that the receipt is for.
 */
export type ReceiptType = 'SALE' | 'REFUND' | 'CREDIT' | 'AUTHORIZATION';
/**
 * Role of the caller's credentials.
 */
export type Role = 'ROLE_ADMIN' | 'ROLE_PLATFORM' | 'ROLE_PARTNER' | 'ROLE_MERCHANT';
/**
 * Progress of a Settlement.
 */
export type SettlementState = 'ACCRUING' | 'AWAITING_APPROVAL' | (string & {});
/**
 * Kind of a settled movement.
 */
export type SettlementEntityType = 'TRANSFER' | 'REVERSAL' | 'FEE';
/**
 * Whether an entry still waits for its release.
 */
export type SettlementQueueEntryState = 'PENDING' | 'RELEASED';
/**
 * Minor units, per billing interval.
 */
export type SubscriptionAmount = number;
/**
 * Phase that determines the amount. NONE before the start and after the end.
 */
export type SubscriptionPhase = 'NONE' | 'TRIAL' | 'DISCOUNT' | 'EVERGREEN' | (string & {});
/**
 * State of a Subscription.
 */
export type SubscriptionState = 'NOT_STARTED' | 'ACTIVE' | 'PAST_DUE' | 'CANCELED' | 'EXPIRED' | (string & {});
/**
 * Number of charges, including prorated ones, after which the Subscription expires.
 */
export type TotalBillingIntervals = number;
/**
 * Only credits change the balance.
 */
export type SubscriptionBalanceEntryType = 'CREDIT';
/**
 * Whether a buyer can still subscribe through the link.
 */
export type SubscriptionLinkState = 'ACTIVE' | 'DEACTIVATED' | (string & {});
/**
 * Result of an attempt to pay.
 */
export type TransferAttemptState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | (string & {});
/**
 * Progress of a Verification.
 */
export type VerificationState = 'PENDING' | 'SUCCEEDED' | 'FAILED';
/**
 * How the platform authenticates itself to the receiver. NONE sends no header.
 */
export type WebhookAuthenticationType = 'NONE' | 'BASIC' | 'BEARER';

/**
 * Amount of a Payment Link, minor units.
 */
export interface AmountDetails {
  amount_type: AmountType;
  currency: Currency;
  /**
   * Required with FIXED.
   */
  total_amount?: number | null;
  /**
   * Minimum that a buyer may choose with VARIABLE.
   */
  min_amount?: number | null;
  /**
   * Maximum that a buyer may choose with VARIABLE.
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
   * Total number of results.
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
 * The Fee Profile and the Risk Profile of an Application.
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
   * Held amount, minor units; less than requested in a partial approval.
   */
  amount: number;
  amount_requested: number;
  capture_amount?: number | null;
  /**
   * Tip given at the terminal, included in the amount.
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
   * Id of the Transfer that a capture created.
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
 * Additional charges for the buyer, which the amount already includes. Minor units.
 */
export interface BuyerCharges {
  convenience_amount?: number;
  rent_surcharge_amount?: number;
}
/**
 * Details of a card that was present. Every field can be null, and so can the whole object.
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
 * EMV data of the card and the issuer's answer, as far as a receipt or the terminal needs them.
 */
export interface EmvData {
  application_identifier?: string | null;
  application_label?: string | null;
  application_preferred_name?: string | null;
  application_transaction_counter?: string | null;
  /**
   * Tag 9F26, made by the card for this request.
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
 * A hold on a card. With payment_instrument (cable route), a terminal has read the card, and the answer is the issuer's. With device alone (cloud route), the platform drives the terminal, and the Authorization is PENDING until it is decided. With source, a stored Payment Instrument is used. A named device must be enabled. Without device and merchant, the merchant of the credentials applies.
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
 * Behaviour of the Device in this payment only (cloud route).
 */
export interface PaymentDeviceConfiguration {
  /**
   * The terminal asks for a tip and adds it to the amount.
   */
  prompt_tip_on_screen?: boolean;
  /**
   * A recent payment with the same card and amount causes the decline DUPLICATE_TRANSACTION.
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
   * At most the held amount.
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
 * Funds that are added for payouts, or paid out.
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
 * A movement of money between a platform's own accounts.
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
 * Name of the signer, with time and place of the signature.
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
 * A delivery of a Payment Link or Receipt to one destination.
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
 * A method, and its destinations.
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
 * Destinations by method.
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
 * The platform's record of a point-of-sale terminal.
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
   * False processes debit cards as credit cards.
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
   * Older name of prompt_for_signature, with the same value.
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
   * Null restores the default.
   */
  idle_message?: string | null;
  /**
   * Null restores the default.
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
 * A new Device. The key of the configuration is `configuration`; a key `configuration_details` is silently ignored (observed).
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
 * One entry in the log of device health, connectivity and payment performance. Clients must show unknown fields.
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
 * Either an action with its fields, or fields to change. With an action, all other fields are ignored.
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
   * Time of the first submission of evidence.
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
   * Id of the debited Payment Instrument.
   */
  source?: string | null;
  /**
   * Id of the credited Payment Instrument.
   */
  destination?: string | null;
  /**
   * The Subscription that was charged.
   */
  subscription?: string | null;
  merchant?: string;
  /**
   * Id of the Merchant's Identity.
   */
  merchant_identity?: string | null;
  /**
   * Text on the customer's statement.
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
   * Time from which the Transfer may be settled; null until it has succeeded.
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
 * A file against a Dispute.
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
   * Size of the uploaded file, bytes.
   */
  size: number;
  /**
   * Time of the submission to the issuing bank.
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
 * An entity and its wanted event types.
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
 * Details of a person or a business.
 */
export interface Entity {
  business_name?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  phone?: string | null;
  /**
   * Accepted, but never returned; see tax_id_provided.
   */
  tax_id?: string | null;
  /**
   * Accepted, but never returned; see business_tax_id_provided.
   */
  business_tax_id?: string | null;
  /**
   * Accepted, but never stored or returned.
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
   * Shows an upload form (GET), and accepts multipart/form-data with one part named file (POST).
   */
  url: string;
  /**
   * Minutes for which the link is valid after its creation.
   */
  duration: number;
  expires_at: Instant;
  tags: Tags;
  _links: Links;
}
/**
 * A new External Link.
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
   * Whether the Fee is part of a Settlement, which makes the amount final.
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
 * Fees that a Merchant pays for a card transaction.
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
   * Minor units in addition to the percentage.
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
 * Fields to change. The amount can change only for a custom Fee that is not settled.
 */
export interface FeeUpdate {
  amount?: number;
  label?: string;
  tags?: Tags;
}
/**
 * A file record with its contents, which are uploaded and downloaded separately.
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
   * Extension of the uploaded file, lower case, without the dot.
   */
  extension: string | null;
  /**
   * Bytes; null before the upload.
   */
  size: number | null;
  /**
   * Id of the Merchant or Identity that owns the File.
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
 * Changes to a stored card, one entry per update.
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
 * We assume that the file is UTF-8, with one id per line in one column, with or without the header line payment_instrument.
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
   * Null (empty in CSV) without a new instrument.
   */
  payment_instrument_new: string | null;
  result: InstrumentUpdateResult;
}
/**
 * A merchant that sells on the platform.
 */
export interface Merchant {
  id: string;
  created_at: Instant;
  updated_at: Instant;
  application?: string;
  identity?: string | null;
  name: string;
  /**
   * Same value as name.
   */
  merchant_name?: string;
  processor: Processor;
  state: MerchantState;
  onboarding_state?: MerchantState;
  /**
   * Whether the Merchant may process payments.
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
 * The issuing bank's result for the cardholder's name.
 */
export interface NameVerificationResults {
  full_name_verification_results?: NameMatch;
  first_name_verification_results?: NameMatch;
  last_name_verification_results?: NameMatch;
}
/**
 * Payment details of a card or bank account. The Identity never changes.
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
 * A card, a bank account, or a wallet token. Numbers and security codes are checked, but never stored.
 */
export interface PaymentInstrumentCreate {
  type: PaymentInstrumentType;
  identity: string;
  name?: string;
  currency?: Currency;
  address?: PostalAddress | null;
  /**
   * Account number of a card.
   */
  number?: string;
  expiration_month?: number;
  expiration_year?: number;
  security_code?: string;
  account_number?: string;
  bank_code?: string;
  account_type?: BankAccountType;
  /**
   * Token from the wallet.
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
 * Fields to change; with verify_payment_card, fields to verify.
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
   * Merchant for which verify_payment_card verifies.
   */
  merchant?: string;
}
/**
 * A push-to-card check. It verifies the stored cardholder name.
 */
export interface PaymentInstrumentVerificationCreate {
  merchant?: string;
  tags?: Tags;
}
/**
 * A link through which a buyer pays.
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
 * An item of the payment, shown to the buyer.
 */
export interface PaymentLinkItem {
  name: string;
  quantity: number;
  /**
   * Price of one unit, minor units.
   */
  price_details: {
    sale_amount: number;
  };
}
/**
 * Buyer of a single-use link.
 */
export interface PaymentLinkBuyer {
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  phone_number?: string | null;
}
/**
 * A new link. Without merchant, it belongs to the home merchant of the credentials.
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
   * expiration_in_minutes is seven days by default.
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
 * The buyer's receipt of a payment. It contains no card data except brand and last four digits.
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
   * The breakdown in the request, e.g. tip_amount. Minor units.
   */
  amount_breakdown: {
    [k: string]: number;
  } | null;
  items: ReceiptItem[];
  card_present_details: CardPresentDetails | null;
  /**
   * Address of the receipt's page.
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
 * The payment, and the destinations of its receipt.
 */
export interface ReceiptCreate {
  /**
   * A Transfer (sale, refund, credit) or an Authorization that succeeded.
   */
  entity_id: string;
  /**
   * False creates the Receipt without sending it.
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
 * A refund. The sum of all refunds never exceeds the Transfer.
 */
export interface ReversalCreate {
  /**
   * Default: the whole rest.
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
 * An entry of a Settlement.
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
 * A Transfer, Fee or Reversal that is queued for settlement.
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
 * The released entries.
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
 * Entries to release. Either all of them are released, or none.
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
   * Start of the next charged period, or null.
   */
  next_billing_at: Instant | null;
  /**
   * Remaining credit for future charges.
   */
  balance: number;
  tags: Tags;
  _links: Links;
}
/**
 * The charged buyer.
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
 * A credit that reduces future charges.
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
 * New tags, which replace the existing ones. Other fields cannot change.
 */
export interface SubscriptionBalanceEntryUpdate {
  tags: Tags;
}
/**
 * With subscription_plan_id, amount must not be set: amount and billing_interval come from the plan, and so do trial and discount if it has them. Without it, amount, currency and billing_interval are required.
 */
export interface SubscriptionCreate {
  /**
   * Default: the home Merchant.
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
   * YYYY-MM-DDTHH:MM:SS (UTC), or a date; at most ten years ahead. Default, also for past times: now.
   */
  start_subscription_at?: string;
  billing_cycle_day?: BillingCycleDay;
  total_billing_intervals?: TotalBillingIntervals;
  tags?: Tags;
}
/**
 * A link that a Merchant sends to a buyer, who subscribes through it.
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
   * Address of the page for the buyer. The page itself is not part of this API.
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
 * The terms of a Subscription, from a plan or given directly.
 */
export interface SubscriptionLinkCreate {
  /**
   * Default: the home Merchant.
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
 * The body may be empty. The only possible state is the given one.
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
 * Terms that a Subscription inherits when it is created. Later changes of the plan do not affect it.
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
   * Default: the home Merchant.
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
 * Fields to change. The terms of a plan cannot change.
 */
export interface SubscriptionPlanUpdate {
  plan_name?: string;
  tags?: Tags;
}
/**
 * Fields to change. Other fields cannot change.
 */
export interface SubscriptionUpdate {
  amount?: SubscriptionAmount;
  buyer_details?: SubscriptionBuyerDetails;
  billing_cycle_day?: BillingCycleDay;
}
/**
 * New tags, which replace the existing ones.
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
   * The Payment Link or Checkout Form of the attempt.
   */
  entity_id: string;
  entity_type: 'PAYMENT_LINK' | 'CHECKOUT_FORM';
  /**
   * Null when the attempt failed before a Transfer was created.
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
 * A request must have exactly one of source, destination, device and payment_instrument.
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
   * The only Merchant that a ROLE_MERCHANT user sees.
   */
  merchant: string | null;
  enabled: boolean;
  /**
   * Present only in the reply to the creation, null afterwards.
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
   * The Merchant of ROLE_MERCHANT.
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
 * Fields to change: enabled disables or enables the credentials.
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
 * Data that the wallet needs to create a payment.
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
 * Request of the wallet.
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
     * A token in the syntax of RFC 6750.
     */
    token?: string;
  };
}
/**
 * Without enabled_events, the Webhook subscribes to the default set: created and updated of authorization, compliance_form, device, dispute, instrument_update, merchant, payment_link, settlement, subscription, transfer and verification.
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
 * Payload of an event; a test event is an empty object. _embedded has the resource, as a GET showed it at that time, in a list named like the resource's own lists.
 */
export interface WebhookEvent {
  /**
   * Id of the event, which every repetition has.
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
 * Fields to change. Absent fields stay as they are.
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
