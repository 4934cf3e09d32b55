// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

import type {
  Authorization,
  AuthorizationCreate,
  AuthorizationList,
  AuthorizationUpdate,
  Device,
  DeviceCreate,
  DeviceList,
  DeviceMetricList,
  DeviceUpdate,
  Merchant,
  Transfer,
  TransferList,
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
export const validateAuthorization: Validator<Authorization>;
export const validateAuthorizationCreate: Validator<AuthorizationCreate>;
export const validateAuthorizationList: Validator<AuthorizationList>;
export const validateAuthorizationUpdate: Validator<AuthorizationUpdate>;
export const validateDevice: Validator<Device>;
export const validateDeviceCreate: Validator<DeviceCreate>;
export const validateDeviceList: Validator<DeviceList>;
export const validateDeviceMetricList: Validator<DeviceMetricList>;
export const validateDeviceUpdate: Validator<DeviceUpdate>;
export const validateMerchant: Validator<Merchant>;
export const validateTransfer: Validator<Transfer>;
export const validateTransferList: Validator<TransferList>;
/** The validator of each operation that has a request body. */
export const bodyValidators: {
  updateDevice: typeof validateDeviceUpdate;
  createDevice: typeof validateDeviceCreate;
  createAuthorization: typeof validateAuthorizationCreate;
  updateAuthorization: typeof validateAuthorizationUpdate;
};
