/** The platform's endpoints a till uses, one method each, over the one request function (http.ts). */
import type { DeviceAction, DeviceMetric } from '../../contract/index.ts';
import { readDevice, readMetric, type DeviceRecord } from './device-records.ts';
import { READ_TIMEOUT_MS, type ApiOutcome, type Http } from './http.ts';
import { checkTags, segment, type Tags } from './limits.ts';
import { itemsOf, pagesOf, type ListFilters } from './pages.ts';
import { mapOutcome, only } from './outcomes.ts';
import { createPaymentCalls, type PaymentCalls } from './payment-calls.ts';
import { textAt } from './read.ts';

/** Actions wake a terminal up over its own network (ACTIVATE was seen to take four seconds). */
export const ACTION_TIMEOUT_MS = 60_000;

/** Fields of PUT /devices/{device_id} beside actions. */
export interface DeviceChange {
  name?: string;
  description?: string;
  serialNumber?: string;
  /** Sent as `configuration`: `configuration_details` is accepted and silently ignored (facts, 1.1). */
  configuration?: Readonly<Record<string, unknown>>;
  tags?: Tags;
}

export interface PlatformClient extends PaymentCalls {
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
  const done = (): null => null;
  // `read` gives null for "cannot be read", so a call whose body does not matter reads to a token first.
  const ignoring = async (call: Promise<ApiOutcome<true>>): Promise<ApiOutcome<null>> => mapOutcome(await call, done);

  return {
    ...createPaymentCalls(http),
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
