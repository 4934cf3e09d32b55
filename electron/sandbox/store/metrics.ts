/** Generates device metrics: a plausible past day, and one entry for each action. */
import { createHash } from 'node:crypto';
import type { DeviceConnection } from '../../platform-api/index.ts';
import type { DeviceMetricRecord } from './records/index.ts';

/** Interval between two entries of the seeded day. */
const METRIC_INTERVAL_MS = 15 * 60_000;
const ENTRIES_PER_DAY = (24 * 60 * 60_000) / METRIC_INTERVAL_MS;

const strengths = ['EXCELLENT', 'GOOD', 'GOOD', 'FAIR', 'POOR'] as const;

/** Values that depend on `seed` and `index` alone. */
export function metricValues(seed: number, index: number, connection: DeviceConnection): DeviceMetricRecord['values'] {
  const bytes = createHash('sha256').update(`device-metric:${seed}:${index}`).digest();
  const at = (position: number) => bytes[position] ?? 0;
  const isOnCellular = at(0) < 12;
  return {
    connection,
    connectivity_network_type: isOnCellular ? 'CELLULAR' : 'WIFI',
    connectivity_signal_strength: strengths[at(1) % strengths.length] ?? 'GOOD',
    // The document does not list this field: readers must show unknown fields too.
    battery_percentage: 70 + (at(2) % 31),
    payment_processing_ms: 600 + at(3) * 7,
    payment_app_uptime_minutes: index * 15 + (at(4) % 15),
  };
}

/** One day of entries that ends at `until`, oldest first, with a short outage at night like real devices. */
export function seededDay(seed: number, until: number): { createdAt: number; values: DeviceMetricRecord['values'] }[] {
  return Array.from({ length: ENTRIES_PER_DAY }, (_, index) => ({
    createdAt: until - (ENTRIES_PER_DAY - index) * METRIC_INTERVAL_MS,
    values: metricValues(seed, index, index === 17 || index === 18 ? 'CLOSED' : 'OPEN'),
  }));
}
