/**
 * Locks a data folder whose records are in a separate folder (training), so that only a single till uses the folder.
 */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TillError } from '../../contract/index.ts';

/**
 * Makes `recordsDir` and locks `dataDir`. Returns a function that unlocks it.
 * @throws JRNL_IN_USE, JRNL_UNWRITABLE
 */
export function lockFolder(dataDir: string, recordsDir: string): () => void {
  const context = { path: join(dataDir, 'host.lock') };
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(recordsDir, { recursive: true, mode: 0o700 });
    if (!existsSync(context.path)) closeSync(openSync(context.path, 'a', 0o600));
    lock = new DatabaseSync(context.path);
    // The file stays empty: the lock ends with the process, however the process ends.
    lock.exec('PRAGMA busy_timeout = 1500; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    const isHeld = /locked|busy/i.test(String(cause));
    const code = isHeld ? 'JRNL_IN_USE' : 'JRNL_UNWRITABLE';
    const words = isHeld
      ? 'Another Tillbridge is running with this data folder.'
      : `The data folder cannot be used: ${whyUnusable(cause)}.`;
    throw new TillError(code, words, { context, cause });
  }
  return () => lock.close();
}

const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;

/** Reason that the manager can act on. SQLite and the file system use different codes. */
function whyUnusable(cause: unknown): string {
  const { code, errcode } = cause as NodeJS.ErrnoException & { errcode?: number };
  const sqlite = (errcode ?? 0) & 0xff;
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === SQLITE_FULL) return 'its disk is full';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || sqlite === SQLITE_READONLY)
    return 'it cannot be written to';
  return `the system reports ${code ?? String(cause)}`;
}
