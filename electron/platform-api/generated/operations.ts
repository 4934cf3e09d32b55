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

/** Every operation by its id: method, path template, parameter names, status of success, rows of the specification. */
export const operations = {
  listDevices: {
    method: 'GET',
    path: '/devices',
    pathParameters: [],
    queryParameters: [
      'limit',
      'offset',
      'after_cursor',
      'before_cursor',
      'created_at.gte',
      'created_at.lte',
      'updated_at.gte',
      'updated_at.lte',
      'tags.key',
      'tags.value',
      'id',
      'merchant_id',
      'serial_number',
      'enabled',
    ],
    successStatus: 200,
    isAssumed: false,
    rows: ['GET /devices'],
  },
  fetchDevice: {
    method: 'GET',
    path: '/devices/{device_id}',
    pathParameters: ['device_id'],
    queryParameters: ['include_connection'],
    successStatus: 200,
    isAssumed: false,
    rows: ['GET /devices/{device_id}', 'GET /devices/{device_id_connection}'],
  },
  updateDevice: {
    method: 'PUT',
    path: '/devices/{device_id}',
    pathParameters: ['device_id'],
    queryParameters: [],
    successStatus: 200,
    isAssumed: false,
    rows: ['PUT /devices/{device_id}'],
  },
  listDeviceMetrics: {
    method: 'GET',
    path: '/devices/{device_id}/device_metrics',
    pathParameters: ['device_id'],
    queryParameters: [
      'limit',
      'offset',
      'after_cursor',
      'before_cursor',
      'created_at.gte',
      'created_at.lte',
      'connection',
      'connectivity_network_type',
      'connectivity_signal_strength',
    ],
    successStatus: 200,
    isAssumed: false,
    rows: ['GET /devices/{device_id}/device_metrics'],
  },
  createDevice: {
    method: 'POST',
    path: '/merchants/{merchant_id}/devices',
    pathParameters: ['merchant_id'],
    queryParameters: [],
    successStatus: 201,
    isAssumed: false,
    rows: ['POST /merchants/{merchant_id}/devices'],
  },
  fetchMerchant: {
    method: 'GET',
    path: '/merchants/{merchant_id}',
    pathParameters: ['merchant_id'],
    queryParameters: [],
    successStatus: 200,
    isAssumed: true,
    rows: [],
  },
  listAuthorizations: {
    method: 'GET',
    path: '/authorizations',
    pathParameters: [],
    queryParameters: [
      'limit',
      'offset',
      'after_cursor',
      'before_cursor',
      'created_at.gte',
      'created_at.lte',
      'updated_at.gte',
      'updated_at.lte',
      'tags.key',
      'tags.value',
      'id',
      'merchant_id',
      'device',
      'idempotency_id',
      'trace_id',
      'state',
      'amount',
      'amount.gt',
      'amount.gte',
      'amount.lt',
      'amount.lte',
      'instrument_card_last4',
      'instrument_brand_type',
      'is_void',
    ],
    successStatus: 200,
    isAssumed: false,
    rows: ['GET /authorizations'],
  },
  createAuthorization: {
    method: 'POST',
    path: '/authorizations',
    pathParameters: [],
    queryParameters: [],
    successStatus: 201,
    isAssumed: false,
    rows: ['POST /authorizations'],
  },
  fetchAuthorization: {
    method: 'GET',
    path: '/authorizations/{authorization_id}',
    pathParameters: ['authorization_id'],
    queryParameters: [],
    successStatus: 200,
    isAssumed: false,
    rows: ['GET /authorizations/{authorization_id}'],
  },
  updateAuthorization: {
    method: 'PUT',
    path: '/authorizations/{authorization_id}',
    pathParameters: ['authorization_id'],
    queryParameters: [],
    successStatus: 200,
    isAssumed: false,
    rows: ['PUT /authorizations/{authorization_id}', 'PUT /authorizations/{authorization_id_void_to}'],
  },
  listTransfers: {
    method: 'GET',
    path: '/transfers',
    pathParameters: [],
    queryParameters: [
      'limit',
      'offset',
      'after_cursor',
      'before_cursor',
      'created_at.gte',
      'created_at.lte',
      'updated_at.gte',
      'updated_at.lte',
      'tags.key',
      'tags.value',
      'id',
      'merchant_id',
      'device',
      'idempotency_id',
      'trace_id',
      'state',
      'amount',
      'amount.gt',
      'amount.gte',
      'amount.lt',
      'amount.lte',
      'instrument_card_last4',
      'instrument_brand_type',
      'type',
    ],
    successStatus: 200,
    isAssumed: true,
    rows: [],
  },
  fetchTransfer: {
    method: 'GET',
    path: '/transfers/{transfer_id}',
    pathParameters: ['transfer_id'],
    queryParameters: [],
    successStatus: 200,
    isAssumed: true,
    rows: [],
  },
} as const;

export type OperationId = keyof typeof operations;

/** Request body and reply of every operation; `undefined` where there is no body. */
export interface OperationTypes {
  listDevices: { body: undefined; reply: DeviceList };
  fetchDevice: { body: undefined; reply: Device };
  updateDevice: { body: DeviceUpdate; reply: Device };
  listDeviceMetrics: { body: undefined; reply: DeviceMetricList };
  createDevice: { body: DeviceCreate; reply: Device };
  fetchMerchant: { body: undefined; reply: Merchant };
  listAuthorizations: { body: undefined; reply: AuthorizationList };
  createAuthorization: { body: AuthorizationCreate; reply: Authorization };
  fetchAuthorization: { body: undefined; reply: Authorization };
  updateAuthorization: { body: AuthorizationUpdate; reply: Authorization };
  listTransfers: { body: undefined; reply: TransferList };
  fetchTransfer: { body: undefined; reply: Transfer };
}

/** Limits of the specification. */
export const limits = {
  /** Most results on one page, in either kind of pagination. */
  pageSize: 100,
  /** Results on one page when the request gives no limit. */
  defaultPageSize: 20,
  /** Offset pagination reaches at most this many results. */
  offsetWindow: 10000,
  /** Listing Authorizations with no query parameters returns only records of these last days. */
  defaultListWindowDays: 30,
  /** Most tags on one resource. */
  tagCount: 50,
  /** Most characters of a tag's key. */
  tagKeyLength: 40,
  /** Most characters of a tag's value. */
  tagValueLength: 500,
  /** The platform answers within this time or not at all (5 minutes). */
  requestTimeoutMs: 300000,
  /** Days after which a hold can no longer be captured. */
  authorizationDays: 7,
  /** Largest amount, minor units. */
  amountMinor: 999999999999,
} as const;

/** Dated versions and what each brought. */
export const versions = {
  /** The current version, which introduced cursor pagination. Requests without it use offset pagination. */
  cursorPagination: '2022-02-01',
} as const;

/** Header names. */
export const headers = {
  /** Request header that carries the version. */
  version: 'Service-Version',
  /** Response header with the caller's role. */
  role: 'service-apiuser-role',
  /** Response header with the unique id of this request attempt. */
  requestId: 'x-request-id',
} as const;
