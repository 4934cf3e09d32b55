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
  DeviceCreate,
  DeviceUpdate,
  FeeCreate,
  FeeProfileCreate,
  FeeUpdate,
  IdentityCreate,
  IdentityUpdate,
  MerchantCreate,
  MerchantUpdate,
  PaymentInstrumentCreate,
  PaymentInstrumentUpdate,
  PaymentInstrumentVerificationCreate,
  ReversalCreate,
  SettlementQueueReleaseRequest,
  TagsUpdate,
  TransferCreate,
  UserCreate,
  UserUpdate,
  WalletAPaySessionCreate,
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
export const validateDeviceCreate: Validator<DeviceCreate>;
export const validateDeviceUpdate: Validator<DeviceUpdate>;
export const validateFeeCreate: Validator<FeeCreate>;
export const validateFeeProfileCreate: Validator<FeeProfileCreate>;
export const validateFeeUpdate: Validator<FeeUpdate>;
export const validateIdentityCreate: Validator<IdentityCreate>;
export const validateIdentityUpdate: Validator<IdentityUpdate>;
export const validateMerchantCreate: Validator<MerchantCreate>;
export const validateMerchantUpdate: Validator<MerchantUpdate>;
export const validatePaymentInstrumentCreate: Validator<PaymentInstrumentCreate>;
export const validatePaymentInstrumentUpdate: Validator<PaymentInstrumentUpdate>;
export const validatePaymentInstrumentVerificationCreate: Validator<PaymentInstrumentVerificationCreate>;
export const validateReversalCreate: Validator<ReversalCreate>;
export const validateSettlementQueueReleaseRequest: Validator<SettlementQueueReleaseRequest>;
export const validateTagsUpdate: Validator<TagsUpdate>;
export const validateTransferCreate: Validator<TransferCreate>;
export const validateUserCreate: Validator<UserCreate>;
export const validateUserUpdate: Validator<UserUpdate>;
export const validateWalletAPaySessionCreate: Validator<WalletAPaySessionCreate>;
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
  updateDevice: typeof validateDeviceUpdate;
  createDevice: typeof validateDeviceCreate;
  createFee: typeof validateFeeCreate;
  updateFee: typeof validateFeeUpdate;
  createIdentity: typeof validateIdentityCreate;
  updateIdentity: typeof validateIdentityUpdate;
  updateMerchant: typeof validateMerchantUpdate;
  createMerchant: typeof validateMerchantCreate;
  createPaymentInstrument: typeof validatePaymentInstrumentCreate;
  updatePaymentInstrument: typeof validatePaymentInstrumentUpdate;
  createWalletAPaySession: typeof validateWalletAPaySessionCreate;
  releaseSettlementQueueEntries: typeof validateSettlementQueueReleaseRequest;
  createTransfer: typeof validateTransferCreate;
  updateTransfer: typeof validateTagsUpdate;
  createReversal: typeof validateReversalCreate;
  createUser: typeof validateUserCreate;
  updateUser: typeof validateUserUpdate;
  createPaymentInstrumentVerification: typeof validatePaymentInstrumentVerificationCreate;
};
