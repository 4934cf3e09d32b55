/** Every family whose traffic can be recorded and decoded. A new one is a folder beside `mms/` and one entry here. */
import type { Family } from '../../electron/contract/index.ts';
import { mmsTrace } from './mms/trace/index.ts';
import { neo2Trace } from './neo2/trace/index.ts';
import type { TraceFamily } from './shared/trace/trace-family.ts';

export const traceFamilies: Readonly<Record<Family, TraceFamily>> = { mms: mmsTrace, neo2: neo2Trace };

export function traceFamily(family: Family): TraceFamily {
  return traceFamilies[family];
}
