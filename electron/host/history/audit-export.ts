/** Exports the audit log with the hashes that prove it. */
import { stringify } from 'csv-stringify/sync';
import { visibleText } from '../../domain/index.ts';
import { type AuditRow } from '../../contract/index.ts';
import { csvSafe } from './day-csv.ts';

/** Characters escaped as `\u…` in JSON lines: DEL and C1, direction controls, and invisible characters. */
const hidden = /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const escaped = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Exports the rows. `jsonl` is exact, so that the hashes can be recomputed from it. `csv` is for reading: formulas are
 * escaped, and hidden characters become visible.
 */
export function auditExport(rows: AuditRow[], format: 'csv' | 'jsonl'): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row).replace(hidden, escaped)}\n`).join('');
  const columns = ['seq', 'form', 'at', 'operator', 'role', 'action', 'attempt', 'data', 'before', 'hash'];
  const cast = { string: (value: string) => csvSafe(visibleText(value)) };
  return stringify(rows, {
    columns,
    header: true,
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast,
  });
}
