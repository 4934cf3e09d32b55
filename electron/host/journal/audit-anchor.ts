/**
 * The anchor of the audit log: its number of rows and the newest row's hash, in a file next to the database, written
 * after every row. A log that was cut off at its end is consistent in itself; the anchor shows that rows are missing. A
 * second copy has another name, because the first copy is moved or deleted with the database: into quarantine, or with
 * `rm journal.sqlite*`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../config/files/index.ts';
import { attempted, replace } from './recovery-log.ts';

export interface AuditAnchor {
  count: number;
  head: string;
}

/** `none` if the file is missing, or null if its content is not an anchor. */
export type AnchorRead = AuditAnchor | 'none' | null;

/** Both copies of the anchor of one journal. */
export interface AnchorsRead {
  beside: AnchorRead;
  second: AnchorRead;
}

const auditAnchorOf = (journal: string): string => `${journal}.audit-anchor`;
const secondAnchorOf = (journal: string): string => join(dirname(journal), `audit-anchor.${basename(journal)}`);

/** `COUNT:HASH`, the form in which an anchor is printed, and accepted as input. */
export const anchorText = ({ count, head }: AuditAnchor): string => `${count}:${head}`;

/** Returns null if the text is not an anchor. */
export function parseAnchor(text: string): AuditAnchor | null {
  const [, count, head] = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return count === undefined || head === undefined ? null : { count: Number(count), head };
}

/**
 * Returns when the anchor is on disk.
 * @throws JRNL_UNWRITABLE
 */
export function writeAnchor(journal: string, anchor: AuditAnchor): void {
  for (const path of [auditAnchorOf(journal), secondAnchorOf(journal)])
    attempted('anchor', path, () => replace(path, `${anchorText(anchor)}\n`));
  attempted('anchor', journal, () => syncFolder(journal));
}

/** @throws JRNL_UNWRITABLE */
export const readAnchor = (journal: string): AnchorRead => read(auditAnchorOf(journal));

/** @throws JRNL_UNWRITABLE */
export const readAnchors = (journal: string): AnchorsRead => ({
  beside: readAnchor(journal),
  second: read(secondAnchorOf(journal)),
});

const read = (path: string): AnchorRead =>
  attempted('read', path, () => (existsSync(path) ? parseAnchor(readFileSync(path, 'utf8')) : 'none'));
