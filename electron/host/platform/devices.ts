/** Devices and Device Metrics as the till reads and asks for them (specification, "Devices"; facts, 1.2 to 1.7). */
import type { DeviceAction, DeviceActionRequest, DeviceMetric } from '../../contract/index.ts';
import { mapOutcome, type ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { isId } from './limits.ts';
import { createMerchants, isLacking } from './merchants.ts';
import { operation, type Listing } from './operations.ts';
import type { ListFilters, Page } from './pages.ts';
import { asObject, codeAt, flagAt, idAt, linkedIdAt, otherFields, textAt, type Json } from './read.ts';

export interface PlatformDevices {
  list(filters?: { serial_number?: string; merchant_id?: string }): Listing<DeviceRecord>;
  /** One page of the list of all; `from`: the `next` of the page before. */
  page(from: ListFilters): Promise<ApiOutcome<Page<DeviceRecord>>>;
  get(id: string): Promise<ApiOutcome<DeviceRecord>>;
  /** The reply's shape is not to be trusted (facts, 1.5): `answered` says that it was done, read back what. */
  act(
    id: string,
    action: DeviceAction,
    more: Pick<DeviceActionRequest, 'activationCode' | 'idleMessage'>,
  ): Promise<ApiOutcome<null>>;
  metrics(id: string, limit: number): Promise<ApiOutcome<DeviceMetric[]>>;
  /** A merchant's; `answered` with null when the platform does not say (the specification shows no such endpoint). */
  processorOf(merchant: string): Promise<ApiOutcome<string | null>>;
}

export function createDevices(http: Http): PlatformDevices {
  const list = operation(http, 'listDevices', readDevice);
  const fetchDevice = operation(http, 'fetchDevice', readDevice);
  const update = operation(http, 'updateDevice', () => ({}));
  const listMetrics = operation(http, 'listDeviceMetrics', readMetric);
  const merchants = createMerchants(http);
  return {
    list: (filters) => list(filters, { unreadable: 'skip' }),
    async page(from) {
      for await (const page of list(from, { unreadable: 'skip' }).pages()) return page;
      return { kind: 'answered', value: { items: [], next: null } };
    },
    get: (id) => fetchDevice(id, { include_connection: true }),
    async act(id, action, { activationCode, idleMessage }) {
      const body = {
        action,
        ...(activationCode === undefined ? {} : { activation_code: activationCode }),
        ...(idleMessage === undefined ? {} : { idle_message: idleMessage }),
      };
      return mapOutcome(await update(id, body, { name: `PUT /devices/{device_id} ${action}` }), () => null);
    },
    async metrics(id, limit) {
      // A platform may give less on a page than it is asked for.
      const metrics: DeviceMetric[] = [];
      for await (const page of listMetrics(id, {}, { pageSize: limit, unreadable: 'skip' }).pages()) {
        if (page.kind !== 'answered') return page;
        metrics.push(...page.value.items);
        if (metrics.length >= limit) break;
      }
      return { kind: 'answered', value: metrics.slice(0, limit) };
    },
    async processorOf(merchant) {
      const outcome = await merchants.get(merchant);
      if (isLacking(outcome)) return { kind: 'answered', value: null };
      return mapOutcome(outcome, ({ processor }) => processor);
    },
  };
}

export interface DeviceRecord {
  id: string;
  name: string | null;
  description: string | null;
  model: string | null;
  serialNumber: string | null;
  merchant: string | null;
  /** Null: the platform does not say. */
  isEnabled: boolean | null;
  /** Absent is not closed: it was not asked for. Values differ in case in the wild. */
  connection: 'open' | 'closed' | 'unknown';
  idleMessage: string | null;
}

function readDevice(record: Json): DeviceRecord | null {
  const id = textAt(record, 'id');
  if (id === null || !isId(id)) return null;
  const connection = codeAt(record, 'connection');
  return {
    id,
    name: textAt(record, 'name'),
    description: textAt(record, 'description'),
    model: textAt(record, 'model'),
    serialNumber: textAt(record, 'serial_number'),
    merchant: idAt(record, 'merchant') ?? linkedIdAt(record, 'merchant'),
    isEnabled: flagAt(record, 'enabled'),
    connection: connection === 'OPEN' ? 'open' : connection === 'CLOSED' ? 'closed' : 'unknown',
    idleMessage: textAt(record, 'idle_message'),
  };
}

const knownMetricFields: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'updated_at',
  'device',
  'connection',
  'connectivity_network_type',
  'connectivity_signal_strength',
  '_links',
]);

/** Deeper fields of a metric are not shown. */
const METRIC_DEPTH = 4;

/** Scalars of a record; those of records in it under names with dots: `battery.percent`. */
function scalarsOf(record: Json, prefix = '', depth = 1): DeviceMetric['other'] {
  const scalars: DeviceMetric['other'] = {};
  for (const [key, value] of Object.entries(record)) {
    const inner = asObject(value);
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      scalars[prefix + key] = value;
    else if (inner && depth < METRIC_DEPTH) Object.assign(scalars, scalarsOf(inner, `${prefix}${key}.`, depth + 1));
  }
  return scalars;
}

/** The specification does not list a metric's fields: the filters' names are picked out, every other scalar is kept. */
function readMetric(record: Json): DeviceMetric | null {
  const id = textAt(record, 'id');
  if (id === null) return null;
  return {
    id,
    createdAt: textAt(record, 'created_at'),
    connection: textAt(record, 'connection'),
    networkType: textAt(record, 'connectivity_network_type'),
    signalStrength: textAt(record, 'connectivity_signal_strength'),
    other: scalarsOf(otherFields(record, knownMetricFields)),
  };
}
