/** Devices and Device Metrics of the platform (specification, "Devices"; facts, 1.2 to 1.7). */
import type { DeviceAction, DeviceActionRequest, DeviceMetric } from '../../contract/index.ts';
import { mapOutcome, type ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { isId } from './limits.ts';
import { createMerchants, isUnavailable } from './merchants.ts';
import { operation, type Listing } from './operations.ts';
import type { ListFilters, Page } from './pages.ts';
import { asObject, codeAt, flagAt, idAt, linkedIdAt, otherFields, textAt, type Json } from './read.ts';

export interface PlatformDevices {
  list(filters?: { serial_number?: string; merchant_id?: string }): Listing<DeviceRecord>;
  /** One page of all Devices; `from` is the `next` of the previous page. */
  page(from: ListFilters): Promise<ApiOutcome<Page<DeviceRecord>>>;
  get(id: string): Promise<ApiOutcome<DeviceRecord>>;
  /**
   * Performs an action. The reply's shape is unreliable (facts, 1.5), so `answered` only means that the platform
   * accepted the action: read the Device back.
   */
  act(
    id: string,
    action: DeviceAction,
    more: Pick<DeviceActionRequest, 'activationCode' | 'idleMessage'>,
  ): Promise<ApiOutcome<null>>;
  metrics(id: string, limit: number): Promise<ApiOutcome<DeviceMetric[]>>;
  /**
   * Processor of a merchant. `answered` with null if the platform does not report it (the specification lacks such an
   * endpoint).
   */
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
      // The platform may return smaller pages than requested.
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
      if (isUnavailable(outcome)) return { kind: 'answered', value: null };
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
  /** Null if the platform does not report it. */
  isEnabled: boolean | null;
  /** An absent value means "not requested", as opposed to "closed". Platforms differ in the case of the value. */
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

/** Maximum depth of metric fields; deeper fields are dropped. */
const METRIC_DEPTH = 4;

/** Scalars of a record; nested scalars under dotted names, such as `battery.percent`. */
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

/**
 * The specification does not list a metric's fields, so the fields in its filters are read and every other scalar is
 * kept.
 */
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
