/**
 * The journal: every event of every attempt, on disk (WAL, synchronous FULL) before its effects run (money rule 1).
 * State is folded from it; nothing else is kept. One process at a time: the database is locked exclusively.
 */
import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { TillError } from '../../contract/index.ts';
import { openRecoveryLog, readRecoveryLog, type RecoveryRecord, type RecoveryLog } from './recovery-log.ts';
import { openPayLinkStore, type PayLinkStore } from './pay-link-store.ts';
import { isDamage, isSuspect, suspect, unsuspect } from './damage.ts';
import { openDayStore, type DayStore } from './day-store.ts';
import { openFinder, openSorter, type Finder } from './finder.ts';
import type { Found } from './found.ts';
import { migrate, SCHEMA_VERSION } from './schema.ts';
import { writtenJson } from './written.ts';

/** An entry as it is stored: the event's own fields, its moment in milliseconds since 1970. */
export interface Entry {
  type: string;
  at: number;
  [field: string]: unknown;
}

export interface AttemptRow {
  id: string;
  startedAt: number;
  /** Taken up by the next start. */
  isOpen: boolean;
  /** At rest, and asked about again until then (milliseconds since 1970); null: never. */
  watchUntil: number | null;
  /** What it is found by, as it stands after the entry. */
  found?: Found;
}

/** Something a person did that needs a name and a reason. Append-only. */
export interface AuditEntry {
  at: number;
  operator: string;
  role: string;
  action: string;
  attempt: string | null;
  data: Record<string, string | number | boolean | null>;
}

export interface Journal {
  /** Appends one entry and the attempt's new row, and returns when both are on disk. Throws JRNL_UNWRITABLE, JRNL_CORRUPT. */
  append(row: AttemptRow, entry: Entry): void;
  /** Writes a page and takes it to disk, so that somebody knows whether the disk works. Throws as `append`. */
  probe?(): void;
  /** The entries of one attempt, oldest first; empty for an unknown one. Throws JRNL_CORRUPT for one that was changed. */
  entries(attempt: string): Entry[];
  /** Ids of attempts without an outcome, in the order in which they began, whatever the clock said. */
  open(): string[];
  /** Ids of attempts at rest that are still to be asked about at `now` (milliseconds since 1970). */
  watched(now: number): string[];
  /** Ids of the newest attempts, newest first. */
  recent(limit: number): string[];
  has(attempt: string): boolean;
  /** Keeps an answer that matched no attempt. */
  keepUnmatched(stray: { at: number; attempt: string | null; what: string }): void;
  unmatched(limit: number): { at: number; attempt: string | null; what: string }[];
  /** Appends to the audit log. Throws JRNL_UNWRITABLE. */
  audit(entry: AuditEntry): void;
  /** The newest entries of the audit log, newest first; those about one payment where it is named. */
  audited(limit: number, attempt?: string): AuditEntry[];
  readonly recoveryLog: RecoveryLog;
  close(): void;
}

/** A journal on disk: what the payment engine asks of one, and what the comparison with the platform asks. */
export interface JournalFile extends Journal {
  /** The recovery log from `since` on that can be read, oldest first. Throws JRNL_UNWRITABLE. */
  recoveryRecords(since: number): RecoveryRecord[];
  /** Payment links, and what was paid another way. */
  readonly payLinks: PayLinkStore;
  readonly dayStore: DayStore;
  readonly finder: Finder;
}

export interface JournalOptions {
  /** File of the database; the recovery log lies beside it with the ending `.recovery-log`. */
  path: string;
  /** Stops card numbers at the sink: gets the JSON text, gives it back clean (host/log). */
  clean: (text: string) => string;
}

const iso = (at: number): string => new Date(at).toISOString();
const crcOf = (type: string, at: string, data: string): number => crc32(`${type} ${at} ${data}`);

/** Opens or creates the journal. Throws JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER or JRNL_UNWRITABLE. */
export function openJournal({ path, clean }: JournalOptions): JournalFile {
  const db = openDatabase(path);
  const recoveryLog = openRecoveryLog(path);
  const file = fileOf(path);
  const prepare = (sql: string): StatementSync => db.prepare(sql);
  const insertEntry = prepare('INSERT INTO entry (attempt, at, type, data, crc) VALUES (?, ?, ?, ?, ?)');
  const upsertAttempt = prepare(
    `INSERT INTO attempt (id, started_at, is_open, watch_until, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, watch_until = excluded.watch_until, updated_at = excluded.updated_at`,
  );
  const selectEntries = prepare('SELECT at, type, data, crc FROM entry WHERE attempt = ? ORDER BY seq');
  const selectOpen = prepare(
    `SELECT id FROM attempt WHERE is_open = 1
     ORDER BY (SELECT MIN(seq) FROM entry WHERE entry.attempt = attempt.id)`,
  );
  const selectWatched = prepare('SELECT id FROM attempt WHERE watch_until >= ? ORDER BY started_at DESC');
  const insertAudit = prepare(
    'INSERT INTO audit (at, operator, role, action, attempt, data) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectAudit = prepare('SELECT at, operator, role, action, attempt, data FROM audit ORDER BY seq DESC LIMIT ?');
  const selectAuditOf = prepare(
    'SELECT at, operator, role, action, attempt, data FROM audit WHERE attempt = ? ORDER BY seq DESC LIMIT ?',
  );
  const selectRecent = prepare('SELECT id FROM attempt ORDER BY started_at DESC LIMIT ?');
  const selectOne = prepare('SELECT 1 FROM attempt WHERE id = ?');
  const insertStray = prepare('INSERT INTO stray (at, attempt, what) VALUES (?, ?, ?)');
  const selectStrays = prepare('SELECT at, attempt, what FROM stray ORDER BY seq DESC LIMIT ?');
  const links = openPayLinkStore(db, {
    clean,
    reading: (task) => reading(path, task),
    writing(task) {
      if (fileOf(path) !== file) throw gone(path);
      writing(path, task);
    },
    crcOf,
    entryOf: (row, link) => entryOf(row, { path, attempt: link }),
  });
  const ids = (statement: StatementSync, ...values: (string | number)[]): string[] =>
    reading(path, () => statement.all(...values)).map((row) => String(row['id']));

  const guards = {
    clean,
    reading: <Result>(task: () => Result) => reading(path, task),
    writing: (task: () => void) => writing(path, task),
  };
  const dayBook = openDayStore(db, guards);
  const finder = openFinder(db, guards);
  const sort = openSorter(db, clean);

  return {
    recoveryLog,
    payLinks: links,
    dayStore: dayBook,
    finder,
    recoveryRecords: (since) => readRecoveryLog(path, since),
    append(row, entry) {
      const { type, at, ...data } = entry;
      if (fileOf(path) !== file) throw gone(path);
      writing(path, () => {
        db.exec('BEGIN IMMEDIATE');
        try {
          const text = writtenJson(data, clean);
          insertEntry.run(row.id, iso(at), type, text, crcOf(type, iso(at), text));
          const watchUntil = row.watchUntil === null ? null : iso(row.watchUntil);
          upsertAttempt.run(row.id, iso(row.startedAt), row.isOpen ? 1 : 0, watchUntil, iso(at));
          if (row.found) sort(row.found);
          db.exec('COMMIT');
        } catch (error) {
          rollback(db);
          throw error;
        }
      });
    },
    probe() {
      // Sets what is set already: page 1 goes through the log to the disk, and nothing changes.
      writing(path, () => db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`));
    },
    entries: (attempt) => reading(path, () => selectEntries.all(attempt)).map((row) => entryOf(row, { path, attempt })),
    open: () => ids(selectOpen),
    watched: (now) => ids(selectWatched, iso(now)),
    recent: (limit) => ids(selectRecent, limit),
    has: (attempt) => reading(path, () => selectOne.get(attempt)) !== undefined,
    keepUnmatched({ at, attempt, what }) {
      writing(path, () => insertStray.run(iso(at), attempt, clean(what)));
    },
    unmatched: (limit) =>
      reading(path, () => selectStrays.all(limit)).map((row) => ({
        at: Date.parse(String(row['at'])),
        attempt: row['attempt'] === null ? null : String(row['attempt']),
        what: String(row['what']),
      })),
    audit({ at, operator, role, action, attempt, data }) {
      writing(path, () => insertAudit.run(iso(at), clean(operator), role, action, attempt, writtenJson(data, clean)));
    },
    audited: (limit, attempt) =>
      reading(path, () => (attempt === undefined ? selectAudit.all(limit) : selectAuditOf.all(attempt, limit))).map(
        (row) => ({
          at: Date.parse(String(row['at'])),
          operator: String(row['operator']),
          role: String(row['role']),
          action: String(row['action']),
          attempt: row['attempt'] === null ? null : String(row['attempt']),
          data: parsed(path, String(row['data'])) as AuditEntry['data'],
        }),
      ),
    close() {
      recoveryLog.close();
      db.close();
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    // Exclusive: the first write takes the lock and the kernel gives it back when this process dies, however it dies.
    db.exec(
      'PRAGMA busy_timeout = 1500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
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
  return new TillError('JRNL_UNWRITABLE', 'The payment journal could not be opened.', { context, cause: error });
}

/** The whole file, slowly: only after something in it was found damaged. Throws JRNL_CORRUPT. */
function examine(db: DatabaseSync, path: string): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all();
  if (first?.['quick_check'] !== 'ok') throw corrupt(path, first?.['quick_check']);
  const hasEntries = db.prepare("SELECT 1 FROM pragma_table_info('entry') WHERE name = 'crc'").get();
  if (!hasEntries) return;
  for (const row of db.prepare('SELECT attempt, at, type, data, crc FROM entry').iterate()) {
    entryOf(row, { path, attempt: String(row['attempt']) });
  }
  const hasLinks = db.prepare("SELECT 1 FROM pragma_table_info('pay_link_entry') WHERE name = 'crc'").get();
  if (!hasLinks) return;
  for (const row of db.prepare('SELECT link, at, type, data, crc FROM pay_link_entry').iterate()) {
    entryOf(row, { path, attempt: String(row['link']) });
  }
}

/** A stored row as an entry. Throws JRNL_CORRUPT where it is not what was written. */
function entryOf(row: Record<string, unknown>, { path, attempt }: { path: string; attempt: string }): Entry {
  const [type, at, data, crc] = [String(row['type']), String(row['at']), String(row['data']), row['crc']];
  if (crc !== null && crc !== crcOf(type, at, data)) throw corrupt(path, `entry of ${attempt}`);
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

/** SQLite would go on writing into a deleted file, and the next start would know of nothing. */
function gone(path: string): TillError {
  return new TillError('JRNL_UNWRITABLE', 'The payment journal is gone from its place.', {
    context: { path, reason: 'gone' },
  });
}

function reading<Result>(path: string, task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    if (isDamage(cause)) throw corrupt(path, cause);
    throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be read.', { context: { path }, cause });
  }
}

function writing(path: string, task: () => void): void {
  try {
    task();
  } catch (cause) {
    if (isDamage(cause)) throw corrupt(path, cause);
    throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be written.', { context: { path }, cause });
  }
}

function rollback(db: DatabaseSync): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself after some errors (disk full): there is nothing left to undo.
  }
}
