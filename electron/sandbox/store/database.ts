/** Opens the sandbox's own SQLite file. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TillError } from '../../contract/index.ts';

/** Increase this number when stored data change their meaning; new collections need no increase. */
const SCHEMA_VERSION = 1;

const FILE_NAME = 'sandbox.sqlite';

/** SQLite's primary result codes that get their own message. */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOT_A_DATABASE = 26;

function asTillError(error: unknown, path: string): TillError {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  const cause = { cause: error };
  if (code === SQLITE_BUSY)
    return new TillError('JRNL_IN_USE', `Another program works with this data folder: it has ${path} open`, cause);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE) {
    return new TillError('JRNL_CORRUPT', `${path} is not a sandbox database`, cause);
  }
  return new TillError('JRNL_UNWRITABLE', `${path} cannot be used`, cause);
}

/**
 * Opens or creates the database. The lock is exclusive, so a second sandbox on the same folder is refused at once.
 * @param dataDir an existing folder, or null to keep everything in memory
 * @throws TillError JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER, JRNL_UNWRITABLE
 */
export function openDatabase(dataDir: string | null): DatabaseSync {
  const path = dataDir === null ? ':memory:' : join(dataDir, FILE_NAME);
  let database: DatabaseSync | undefined;
  try {
    // SQLite's sidecar files inherit the permissions of this file.
    if (dataDir !== null) closeSync(openSync(path, 'a', 0o600));
    if (dataDir !== null && process.platform !== 'win32') chmodSync(path, 0o600);
    database = new DatabaseSync(path);
    // Exclusive mode comes before WAL, so that no shared-memory file is needed. NORMAL survives every crash of the
    // process, but not every crash of the machine; that is enough for test money.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA busy_timeout = 0;
    `);
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version > SCHEMA_VERSION) {
      throw new TillError('JRNL_NEWER', `${path} was written by a newer version`, { context: { version } });
    }
    // A write takes the exclusive lock now, not at the first request.
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof TillError ? error : asTillError(error, path);
  }
}

/** Runs `work` as a single transaction, which is written to disk completely or not at all. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
