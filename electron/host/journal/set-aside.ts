/** Journals that went into quarantine, and the length of the audit log that went with each. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readAnchor, type AuditAnchor } from './audit-anchor.ts';

const MARK = '.damaged-';
const ANCHOR = '.audit-anchor';

export interface SetAside {
  /** File name of the journal, beside the journal that was begun in its place. */
  file: string;
  /** Number of rows of its audit log and hash of the newest row; null if its anchor is missing or unreadable. */
  anchor: AuditAnchor | null;
}

export const setAsideName = (path: string, at: number): string =>
  `${path}${MARK}${new Date(at).toISOString().replace(/[-:]/g, '').replace('.', '')}`;

/** Names of the damaged journals beside this one, oldest first. */
export const damagedBeside = (path: string): string[] => namesBeside(path).filter((name) => name.endsWith('Z'));

/** Oldest first. A crash may leave a journal's anchor under another time than the journal. */
export function setAsideLogs(path: string): SetAside[] {
  const names = namesBeside(path).map((name) => (name.endsWith(ANCHOR) ? name.slice(0, -ANCHOR.length) : name));
  return [...new Set(names.filter((name) => name.endsWith('Z')))]
    .sort()
    .map((file) => ({ file, anchor: anchorOf(join(dirname(path), file)) }));
}

function namesBeside(path: string): string[] {
  if (!existsSync(dirname(path))) return [];
  const start = `${basename(path)}${MARK}`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(start))
    .sort();
}

function anchorOf(journal: string): AuditAnchor | null {
  try {
    const read = readAnchor(journal);
    return read === 'none' ? null : read;
  } catch {
    return null;
  }
}
