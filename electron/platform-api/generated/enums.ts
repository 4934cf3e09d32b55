// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

/** Every value of AddressVerification. The issuer's result for the address. */
export const addressVerificationValues = ['POSTAL_CODE_AND_STREET_MATCH', 'NO_MATCH', 'NO_ADDRESS', 'UNKNOWN'] as const;

/** Every value of AmountType. FIXED asks for total_amount; VARIABLE lets the buyer choose. */
export const amountTypeValues = ['FIXED', 'VARIABLE'] as const;

/** Every value of BalanceAccount. Accounts of a platform. */
export const balanceAccountValues = ['SETTLEMENT', 'OPERATING'] as const;

/** Every value of BalanceDirection. Direction of a movement: into the balance or out of it. */
export const balanceDirectionValues = ['TOP_UP', 'PAYOUT'] as const;

/** Every value of BalanceState. Progress of a movement. */
export const balanceStateValues = ['PENDING', 'SUCCEEDED'] as const;

/** Every value of BankAccountType. Type of the account. */
export const bankAccountTypeValues = ['CHECKING', 'SAVINGS', 'CORPORATE', 'CORPORATE_SAVINGS'] as const;

/** Every value of BillingInterval. Interval between two charges of a Subscription. */
export const billingIntervalValues = [
  'WEEKLY',
  'MONTHLY',
  'BIMONTHLY',
  'QUARTERLY',
  'SEMIYEARLY',
  'YEARLY',
  'BIYEARLY',
  'TRIYEARLY',
] as const;

/** Known values of CardBrand. Card brand. */
export const cardBrandKnownValues = ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS', 'DISCOVER'] as const;

/** Known values of ComplianceFormState. Whether a form is signed. */
export const complianceFormStateKnownValues = ['INCOMPLETE', 'COMPLETE', 'OVERDUE', 'EXPIRED'] as const;

/** Every value of ConnectivityNetworkType. Network of a Device. */
export const connectivityNetworkTypeValues = ['CELLULAR', 'ETHERNET', 'WIFI'] as const;

/** Known values of DeliveryAttemptState. Progress of a delivery. */
export const deliveryAttemptStateKnownValues = ['PENDING', 'SENT', 'FAILED'] as const;

/** Every value of DeliveryMethod. Method of a delivery. */
export const deliveryMethodValues = ['EMAIL', 'SMS', 'PRINT'] as const;

/** Every value of DeviceAction. Actions of PUT /devices/{device_id}. The processor determines which are supported. */
export const deviceActionValues = ['ACTIVATE', 'DEACTIVATE', 'CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE'] as const;

/** Every value of DeviceConnection. Whether the platform reaches the Device. Ignore case when comparing; `Open` was observed too. */
export const deviceConnectionValues = ['OPEN', 'CLOSED'] as const;

/** Known values of DeviceModel. Model of a Device. New values may appear without notice. */
export const deviceModelKnownValues = [
  'BBPOS',
  'DESK_3500',
  'DESK_5000',
  'IPP320',
  'IPP350',
  'ISC250',
  'ISC480',
  'ISMP4',
  'LANE_3000',
  'LANE_5000',
  'LANE_7000',
  'LANE_8000',
  'LINK_2500',
  'MOVE_5000',
  'MX915',
  'MX925',
  'PAX_A30',
  'PAX_A35',
  'PAX_A60',
  'PAX_A77',
  'PAX_A800',
  'PAX_A920PRO',
  'PAX_ARIES6',
  'PAX_ARIES8',
  'PAX_D135',
  'PAX_IM30',
] as const;

/** Known values of DisputeEvidenceState. The upload state. */
export const disputeEvidenceStateKnownValues = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** Known values of DisputeReason. The customer's reason for the dispute. */
export const disputeReasonKnownValues = ['CLERICAL', 'FRAUD', 'INQUIRY', 'QUALITY', 'TECHNICAL'] as const;

/** Known values of DisputeResponseState. Answer of the seller. */
export const disputeResponseStateKnownValues = ['NEEDS_RESPONSE', 'SUBMITTED', 'ACCEPTED', 'NO_RESPONSE'] as const;

/** Known values of DisputeState. State of a Dispute. */
export const disputeStateKnownValues = ['PENDING', 'WON', 'LOST'] as const;

/** Known values of EntryMode. Entry mode of the card. */
export const entryModeKnownValues = ['CHIP_ENTRY', 'SWIPED', 'MANUAL_KEY_ENTRY', 'CONTACTLESS'] as const;

/** Known values of ErrorCode. Code of an error. New values may appear. */
export const errorCodeKnownValues = [
  'BAD_REQUEST',
  'UNKNOWN',
  'UPSTREAM_PROCESSOR_ERROR',
  'DECLINED',
  'PAYMENT_DECLINED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'CONFLICT',
  'UNPROCESSABLE_ENTITY',
  'INVALID_FIELD',
  'TOO_MANY_REQUESTS',
  'SERVER_ERROR',
] as const;

/** Every value of ExternalLinkState. Whether a link can still be used. */
export const externalLinkStateValues = ['ACTIVE', 'USED', 'EXPIRED'] as const;

/** Every value of ExternalLinkType. Purpose of a link. */
export const externalLinkTypeValues = ['UPLOAD'] as const;

/** Known values of FailureCode. Reason that a payment or a device request failed. New values may appear. */
export const failureCodeKnownValues = [
  'CANCELLATION_VIA_API',
  'CANCELLATION_VIA_DEVICE',
  'EXCEEDED_CARDHOLDER_INPUT_TIME_LIMIT',
  'INCOMPLETE_TRANSACTION',
  'DEVICE_IN_USE',
  'DEVICE_NOT_ENABLED',
  'DEVICE_NOT_CONNECTED',
  'DEVICE_UNREACHABLE',
  'COMMUNICATION_ERROR',
  'DUPLICATE_TRANSACTION',
  'ALLOWABLE_NUMBER_OF_PIN_ENTRY_TRIES_EXCEEDED',
  'INSUFFICIENT_FUNDS',
  'DO_NOT_HONOR',
  'EXPIRED_CARD',
  'RESTRICTED_CARD',
  'INVALID_CARD',
  'INVALID_CARD_NUMBER',
  'INVALID_ACCOUNT_NUMBER',
  'INVALID_AMOUNT',
  'INVALID_TRANSACTION',
  'TRANSACTION_NOT_PERMITTED',
  'GENERIC_DECLINE',
  'CALL_ISSUER',
  'LOST_OR_STOLEN_CARD',
  'PICK_UP_CARD',
  'MAX_TRANSACTION_AMOUNT_EXCEEDED',
  'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
  'AUTHORIZATION_NOT_SUCCEEDED',
  'ALREADY_VOID',
  'ACTION_NOT_SUPPORTED',
  'ACTIVATION_CODE_INVALID',
  'CARD_DATA_REQUIRED',
  'MERCHANT_NOT_APPROVED',
  'ENCRYPTED_DATA_MALFORMED',
  'ENCRYPTED_DATA_MAC_INVALID',
  'ENCRYPTED_FORMAT_UNSUPPORTED',
  'KEY_SERIAL_NUMBER_REUSED',
  'KEY_SERIAL_NUMBER_UNKNOWN',
] as const;

/** Known values of FeeType. Origin of a Fee. */
export const feeTypeKnownValues = ['CARD_PROCESSING', 'CUSTOM'] as const;

/** Known values of FileStatus. Whether contents were uploaded. */
export const fileStatusKnownValues = ['REQUIRES_UPLOAD', 'PENDING', 'VALID', 'INVALID'] as const;

/** Known values of FileType. Purpose of a File. */
export const fileTypeKnownValues = [
  'OTHER',
  'DISPUTE_EVIDENCE',
  'IDENTITY_VERIFICATION',
  'PCI_SAQ_A',
  'RECEIPT',
  'BANK_STATEMENT',
  'DRIVERS_LICENSE_BACK',
  'DRIVERS_LICENSE_FRONT',
  'EIN_LETTER',
  'PASSPORT',
] as const;

/** Known values of InstrumentUpdateResult. Result of the Account Updater. */
export const instrumentUpdateResultKnownValues = [
  'CARD_EXPIRATION_UPDATED',
  'CARD_NOT_FOUND',
  'CONTACT_CARDHOLDER',
  'CLOSED_ACCOUNT',
  'INVALID_CARD',
  'NO_CHANGE_FOUND',
  'UNKNOWN',
] as const;

/** Known values of InstrumentUpdateState. Progress of a batch. */
export const instrumentUpdateStateKnownValues = ['PENDING', 'COMPLETED'] as const;

/** Known values of MerchantState. APPROVED is required to process payments; the other values are our assumption. */
export const merchantStateKnownValues = ['APPROVED', 'PROVISIONING', 'REJECTED'] as const;

/** Every value of NameMatch. How well a name matches the issuer's records. */
export const nameMatchValues = ['FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH', 'NOT_SUPPORTED'] as const;

/** Known values of OperationKey. Kind of the payment. */
export const operationKeyKnownValues = [
  'CARD_PRESENT_AUTHORIZATION',
  'CARD_PRESENT_DEBIT',
  'CARD_PRESENT_UNREFERENCED_REFUND',
  'SALE',
  'UNREFERENCED_REFUND',
  'PUSH_TO_CARD',
  'PULL_FROM_CARD',
  'MERCHANT_CREDIT_ADJUSTMENT',
  'MERCHANT_DEBIT_ADJUSTMENT',
  'CARD_NOT_PRESENT_REFUND',
  'CARD_NOT_PRESENT_AUTHORIZATION',
] as const;

/** Every value of PaymentInstrumentType. Type of the instrument. */
export const paymentInstrumentTypeValues = ['PAYMENT_CARD', 'BANK_ACCOUNT', 'WALLET_A_PAY', 'WALLET_B_PAY'] as const;

/** Every value of PaymentLinkState. Whether a Payment Link can be paid. */
export const paymentLinkStateValues = ['ACTIVE', 'DEACTIVATED', 'COMPLETED', 'EXPIRED'] as const;

/** Known values of PaymentRail. Rail by which money is moved. */
export const paymentRailKnownValues = ['ACH', 'CARD', 'WIRE'] as const;

/** Every value of PaymentState. State of an Authorization or Transfer. UNKNOWN means unresolved, never failed. */
export const paymentStateValues = ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN'] as const;

/** Known values of Processor. The processor behind a Merchant. */
export const processorKnownValues = ['DUMMY_V1', 'SERVICE_V1', 'GATEWAY_A_V1', 'GATEWAY_B_V1'] as const;

/** Every value of ReceiptType. Kind of payment that the receipt is for. */
export const receiptTypeValues = ['SALE', 'REFUND', 'CREDIT', 'AUTHORIZATION'] as const;

/** Every value of Role. Role of the caller's credentials. */
export const roleValues = ['ROLE_ADMIN', 'ROLE_PLATFORM', 'ROLE_PARTNER', 'ROLE_MERCHANT'] as const;

/** Every value of SecurityCodeVerification. The issuer's result for the security code. */
export const securityCodeVerificationValues = ['MATCHED', 'UNMATCHED', 'UNKNOWN'] as const;

/** Every value of SettlementEntityType. Kind of a settled movement. */
export const settlementEntityTypeValues = ['TRANSFER', 'REVERSAL', 'FEE'] as const;

/** Every value of SettlementQueueEntryState. Whether an entry still waits for its release. */
export const settlementQueueEntryStateValues = ['PENDING', 'RELEASED'] as const;

/** Every value of SettlementQueueMode. Whether a Merchant's Transfers wait for their release into a Settlement. */
export const settlementQueueModeValues = ['AUTOMATIC', 'MANUAL'] as const;

/** Known values of SettlementState. Progress of a Settlement. */
export const settlementStateKnownValues = ['ACCRUING', 'AWAITING_APPROVAL'] as const;

/** Every value of SignaturePrompt. Whether, and when, the terminal asks for a signature. */
export const signaturePromptValues = ['ALWAYS', 'NEVER', 'AMOUNT'] as const;

/** Every value of SubscriptionBalanceEntryType. Only credits change the balance. */
export const subscriptionBalanceEntryTypeValues = ['CREDIT'] as const;

/** Known values of SubscriptionLinkState. Whether a buyer can still subscribe through the link. */
export const subscriptionLinkStateKnownValues = ['ACTIVE', 'DEACTIVATED'] as const;

/** Known values of SubscriptionPhase. Phase that determines the amount. NONE before the start and after the end. */
export const subscriptionPhaseKnownValues = ['NONE', 'TRIAL', 'DISCOUNT', 'EVERGREEN'] as const;

/** Known values of SubscriptionState. State of a Subscription. */
export const subscriptionStateKnownValues = ['NOT_STARTED', 'ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED'] as const;

/** Known values of TransferAttemptState. Result of an attempt to pay. */
export const transferAttemptStateKnownValues = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** Known values of TransferSubtype. Origin of a Transfer. */
export const transferSubtypeKnownValues = [
  'API',
  'SUBSCRIPTION',
  'PLATFORM_CREDIT',
  'MERCHANT_DEBIT',
  'MERCHANT_CREDIT',
  'PLATFORM_DEBIT',
] as const;

/** Every value of TransferType. Kind of a Transfer. */
export const transferTypeValues = [
  'DEBIT',
  'CREDIT',
  'REVERSAL',
  'FEE',
  'ADJUSTMENT',
  'DISPUTE',
  'RESERVE',
  'SETTLEMENT',
  'UNKNOWN',
] as const;

/** Every value of VerificationState. Progress of a Verification. */
export const verificationStateValues = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** Every value of VoidState. Progress of a void. The state of the Authorization does not change. */
export const voidStateValues = ['UNATTEMPTED', 'PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** Every value of WebhookAuthenticationType. How the platform authenticates itself to the receiver. NONE sends no header. */
export const webhookAuthenticationTypeValues = ['NONE', 'BASIC', 'BEARER'] as const;

/** Known values of WebhookEntity. Kind of the event's resource. New values may appear. */
export const webhookEntityKnownValues = [
  'application',
  'application_profile',
  'authorization',
  'balance_adjustment',
  'balance_transfer',
  'compliance_form',
  'delivery_attempt',
  'device',
  'dispute',
  'dispute_evidence',
  'external_link',
  'fee',
  'file',
  'identity',
  'instrument_update',
  'merchant',
  'payment_instrument',
  'payment_link',
  'receipt',
  'settlement',
  'settlement_queue_entry',
  'subscription',
  'subscription_balance_entry',
  'subscription_link',
  'subscription_plan',
  'transfer',
  'transfer_attempt',
  'user',
  'verification',
] as const;

/** Known values of WebhookEventType. Kind of change to the resource. */
export const webhookEventTypeKnownValues = ['created', 'updated'] as const;
