// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

import type {
  ApplicationCreate,
  ApplicationProfileUpdate,
  ApplicationUpdate,
  AuthorizationCreate,
  AuthorizationUpdate,
  BalanceAdjustmentCreate,
  BalanceTransferCreate,
  ComplianceFormCompletion,
  DeliveryRequest,
  DeviceCreate,
  DeviceUpdate,
  DisputeEvidenceUpload,
  ExternalLinkCreate,
  FeeCreate,
  FeeProfileCreate,
  FeeUpdate,
  FileCreate,
  FileUpload,
  IdentityCreate,
  IdentityUpdate,
  InstrumentUpdateCreate,
  MerchantCreate,
  MerchantUpdate,
  PaymentInstrumentCreate,
  PaymentInstrumentUpdate,
  PaymentInstrumentVerificationCreate,
  PaymentLinkCreate,
  PaymentLinkUpdate,
  ReceiptCreate,
  ReversalCreate,
  SettlementQueueReleaseRequest,
  SubscriptionBalanceEntryCreate,
  SubscriptionBalanceEntryUpdate,
  SubscriptionCreate,
  SubscriptionLinkCreate,
  SubscriptionLinkUpdate,
  SubscriptionPlanCreate,
  SubscriptionPlanUpdate,
  SubscriptionUpdate,
  TagsUpdate,
  TransferCreate,
  UserCreate,
  UserUpdate,
  WalletAPaySessionCreate,
  WebhookCreate,
  WebhookUpdate,
} from './types.ts';

/** What is wrong with a value: where (JSON pointer), by which keyword, in which words. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}
/** True when the value fits; otherwise `errors` of the function says why, until its next call. */
export interface Validator<Value> {
  (value: unknown): value is Value;
  errors?: SchemaError[] | null;
}
export const validateApplicationCreate: Validator<ApplicationCreate>;
export const validateApplicationProfileUpdate: Validator<ApplicationProfileUpdate>;
export const validateApplicationUpdate: Validator<ApplicationUpdate>;
export const validateAuthorizationCreate: Validator<AuthorizationCreate>;
export const validateAuthorizationUpdate: Validator<AuthorizationUpdate>;
export const validateBalanceAdjustmentCreate: Validator<BalanceAdjustmentCreate>;
export const validateBalanceTransferCreate: Validator<BalanceTransferCreate>;
export const validateComplianceFormCompletion: Validator<ComplianceFormCompletion>;
export const validateDeliveryRequest: Validator<DeliveryRequest>;
export const validateDeviceCreate: Validator<DeviceCreate>;
export const validateDeviceUpdate: Validator<DeviceUpdate>;
export const validateDisputeEvidenceUpload: Validator<DisputeEvidenceUpload>;
export const validateExternalLinkCreate: Validator<ExternalLinkCreate>;
export const validateFeeCreate: Validator<FeeCreate>;
export const validateFeeProfileCreate: Validator<FeeProfileCreate>;
export const validateFeeUpdate: Validator<FeeUpdate>;
export const validateFileCreate: Validator<FileCreate>;
export const validateFileUpload: Validator<FileUpload>;
export const validateIdentityCreate: Validator<IdentityCreate>;
export const validateIdentityUpdate: Validator<IdentityUpdate>;
export const validateInstrumentUpdateCreate: Validator<InstrumentUpdateCreate>;
export const validateMerchantCreate: Validator<MerchantCreate>;
export const validateMerchantUpdate: Validator<MerchantUpdate>;
export const validatePaymentInstrumentCreate: Validator<PaymentInstrumentCreate>;
export const validatePaymentInstrumentUpdate: Validator<PaymentInstrumentUpdate>;
export const validatePaymentInstrumentVerificationCreate: Validator<PaymentInstrumentVerificationCreate>;
export const validatePaymentLinkCreate: Validator<PaymentLinkCreate>;
export const validatePaymentLinkUpdate: Validator<PaymentLinkUpdate>;
export const validateReceiptCreate: Validator<ReceiptCreate>;
export const validateReversalCreate: Validator<ReversalCreate>;
export const validateSettlementQueueReleaseRequest: Validator<SettlementQueueReleaseRequest>;
export const validateSubscriptionBalanceEntryCreate: Validator<SubscriptionBalanceEntryCreate>;
export const validateSubscriptionBalanceEntryUpdate: Validator<SubscriptionBalanceEntryUpdate>;
export const validateSubscriptionCreate: Validator<SubscriptionCreate>;
export const validateSubscriptionLinkCreate: Validator<SubscriptionLinkCreate>;
export const validateSubscriptionLinkUpdate: Validator<SubscriptionLinkUpdate>;
export const validateSubscriptionPlanCreate: Validator<SubscriptionPlanCreate>;
export const validateSubscriptionPlanUpdate: Validator<SubscriptionPlanUpdate>;
export const validateSubscriptionUpdate: Validator<SubscriptionUpdate>;
export const validateTagsUpdate: Validator<TagsUpdate>;
export const validateTransferCreate: Validator<TransferCreate>;
export const validateUserCreate: Validator<UserCreate>;
export const validateUserUpdate: Validator<UserUpdate>;
export const validateWalletAPaySessionCreate: Validator<WalletAPaySessionCreate>;
export const validateWebhookCreate: Validator<WebhookCreate>;
export const validateWebhookUpdate: Validator<WebhookUpdate>;
/** The validator of each operation that has a request body. */
export const bodyValidators: {
  createApplication: typeof validateApplicationCreate;
  updateApplication: typeof validateApplicationUpdate;
  updateApplicationProfile: typeof validateApplicationProfileUpdate;
  createFeeProfile: typeof validateFeeProfileCreate;
  createAuthorization: typeof validateAuthorizationCreate;
  updateAuthorization: typeof validateAuthorizationUpdate;
  createBalanceAdjustment: typeof validateBalanceAdjustmentCreate;
  createBalanceTransfer: typeof validateBalanceTransferCreate;
  completeComplianceForm: typeof validateComplianceFormCompletion;
  updateDevice: typeof validateDeviceUpdate;
  createDevice: typeof validateDeviceCreate;
  updateDispute: typeof validateTagsUpdate;
  createDisputeEvidence: typeof validateDisputeEvidenceUpload;
  updateDisputeEvidence: typeof validateTagsUpdate;
  createFee: typeof validateFeeCreate;
  updateFee: typeof validateFeeUpdate;
  createFile: typeof validateFileCreate;
  uploadFile: typeof validateFileUpload;
  createExternalLink: typeof validateExternalLinkCreate;
  createIdentity: typeof validateIdentityCreate;
  updateIdentity: typeof validateIdentityUpdate;
  createInstrumentUpdate: typeof validateInstrumentUpdateCreate;
  updateMerchant: typeof validateMerchantUpdate;
  createMerchant: typeof validateMerchantCreate;
  createPaymentInstrument: typeof validatePaymentInstrumentCreate;
  updatePaymentInstrument: typeof validatePaymentInstrumentUpdate;
  createWalletAPaySession: typeof validateWalletAPaySessionCreate;
  createPaymentLink: typeof validatePaymentLinkCreate;
  updatePaymentLink: typeof validatePaymentLinkUpdate;
  createDeliveryAttempts: typeof validateDeliveryRequest;
  createDeliveryAttemptsHyphenated: typeof validateDeliveryRequest;
  createReceipt: typeof validateReceiptCreate;
  createReceiptDeliveryAttempts: typeof validateDeliveryRequest;
  releaseSettlementQueueEntries: typeof validateSettlementQueueReleaseRequest;
  createSubscriptionLink: typeof validateSubscriptionLinkCreate;
  deactivateSubscriptionLink: typeof validateSubscriptionLinkUpdate;
  createSubscriptionPlan: typeof validateSubscriptionPlanCreate;
  updateSubscriptionPlan: typeof validateSubscriptionPlanUpdate;
  createSubscription: typeof validateSubscriptionCreate;
  updateSubscription: typeof validateSubscriptionUpdate;
  createSubscriptionBalanceEntry: typeof validateSubscriptionBalanceEntryCreate;
  updateSubscriptionBalanceEntry: typeof validateSubscriptionBalanceEntryUpdate;
  createTransfer: typeof validateTransferCreate;
  updateTransfer: typeof validateTagsUpdate;
  createReversal: typeof validateReversalCreate;
  createUser: typeof validateUserCreate;
  updateUser: typeof validateUserUpdate;
  createPaymentInstrumentVerification: typeof validatePaymentInstrumentVerificationCreate;
  createWebhook: typeof validateWebhookCreate;
  updateWebhook: typeof validateWebhookUpdate;
};
