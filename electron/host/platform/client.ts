/** The platform's endpoints a till uses, one method each, over the one request function (http.ts). */
import { TillError, type DeviceAction, type DeviceMetric } from '../../contract/index.ts';
import type { AuthorizationRecord, CardPayload, TransferRecord } from '../payments/index.ts';
import { readDevice, readMetric, type DeviceRecord } from './device-records.ts';
import { READ_TIMEOUT_MS, type ApiOutcome, type Http } from './http.ts';
import { checkTags, segment, type Tags } from './limits.ts';
import { itemsOf, pagesOf, type ListFilters } from './pages.ts';
import { readAuthorization, readTransfer } from './payment-records.ts';
import { textAt, type Json } from './read.ts';

/** Card data is on the line and the bank is being asked; the specification allows up to five minutes. */
export const CREATE_TIMEOUT_MS = 60_000;
export const CAPTURE_TIMEOUT_MS = 60_000;
/** Actions wake a terminal up over its own network (ACTIVATE was seen to take four seconds). */
export const ACTION_TIMEOUT_MS = 60_000;

export interface NewAuthorization {
  amountMinor: number;
  currency: string;
  idempotencyId: string;
  /** The Device's id; left out for a terminal the platform does not know. */
  device: string | null;
  merchant: string | null;
  tags: Tags;
  card: CardPayload;
}

/** Fields of PUT /devices/{device_id} beside actions. */
export interface DeviceChange {
  name?: string;
  description?: string;
  serialNumber?: string;
  /** Sent as `configuration`: `configuration_details` is accepted and silently ignored (facts, 1.1). */
  configuration?: Readonly<Record<string, unknown>>;
  tags?: Tags;
}

export interface PlatformClient {
  authorizations: {
    create(request: NewAuthorization): Promise<ApiOutcome<AuthorizationRecord>>;
    get(id: string): Promise<ApiOutcome<AuthorizationRecord>>;
    /** The authorization under a key; `answered` with null when the platform has none. */
    byIdempotencyId(idempotencyId: string): Promise<ApiOutcome<AuthorizationRecord | null>>;
    list(filters?: ListFilters): AsyncGenerator<AuthorizationRecord>;
    capture(id: string, amountMinor: number): Promise<ApiOutcome<AuthorizationRecord>>;
    void(id: string): Promise<ApiOutcome<AuthorizationRecord>>;
  };
  transfers: {
    get(id: string): Promise<ApiOutcome<TransferRecord>>;
    list(filters?: ListFilters): AsyncGenerator<TransferRecord>;
  };
  devices: {
    list(filters?: ListFilters): AsyncGenerator<DeviceRecord>;
    /** One page of one device: the cheapest question there is, for health. */
    probe(): Promise<ApiOutcome<null>>;
    get(id: string): Promise<ApiOutcome<DeviceRecord>>;
    create(merchant: string, device: { model: string; name: string } & DeviceChange): Promise<ApiOutcome<DeviceRecord>>;
    update(id: string, change: DeviceChange): Promise<ApiOutcome<null>>;
    /** The reply's shape is not to be trusted (facts, 1.5): `answered` says that it was done, read back what. */
    act(
      id: string,
      action: DeviceAction,
      more: { activationCode?: string; idleMessage?: string },
    ): Promise<ApiOutcome<null>>;
    metrics(id: string, limit: number): Promise<ApiOutcome<DeviceMetric[]>>;
  };
  merchants: {
    /** `answered` with null when the platform does not tell (the specification shows no such endpoint). */
    processor(id: string): Promise<ApiOutcome<string | null>>;
  };
}

export function createClient(http: Http): PlatformClient {
  const device = (id: string): string => `/devices/${segment(id)}`;
  const authorization = (id: string): string => `/authorizations/${segment(id)}`;
  const done = (): null => null;
  // `read` gives null for "cannot be read", so a call whose body does not matter reads to a token first.
  const ignoring = async (call: Promise<ApiOutcome<true>>): Promise<ApiOutcome<null>> => mapOutcome(await call, done);

  return {
    authorizations: {
      async create(request) {
        checkTags(request.tags);
        return http.call({
          operation: 'POST /authorizations',
          method: 'POST',
          path: '/authorizations',
          timeoutMs: CREATE_TIMEOUT_MS,
          secrets: [request.card.encryptedEmvData, request.card.keySerialNumber],
          // An answer about another payment is no answer (money rule 7).
          read: only(
            readAuthorization,
            ({ idempotencyId, currency }) =>
              (idempotencyId === null || idempotencyId === request.idempotencyId) && currency === request.currency,
          ),
          body: {
            amount: request.amountMinor,
            currency: request.currency,
            operation_key: 'CARD_PRESENT_AUTHORIZATION',
            idempotency_id: request.idempotencyId,
            tags: request.tags,
            ...(request.device === null ? {} : { device: request.device }),
            ...(request.device === null && request.merchant !== null ? { merchant: request.merchant } : {}),
            payment_instrument: {
              encrypted_emv_data: request.card.encryptedEmvData,
              emv_data_key_serial_number: request.card.keySerialNumber,
              encrypted_emv_format: request.card.format,
            },
          },
        });
      },
      get: (id) =>
        http.call({
          operation: 'GET /authorizations/{authorization_id}',
          method: 'GET',
          path: authorization(id),
          timeoutMs: READ_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
      async byIdempotencyId(idempotencyId) {
        const pages = pagesOf(http, {
          path: '/authorizations',
          key: 'authorizations',
          // A platform that does not know this filter gives everything of the day: compare, never believe.
          filters: { idempotency_id: idempotencyId },
          pageSize: 20,
          read: readAuthorization,
        });
        let hasNameless = false;
        for await (const page of pages) {
          if (page.kind !== 'answered') return page;
          const found = page.value.items.find((record) => record.idempotencyId === idempotencyId);
          if (found) return { kind: 'answered', value: found };
          hasNameless ||= page.value.items.some((record) => record.idempotencyId === null);
        }
        if (!hasNameless) return { kind: 'answered', value: null };
        // One of those without a key may be ours: that is not "none".
        const operation = 'GET /authorizations';
        const words = 'the list does not say under which keys its authorizations stand';
        const error = new TillError('API_UNREADABLE', `${operation}: ${words}`, { context: { operation } });
        return { kind: 'unknown', error, details: null };
      },
      list: (filters) =>
        itemsOf(http, {
          path: '/authorizations',
          key: 'authorizations',
          ...(filters ? { filters } : {}),
          read: readAuthorization,
        }),
      capture: (id, amountMinor) =>
        http.call({
          operation: 'PUT /authorizations/{authorization_id}',
          method: 'PUT',
          path: authorization(id),
          body: { capture_amount: amountMinor },
          timeoutMs: CAPTURE_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
      void: (id) =>
        http.call({
          operation: 'PUT /authorizations/{authorization_id_void_to}',
          method: 'PUT',
          path: authorization(id),
          body: { void_me: true },
          timeoutMs: CAPTURE_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
    },
    transfers: {
      get: (id) =>
        http.call({
          operation: 'GET /transfers/{transfer_id}',
          method: 'GET',
          path: `/transfers/${segment(id)}`,
          timeoutMs: READ_TIMEOUT_MS,
          read: only(readTransfer, (record) => record.id === id),
        }),
      list: (filters) =>
        itemsOf(http, { path: '/transfers', key: 'transfers', ...(filters ? { filters } : {}), read: readTransfer }),
    },
    devices: {
      list: (filters) =>
        itemsOf(http, {
          path: '/devices',
          key: 'devices',
          unreadable: 'skip',
          ...(filters ? { filters } : {}),
          read: readDevice,
        }),
      probe: () =>
        ignoring(
          http.call({
            operation: 'GET /devices',
            method: 'GET',
            path: '/devices',
            query: { limit: 1 },
            timeoutMs: READ_TIMEOUT_MS,
            read: () => true as const,
          }),
        ),
      get: (id) =>
        http.call({
          operation: 'GET /devices/{device_id_connection}',
          method: 'GET',
          path: device(id),
          query: { include_connection: true },
          timeoutMs: READ_TIMEOUT_MS,
          read: only(readDevice, (record) => record.id === id),
        }),
      create: (merchant, { model, name, ...change }) =>
        http.call({
          operation: 'POST /merchants/{merchant_id}/devices',
          method: 'POST',
          path: `/merchants/${segment(merchant)}/devices`,
          body: { model, ...changeBody({ ...change, name }) },
          timeoutMs: ACTION_TIMEOUT_MS,
          read: readDevice,
        }),
      update: (id, change) =>
        ignoring(
          http.call({
            operation: 'PUT /devices/{device_id}',
            method: 'PUT',
            path: device(id),
            body: changeBody(change),
            timeoutMs: ACTION_TIMEOUT_MS,
            read: () => true as const,
          }),
        ),
      act: (id, action, { activationCode, idleMessage }) =>
        ignoring(
          http.call({
            operation: `PUT /devices/{device_id} ${action}`,
            method: 'PUT',
            path: device(id),
            body: {
              action,
              ...(activationCode === undefined ? {} : { activation_code: activationCode }),
              ...(idleMessage === undefined ? {} : { idle_message: idleMessage }),
            },
            timeoutMs: ACTION_TIMEOUT_MS,
            read: () => true as const,
          }),
        ),
      async metrics(id, limit) {
        const pages = pagesOf(http, {
          path: `${device(id)}/device_metrics`,
          key: 'device_metrics',
          pageSize: limit,
          unreadable: 'skip',
          read: readMetric,
        });
        for await (const page of pages) return mapOutcome(page, ({ items }) => items.slice(0, limit));
        return { kind: 'answered', value: [] };
      },
    },
    merchants: {
      async processor(id) {
        const outcome = await http.call({
          operation: 'GET /merchants/{merchant_id}',
          method: 'GET',
          path: `/merchants/${segment(id)}`,
          timeoutMs: READ_TIMEOUT_MS,
          read: (body) => ({ processor: textAt(body, 'processor') }),
        });
        if (outcome.kind === 'refused' && outcome.error.code === 'API_NOT_FOUND')
          return { kind: 'answered', value: null };
        return mapOutcome(outcome, ({ processor }) => processor);
      },
    },
  };
}

/** A reader that takes only the record that was asked for; any other is as good as unreadable. */
function only<T>(read: (body: Json) => T | null, isTheOne: (record: T) => boolean): (body: Json) => T | null {
  return (body) => {
    const record = read(body);
    return record !== null && isTheOne(record) ? record : null;
  };
}

/** The same outcome with another value. */
export function mapOutcome<From, To>(outcome: ApiOutcome<From>, map: (value: From) => To): ApiOutcome<To> {
  return outcome.kind === 'answered' ? { kind: 'answered', value: map(outcome.value) } : outcome;
}

function changeBody(change: DeviceChange): object {
  if (change.tags) checkTags(change.tags);
  return {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(change.serialNumber === undefined ? {} : { serial_number: change.serialNumber }),
    ...(change.configuration === undefined ? {} : { configuration: change.configuration }),
    ...(change.tags === undefined ? {} : { tags: change.tags }),
  };
}
