/** Devices and Device Metrics as the till reads them (specification, "Devices"; facts, 1.2 to 1.7). */
import type { DeviceMetric } from '../../contract/index.ts';
import { isId } from './limits.ts';
import { codeAt, flagAt, idAt, otherFields, textAt, type Json } from './read.ts';

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

export function readDevice(record: Json): DeviceRecord | null {
  const id = textAt(record, 'id');
  if (id === null || !isId(id)) return null;
  const connection = codeAt(record, 'connection');
  return {
    id,
    name: textAt(record, 'name'),
    description: textAt(record, 'description'),
    model: textAt(record, 'model'),
    serialNumber: textAt(record, 'serial_number'),
    merchant: idAt(record, 'merchant'),
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
export function readMetric(record: Json): DeviceMetric | null {
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
