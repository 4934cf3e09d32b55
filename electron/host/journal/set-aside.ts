/** Lists quarantined journals, each with the length of its audit log. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readAnchor, type AuditAnchor } from './audit-anchor.ts';

const MARK = '.damaged-';
const ANCHOR = '.audit-anchor';

export interface SetAside {
  /** File name of the damaged journal, in the folder of the journal that replaced it. */
  file: string;
  /** Number of rows of its audit log and hash of the newest row, or null if its anchor is missing or unreadable. */
  anchor: AuditAnchor | null;
}

export const setAsideName = (path: string, at: number): string =>
  `${path}${MARK}${new Date(at).toISOString().replace(/[-:]/g, '').replace('.', '')}`;

/** File names of the damaged journals in the same folder, oldest first. */
export const damagedBeside = (path: string): string[] => namesBeside(path).filter((name) => name.endsWith('Z'));

/** Oldest first. After a crash, the file names of a journal and of its anchor may contain different times. */
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
