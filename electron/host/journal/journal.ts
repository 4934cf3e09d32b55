/**
 * The journal: every event of every attempt, on disk (WAL, synchronous FULL) before its effects run (money rule 1).
 * State is folded from it; nothing else is kept. One process at a time: the database is locked exclusively.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { TillError } from '../../contract/index.ts';
import { openBreadcrumbs, type Breadcrumbs } from './breadcrumbs.ts';
import { migrate } from './schema.ts';

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
  /** Appends one entry and the attempt's new row, and returns when both are on disk. Throws JRNL_UNWRITABLE. */
  append(row: AttemptRow, entry: Entry): void;
  /** The entries of one attempt, oldest first; empty for an unknown one. */
  entries(attempt: string): Entry[];
  /** Ids of attempts without an outcome. */
  open(): string[];
  /** Ids of attempts at rest that are still to be asked about at `now` (milliseconds since 1970). */
  watched(now: number): string[];
  /** Ids of the newest attempts, newest first. */
  recent(limit: number): string[];
  has(attempt: string): boolean;
  /** Keeps an answer that matched no attempt. */
  keepStray(stray: { at: number; attempt: string | null; what: string }): void;
  strays(limit: number): { at: number; attempt: string | null; what: string }[];
  /** Appends to the audit log. Throws JRNL_UNWRITABLE. */
  audit(entry: AuditEntry): void;
  /** The newest entries of the audit log, newest first. */
  audited(limit: number): AuditEntry[];
  readonly breadcrumbs: Breadcrumbs;
  close(): void;
}

export interface JournalOptions {
  /** File of the database; the breadcrumbs lie beside it with the ending `.crumbs`. */
  path: string;
  /** Stops card numbers at the sink: gets the JSON text, gives it back clean (host/log). */
  clean: (text: string) => string;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Opens or creates the journal. Throws JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER or JRNL_UNWRITABLE. */
export function openJournal({ path, clean }: JournalOptions): Journal {
  const db = openDatabase(path);
  const breadcrumbs = openBreadcrumbs(`${path}.crumbs`);
  const prepare = (sql: string): StatementSync => db.prepare(sql);
  const insertEntry = prepare('INSERT INTO entry (attempt, at, type, data) VALUES (?, ?, ?, ?)');
  const upsertAttempt = prepare(
    `INSERT INTO attempt (id, started_at, is_open, watch_until, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, watch_until = excluded.watch_until, updated_at = excluded.updated_at`,
  );
  const selectEntries = prepare('SELECT at, type, data FROM entry WHERE attempt = ? ORDER BY seq');
  const selectOpen = prepare('SELECT id FROM attempt WHERE is_open = 1 ORDER BY started_at');
  const selectWatched = prepare('SELECT id FROM attempt WHERE watch_until >= ? ORDER BY started_at');
  const insertAudit = prepare(
    'INSERT INTO audit (at, operator, role, action, attempt, data) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectAudit = prepare('SELECT at, operator, role, action, attempt, data FROM audit ORDER BY seq DESC LIMIT ?');
  const selectRecent = prepare('SELECT id FROM attempt ORDER BY started_at DESC LIMIT ?');
  const selectOne = prepare('SELECT 1 FROM attempt WHERE id = ?');
  const insertStray = prepare('INSERT INTO stray (at, attempt, what) VALUES (?, ?, ?)');
  const selectStrays = prepare('SELECT at, attempt, what FROM stray ORDER BY seq DESC LIMIT ?');
  const ids = (rows: Record<string, unknown>[]): string[] => rows.map((row) => String(row['id']));

  return {
    breadcrumbs,
    append(row, entry) {
      const { type, at, ...data } = entry;
      writing(path, () => {
        db.exec('BEGIN IMMEDIATE');
        try {
          insertEntry.run(row.id, iso(at), type, clean(JSON.stringify(data)));
          const watchUntil = row.watchUntil === null ? null : iso(row.watchUntil);
          upsertAttempt.run(row.id, iso(row.startedAt), row.isOpen ? 1 : 0, watchUntil, iso(at));
          db.exec('COMMIT');
        } catch (error) {
          rollback(db);
          throw error;
        }
      });
    },
    entries: (attempt) =>
      selectEntries.all(attempt).map((row) => ({
        ...(JSON.parse(String(row['data'])) as object),
        type: String(row['type']),
        at: Date.parse(String(row['at'])),
      })),
    open: () => ids(selectOpen.all()),
    watched: (now) => ids(selectWatched.all(iso(now))),
    recent: (limit) => ids(selectRecent.all(limit)),
    has: (attempt) => selectOne.get(attempt) !== undefined,
    keepStray({ at, attempt, what }) {
      writing(path, () => insertStray.run(iso(at), attempt, clean(what)));
    },
    strays: (limit) =>
      selectStrays.all(limit).map((row) => ({
        at: Date.parse(String(row['at'])),
        attempt: row['attempt'] === null ? null : String(row['attempt']),
        what: String(row['what']),
      })),
    audit({ at, operator, role, action, attempt, data }) {
      writing(path, () =>
        insertAudit.run(iso(at), clean(operator), role, action, attempt, clean(JSON.stringify(data))),
      );
    },
    audited: (limit) =>
      selectAudit.all(limit).map((row) => ({
        at: Date.parse(String(row['at'])),
        operator: String(row['operator']),
        role: String(row['role']),
        action: String(row['action']),
        attempt: row['attempt'] === null ? null : String(row['attempt']),
        data: JSON.parse(String(row['data'])) as AuditEntry['data'],
      })),
    close() {
      breadcrumbs.close();
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
  if (/not a database|malformed|corrupt/i.test(message)) {
    return new TillError('JRNL_CORRUPT', 'The payment journal is damaged.', { context, cause: error });
  }
  return new TillError('JRNL_UNWRITABLE', 'The payment journal could not be opened.', { context, cause: error });
}

function writing(path: string, task: () => void): void {
  try {
    task();
  } catch (cause) {
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
