/**
 * The anchor of the audit log: how many rows it has and the newest one's hash, in a file beside the database, written after
 * every row. A log that was cut off at its end is whole in itself; this says that there was more.
 */
import { existsSync, readFileSync } from 'node:fs';
import { attempted, replace, syncFolder } from './recovery-log.ts';

export interface AuditAnchor {
  count: number;
  head: string;
}

const auditAnchorOf = (journal: string): string => `${journal}.audit-anchor`;

/** `COUNT:HASH`, as it is printed, and taken from a person. */
export const anchorText = ({ count, head }: AuditAnchor): string => `${count}:${head}`;

/** Null for anything else. */
export function parseAnchor(text: string): AuditAnchor | null {
  const [, count, head] = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return count === undefined || head === undefined ? null : { count: Number(count), head };
}

/** On disk when it returns. Throws JRNL_UNWRITABLE. */
export function writeAnchor(journal: string, anchor: AuditAnchor): void {
  const path = auditAnchorOf(journal);
  attempted('anchor', path, () => {
    replace(path, `${anchorText(anchor)}\n`);
    syncFolder(path);
  });
}

/** `none`: there is no such file; null: it does not say what it should. Throws JRNL_UNWRITABLE. */
export function readAnchor(journal: string): AuditAnchor | 'none' | null {
  const path = auditAnchorOf(journal);
  return attempted('read', path, () => (existsSync(path) ? parseAnchor(readFileSync(path, 'utf8')) : 'none'));
}
