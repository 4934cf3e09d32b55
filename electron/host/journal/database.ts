/**
 * The journal's database: opened with its lock, looked through after damage, brought to the present schema. What goes wrong while
 * reading and writing becomes a JRNL_ code here.
 */
import { chmodSync, closeSync, lstatSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { TillError, type Failure } from '../../contract/index.ts';
import { isDamage, isSuspect, suspect, unsuspect } from './damage.ts';
import { crcOf, type Entry, type Row } from './rows.ts';
import { migrate, SCHEMA_VERSION } from './schema.ts';

export interface JournalOptions {
  /** File of the database; the recovery log lies beside it. */
  path: string;
  /** Stops card numbers at the sink: gets the JSON text, gives it back clean (host/log). */
  clean: (text: string) => string;
}

export class JournalDatabase {
  readonly path: string;
  readonly clean: (text: string) => string;
  readonly #db: DatabaseSync;
  /** The file that was opened: another may come to lie at its path. */
  readonly #file: string | null;
  readonly #statements = new Map<string, StatementSync>();
  /** Moment of the entry that was written last in this run, milliseconds since 1970, or null. */
  writtenAt: number | null = null;
  /** Transactions since the write-ahead log was last taken into the database. */
  #sinceTidy = 0;

  /** Opens or creates it. Throws JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER or JRNL_UNWRITABLE. */
  constructor({ path, clean }: JournalOptions) {
    this.path = path;
    this.clean = clean;
    this.#db = openDatabase(path);
    this.#file = fileOf(path);
  }

  /** The rows of a query. Throws JRNL_CORRUPT, JRNL_UNWRITABLE. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#read(() => this.#statement(sql).all(...values));
  }

  /** The same for a query that is never asked again as it is. */
  allOnce(sql: string, values: readonly SQLInputValue[]): Row[] {
    return this.#read(() => this.#db.prepare(sql).all(...values));
  }

  /** The first row, where there is one. Throws as `all`. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#read(() => this.#statement(sql).get(...values));
  }

  /** The ids in a query's rows. Throws as `all`. */
  ids(sql: string, ...values: SQLInputValue[]): string[] {
    return this.all(sql, ...values).map((row) => String(row['id']));
  }

  /** Runs one command, within `write` or `transaction`; how many rows it changed. */
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

  /** Returns when it is on disk. Throws JRNL_UNWRITABLE, JRNL_CORRUPT. */
  write(task: () => void): void {
    // SQLite would go on writing into a deleted file, and the next start would know of nothing.
    if (fileOf(this.path) !== this.#file) throw gone(this.path);
    try {
      task();
    } catch (cause) {
      throw this.#failure(cause, 'written');
    }
  }

  /** All of it or nothing. Throws as `write`. @param waits for the disk; else it gets there with the next one that does, or not at all */
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

  /** Nobody waits at the moment: takes what the write-ahead log holds into the database, where that has become worth it. */
  tidy(): void {
    if (this.#sinceTidy < TIDY_AFTER) return;
    this.#sinceTidy = 0;
    try {
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // All of it is on disk already; a disk that fails is noticed by whoever writes next.
    }
  }

  #rollBack(): void {
    try {
      // After some errors (disk full) SQLite has rolled back by itself.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    } catch {
      // The error that led here says why.
    }
  }

  /** Writes a page and takes it to disk. Throws as `write`. */
  probe(): void {
    try {
      // Sets what is set already: page 1 goes through the log to the disk, and nothing changes.
      this.#db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    } catch (cause) {
      throw this.#failure(cause, 'written');
    }
  }

  /** A stored row as an entry. Throws JRNL_CORRUPT where it is not what was written. */
  entryOf(row: Row, id: string): Entry {
    return entryOf(row, { path: this.path, id });
  }

  /** Throws JRNL_CORRUPT. */
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

/** Some 300 pages of 4 kB, of six payments. */
const TIDY_AFTER = 50;
/** SQLite does it by itself only where no moment of rest was found for so long, in pages: it would do so between card and bank. */
const TIDY_AT_THE_LATEST = 4_000;

function openDatabase(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    keepPrivate(path);
    db = new DatabaseSync(path);
    // Exclusive: the first write takes the lock and the kernel gives it back when this process dies, however it dies.
    db.exec(
      `PRAGMA busy_timeout = 1500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
       PRAGMA wal_autocheckpoint = ${TIDY_AT_THE_LATEST};`,
    );
    db.exec('BEGIN EXCLUSIVE; COMMIT;');
    if (isSuspect(path)) {
      examine(db, path);
      unsuspect(path);
    }
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw openFailure(error, path);
  }
}

/**
 * For its owner alone, whatever the folder says; SQLite makes the files beside it as it finds this one. Through no link. By
 * name only: to close a file that is open elsewhere in this process would give SQLite's lock away.
 */
function keepPrivate(path: string): void {
  if (process.platform === 'win32') return;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
    } catch {
      // SQLite says better why it cannot be made.
    }
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw new TillError('CFG_INVALID', `${file} is a link to another place: take it away`);
    if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.()) tryChmod(file);
  }
}

function tryChmod(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // A disk that is read-only: nothing is written there either.
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
/** SQLite's files beside the journal grow by this much at once. */
const STEP_BYTES = 64 * 1024;

/** Where the files beside the journal find no room SQLite speaks of input and output alone, so the disk is asked. */
function isFull(path: string, cause: unknown): boolean {
  if (((cause as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_FULL) return true;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < STEP_BYTES;
  } catch {
    return false; // a folder that is gone is not full
  }
}

/** The whole file, slowly: only after something in it was found damaged. Throws JRNL_CORRUPT. */
function examine(db: DatabaseSync, path: string): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all();
  if (first?.['quick_check'] !== 'ok') throw corrupt(path, first?.['quick_check']);
  const kinds = [
    ['entry', 'attempt'],
    ['pay_link_entry', 'link'],
  ] as const;
  for (const [table, owner] of kinds) {
    // A journal of an early version has no check sums, or no pay links.
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

/** The failure, and a note beside the file that makes the next start look through all of it. */
function corrupt(path: string, cause: unknown): TillError {
  suspect(path);
  return new TillError('JRNL_CORRUPT', 'The payment journal is damaged.', { context: { path }, cause });
}

/** Which file lies at this path; null: none. */
function fileOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}/${found.ino}` : null;
}

/** A full disk may be freed; a damaged or deleted journal does not come back. */
export function isBeyondWaiting({ code, context }: Failure): boolean {
  return code === 'JRNL_CORRUPT' || context?.['reason'] === 'gone';
}

function gone(path: string): TillError {
  return new TillError('JRNL_UNWRITABLE', 'The payment journal is gone from its place.', {
    context: { path, reason: 'gone' },
  });
}
