/**
 * The journal: every event of every attempt, on disk (WAL, synchronous FULL) before its effects run (money rule 1).
 * State is folded from the journal alone. The database is locked exclusively, so one process at a time can open it.
 */
import { AuditLog } from './audit-log.ts';
import { CardReadStore } from './card-read-store.ts';
import { JournalDatabase, type JournalOptions } from './database.ts';
import { DayStore } from './day-store.ts';
import { EntryTable, paymentShape } from './entry-table.ts';
import { Finder } from './finder.ts';
import { SqlPayLinkStore, type PayLinkStore } from './pay-link-store.ts';
import { DismissedStore } from './dismissed-store.ts';
import { openRecoveryLog, readRecoveryLog, type RecoveryLog, type RecoveryRecord } from './recovery-log.ts';
import { iso, textOrNull, type AttemptRow, type AuditEntry, type Entry, type UnmatchedMessage } from './rows.ts';

export interface Journal {
  /**
   * Appends one entry and the attempt's new row, and returns when both are on disk.
   * @param mayBeLost the entry causes no action: the call does not wait for the disk, and the entry gets there before
   * any later entry
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  append(row: AttemptRow, entry: Entry, mayBeLost?: boolean): void;
  /**
   * Writes a page and takes it to disk, to find out whether the disk works.
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  probe?(): void;
  /**
   * Entries of an attempt, oldest first; empty for an unknown attempt.
   * @throws JRNL_CORRUPT when an entry was changed
   */
  entries(attempt: string): Entry[];
  /** Ids of attempts without an outcome, in the order in which they began, whatever the clock showed. */
  open(): string[];
  /** Ids of attempts at rest that are still polled at `now` (milliseconds since 1970). */
  watched(now: number): string[];
  /** Ids of the newest attempts, newest first. */
  recent(limit: number): string[];
  has(attempt: string): boolean;
  /** Owner of a platform record (`AttemptRow`), or undefined until an entry contains the record. */
  ownerOf(record: string): string | undefined;
  keepUnmatched(message: UnmatchedMessage): void;
  /** Unmatched messages, newest first. */
  unmatched(limit: number): UnmatchedMessage[];
  /**
   * Appends to the audit log.
   * @throws JRNL_UNWRITABLE
   */
  audit(entry: AuditEntry): void;
  /** Newest entries of the audit log, newest first; only those about `attempt` if it is set. */
  audited(limit: number, attempt?: string): AuditEntry[];
  readonly recoveryLog: RecoveryLog;
  close(): void;
}

/** Rows of some fifteen payments. */
const SEALED_AFTER = 200;

/**
 * Opens or creates the journal.
 * @throws JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER, JRNL_UNWRITABLE
 */
export function openJournal(options: JournalOptions): JournalFile {
  const db = new JournalDatabase(options);
  try {
    return new JournalFile(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A journal on disk, as the payment engine and the comparison with the platform need it. */
export class JournalFile extends EntryTable implements Journal {
  readonly recoveryLog: RecoveryLog;
  /** Payment links, and payments taken with another tender. */
  readonly payLinks: PayLinkStore;
  readonly dayStore: DayStore;
  readonly finder: Finder;
  readonly dismissed: DismissedStore;
  readonly cardReads: CardReadStore;
  readonly auditLog: AuditLog;
  readonly #db: JournalDatabase;

  /** Database path; the files next to it share its prefix. */
  get path(): string {
    return this.#db.path;
  }

  constructor(db: JournalDatabase) {
    super(db, paymentShape);
    this.#db = db;
    this.recoveryLog = openRecoveryLog(db.path, db.clean);
    this.finder = new Finder(db);
    this.payLinks = new SqlPayLinkStore(db, this.finder);
    this.dayStore = new DayStore(db);
    this.dismissed = new DismissedStore(db);
    this.cardReads = new CardReadStore(db);
    this.auditLog = new AuditLog(db);
  }

  override append(row: AttemptRow, entry: Entry, mayBeLost = false): void {
    super.append(row, entry, mayBeLost, () => {
      if (row.found) this.finder.sort(row.found);
      this.cardReads.write();
    });
    this.cardReads.written();
    if (row.isOpen || this.#db.get('SELECT 1 FROM attempt WHERE is_open = 1')) return;
    this.#db.checkpoint();
    this.#seal(SEALED_AFTER);
  }

  /**
   * Ignores failures: a disk that refuses a seal also refuses the next payment or act, and each of these reports it.
   */
  #seal(fewest: number): void {
    const { writtenAt } = this.#db;
    // A command that only reads cannot vouch for rows that another process wrote.
    if (writtenAt === null) return;
    try {
      this.auditLog.seal(writtenAt, fewest);
    } catch {
      // The rows wait for the next seal.
    }
  }

  probe(): void {
    this.#db.probe();
  }

  ownerOf(record: string): string | undefined {
    const row = this.#db.get('SELECT owner FROM platform_record WHERE id = ?', this.#db.clean(record));
    return textOrNull(row?.['owner']) ?? undefined;
  }

  /** The table `stray` has the name of its first version. */
  keepUnmatched({ at, attempt, what }: UnmatchedMessage): void {
    const values = [iso(at), attempt, this.#db.clean(what)];
    this.#db.write(() => this.#db.run('INSERT INTO stray (at, attempt, what) VALUES (?, ?, ?)', ...values));
  }

  unmatched(limit: number): UnmatchedMessage[] {
    const rows = this.#db.all('SELECT at, attempt, what FROM stray ORDER BY seq DESC LIMIT ?', limit);
    return rows.map(({ at, attempt, what }) => ({
      at: Date.parse(String(at)),
      attempt: textOrNull(attempt),
      what: String(what),
    }));
  }

  audit(entry: AuditEntry): void {
    this.auditLog.append(entry);
  }

  audited(limit: number, attempt?: string): AuditEntry[] {
    return this.auditLog.newest(limit, attempt);
  }

  /**
   * Readable records of the recovery log from `since` on (milliseconds since 1970), oldest first.
   * @throws JRNL_UNWRITABLE
   */
  recoveryRecords(since: number): RecoveryRecord[] {
    return readRecoveryLog(this.#db.path, since);
  }

  close(): void {
    this.#seal(1);
    this.recoveryLog.close();
    this.#db.close();
  }
}
