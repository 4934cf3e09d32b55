/** Devices and Device Metrics as the till reads and asks for them (specification, "Devices"; facts, 1.2 to 1.7). */
import type { DeviceAction, DeviceActionRequest, DeviceMetric } from '../../contract/index.ts';
import { mapOutcome, type ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { isId } from './limits.ts';
import { operation, type Listing } from './operations.ts';
import { codeAt, flagAt, idAt, linkedIdAt, otherFields, textAt, type Json } from './read.ts';

export interface PlatformDevices {
  list(filters?: { serial_number?: string }): Listing<DeviceRecord>;
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
  const fetchMerchant = operation(http, 'fetchMerchant', (merchant) => ({ processor: textAt(merchant, 'processor') }));
  return {
    list: (filters) => list(filters, { unreadable: 'skip' }),
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
      const pages = listMetrics(id, {}, { pageSize: limit, unreadable: 'skip' }).pages();
      for await (const page of pages) return mapOutcome(page, ({ items }) => items.slice(0, limit));
      return { kind: 'answered', value: [] };
    },
    async processorOf(merchant) {
      const outcome = await fetchMerchant(merchant);
      if (outcome.kind === 'refused' && outcome.error.code === 'API_NOT_FOUND')
        return { kind: 'answered', value: null };
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
  isEnabled: boolean;
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
    isEnabled: flagAt(record, 'enabled') === true,
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

/** The specification does not list a metric's fields: the filters' names are picked out, every other scalar is kept. */
function readMetric(record: Json): DeviceMetric | null {
  const id = textAt(record, 'id');
  if (id === null) return null;
  const other: DeviceMetric['other'] = {};
  for (const [key, value] of Object.entries(otherFields(record, knownMetricFields))) {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      other[key] = value;
  }
  return {
    id,
    createdAt: textAt(record, 'created_at'),
    connection: textAt(record, 'connection'),
    networkType: textAt(record, 'connectivity_network_type'),
    signalStrength: textAt(record, 'connectivity_signal_strength'),
    other,
  };
}
