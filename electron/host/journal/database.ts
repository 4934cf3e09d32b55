/**
 * The journal's database: opened with its lock, checked after damage, and brought to the present schema. Failures of
 * reading and writing become JRNL_ codes here.
 */
import { chmodSync, closeSync, lstatSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { TillError, type Failure } from '../../contract/index.ts';
import { isDamage, isSuspect, markSuspect, clearSuspect } from './damage.ts';
import { crcOf, type Entry, type Row } from './rows.ts';
import { migrate, SCHEMA_VERSION } from './schema.ts';

export interface JournalOptions {
  /** Database file; the recovery log is in the same folder. */
  path: string;
  /** Keeps card numbers out at the sink: takes the JSON text and returns it clean (host/log). */
  clean: (text: string) => string;
}

export class JournalDatabase {
  readonly path: string;
  readonly clean: (text: string) => string;
  readonly #db: DatabaseSync;
  /** The file that was opened: another file may replace it at its path. */
  readonly #file: string | null;
  readonly #statements = new Map<string, StatementSync>();
  /** Time of the last entry that was written in this run, milliseconds since 1970, or null. */
  writtenAt: number | null = null;
  /** Transactions since the write-ahead log was last taken into the database. */
  #sinceTidy = 0;

  /**
   * Opens or creates the database.
   * @throws JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER, JRNL_UNWRITABLE, CFG_INVALID when a file is a symbolic link
   */
  constructor({ path, clean }: JournalOptions) {
    this.path = path;
    this.clean = clean;
    this.#db = openDatabase(path);
    this.#file = fileOf(path);
  }

  /**
   * Rows of a query.
   * @throws JRNL_CORRUPT, JRNL_UNWRITABLE
   */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#read(() => this.#statement(sql).all(...values));
  }

  /** The same for a query that runs only once, so its statement is discarded. */
  allOnce(sql: string, values: readonly SQLInputValue[]): Row[] {
    return this.#read(() => this.#db.prepare(sql).all(...values));
  }

  /**
   * First row, or undefined.
   * @throws JRNL_CORRUPT, JRNL_UNWRITABLE
   */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#read(() => this.#statement(sql).get(...values));
  }

  /**
   * Ids in the rows of a query.
   * @throws JRNL_CORRUPT, JRNL_UNWRITABLE
   */
  ids(sql: string, ...values: SQLInputValue[]): string[] {
    return this.all(sql, ...values).map((row) => String(row['id']));
  }

  /** Runs one command, inside `write` or `transaction`. Returns the number of rows that it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #read<Result>(task: () => Result): Result {
    try {
      return task();
    } catch (cause) {
      throw this.#failure(cause, 'read');
    }
  }

  /**
   * Returns when the task's changes are on disk.
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  write(task: () => void): void {
    // SQLite would continue to write into the deleted file, and these entries would be missing at the next start.
    if (fileOf(this.path) !== this.#file) throw gone(this.path);
    try {
      task();
    } catch (cause) {
      throw this.#failure(cause, 'written');
    }
  }

  /**
   * Writes all of it or nothing.
   * @param waits for the disk; otherwise the change gets there with the next transaction that waits, or not at all
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  transaction(task: () => void, waits = true): void {
    this.write(() => {
      if (!waits) this.#db.exec('PRAGMA synchronous = NORMAL');
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        task();
        this.#db.exec('COMMIT');
      } catch (error) {
        this.#rollBack();
        throw error;
      } finally {
        if (!waits) this.#db.exec('PRAGMA synchronous = FULL');
      }
      this.#sinceTidy += 1;
    });
  }

  /**
   * Call while no payment waits: takes the write-ahead log into the database, once it is long enough to be worth it.
   */
  checkpoint(): void {
    if (this.#sinceTidy < TIDY_AFTER) return;
    this.#sinceTidy = 0;
    try {
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // All entries are on disk already; the next write notices a disk that fails.
    }
  }

  #rollBack(): void {
    try {
      // After some errors (disk full) SQLite has rolled back by itself.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    } catch {
      // The error that led to the rollback contains the reason.
    }
  }

  /**
   * Writes a page and takes it to disk.
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  probe(): void {
    try {
      // Setting the value again takes page 1 through the log to the disk, and changes nothing.
      this.#db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    } catch (cause) {
      throw this.#failure(cause, 'written');
    }
  }

  /**
   * Entry of a stored row.
   * @throws JRNL_CORRUPT when the row has been altered
   */
  entryOf(row: Row, id: string): Entry {
    return entryOf(row, { path: this.path, id });
  }

  /** @throws JRNL_CORRUPT */
  parsed(json: string): object {
    return parsed(this.path, json);
  }

  close(): void {
    this.#db.close();
  }

  #failure(cause: unknown, what: 'read' | 'written'): TillError {
    if (isDamage(cause)) return corrupt(this.path, cause);
    return unwritable(what, this.path, cause);
  }
}

/** Transactions of about six payments: some 300 pages of 4 kB. */
const TIDY_AFTER = 50;
/**
 * Pages after which SQLite checkpoints by itself. The limit is high, because such a checkpoint may run between card and
 * bank: it is for a till without a quiet moment.
 */
const TIDY_AT_THE_LATEST = 4_000;

function openDatabase(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    keepPrivate(path);
    db = new DatabaseSync(path);
    // Exclusive: the first write takes the lock, and the kernel releases it when this process ends, even by a crash.
    db.exec(
      `PRAGMA busy_timeout = 1500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
       PRAGMA wal_autocheckpoint = ${TIDY_AT_THE_LATEST};`,
    );
    db.exec('BEGIN EXCLUSIVE; COMMIT;');
    if (isSuspect(path)) {
      examine(db, path);
      clearSuspect(path);
    }
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw openFailure(error, path);
  }
}

/**
 * Restricts the files to their owner, whatever the folder allows; SQLite creates the files next to the database with
 * the database's mode. Refuses symbolic links. Works by name only: closing a file that is open elsewhere in this
 * process would release SQLite's lock.
 */
function keepPrivate(path: string): void {
  if (process.platform === 'win32') return;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
    } catch {
      // SQLite reports better why the file cannot be made.
    }
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isSymbolicLink())
      throw new TillError('CFG_INVALID', `${file} is a link to another place: remove the link`);
    if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.()) tryChmod(file);
  }
}

function tryChmod(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // The disk is read-only, so it stays unchanged.
  }
}

function openFailure(error: unknown, path: string): TillError {
  if (error instanceof TillError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const context = { path };
  if (/locked|busy/i.test(message)) {
    return new TillError('JRNL_IN_USE', 'Another Tillbridge is running with this data folder.', {
      context,
      cause: error,
    });
  }
  if (isDamage(error)) return corrupt(path, error);
  return unwritable('opened', path, error);
}

function unwritable(what: 'read' | 'written' | 'opened', path: string, cause: unknown): TillError {
  const why = isFull(path, cause) ? ': the disk is full: free some space' : '';
  return new TillError('JRNL_UNWRITABLE', `The payment journal could not be ${what}${why}.`, {
    context: { path },
    cause,
  });
}

const SQLITE_FULL = 13;
/** Size by which SQLite's files next to the journal grow at once. */
const STEP_BYTES = 64 * 1024;

/**
 * If the disk has no room for the files next to the journal, SQLite reports only an input or output error, so the disk
 * is asked.
 */
function isFull(path: string, cause: unknown): boolean {
  if (((cause as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_FULL) return true;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < STEP_BYTES;
  } catch {
    return false; // a missing folder has room
  }
}

/**
 * Checks the whole file, slowly: only after something in it was found damaged.
 * @throws JRNL_CORRUPT
 */
function examine(db: DatabaseSync, path: string): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all();
  if (first?.['quick_check'] !== 'ok') throw corrupt(path, first?.['quick_check']);
  const kinds = [
    ['entry', 'attempt'],
    ['pay_link_entry', 'link'],
  ] as const;
  for (const [table, owner] of kinds) {
    // A journal of an early version lacks checksums or payment links.
    if (!db.prepare(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = 'crc'`).get()) return;
    for (const row of db.prepare(`SELECT ${owner} AS id, at, type, data, crc FROM ${table}`).iterate()) {
      entryOf(row, { path, id: String(row['id']) });
    }
  }
}

function entryOf(row: Row, { path, id }: { path: string; id: string }): Entry {
  const [type, at, data, crc] = [String(row['type']), String(row['at']), String(row['data']), row['crc']];
  if (crc !== null && crc !== crcOf(type, at, data)) throw corrupt(path, `entry of ${id}`);
  return { ...parsed(path, data), type, at: Date.parse(at) };
}

function parsed(path: string, json: string): object {
  try {
    return JSON.parse(json) as object;
  } catch (error) {
    throw corrupt(path, error);
  }
}

/** Failure of a damaged journal. Leaves a note next to the file that makes the next start check all of it. */
function corrupt(path: string, cause: unknown): TillError {
  markSuspect(path);
  return new TillError('JRNL_CORRUPT', 'The payment journal is damaged.', { context: { path }, cause });
}

/** Identity of the file at this path, or null. */
function fileOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}/${found.ino}` : null;
}

/** A full disk may be freed, but a damaged or deleted journal stays lost. */
export function isPermanent({ code, context }: Failure): boolean {
  return code === 'JRNL_CORRUPT' || context?.['reason'] === 'gone';
}

function gone(path: string): TillError {
  return new TillError('JRNL_UNWRITABLE', 'The file of the payment journal was moved or deleted.', {
    context: { path, reason: 'gone' },
  });
}
