/**
 * The till's disk: what was acknowledged is there after any crash, everything else is not. Keeps JSON text, as the real
 * journal does, so that nothing survives that could not be written. A process opens it and dies; the disk stays.
 */
import { TillError } from '../../electron/contract/index.ts';
import type { AttemptRow, AuditEntry, Entry, Journal, JournalFile } from '../../electron/host/journal/index.ts';

type RecoveryRecord = Parameters<Journal['recoveryLog']['append']>[0];
type Unmatched = Parameters<Journal['keepUnmatched']>[0];

/** Where a process can die around a write. */
export type DiskPoint = 'before-record' | 'after-record' | 'before-append' | 'after-append';

export class Disk {
  readonly #rows = new Map<string, AttemptRow>();
  readonly #entries = new Map<string, string[]>();
  readonly #unmatched: Unmatched[] = [];
  readonly #audits: AuditEntry[] = [];
  readonly #records: RecoveryRecord[] = [];
  readonly #recordKeys = new Set<string>();
  /** Before each acknowledged write of the journal, in order: what its row was. */
  #before: { id: string; row: AttemptRow | undefined }[] = [];
  /** Records of which the journal has not said anything yet, by attempt: what they are of may not have left. */
  readonly #ahead = new Map<string, Set<string>>();
  /** `attempt type` of every line that was ever written: the witness of what the till may have lost. */
  readonly #said = new Set<string>();
  /** Nothing can be written: full, or gone read-only. */
  isFull = false;
  /** The next write of the journal is refused, though the recovery log takes its line: any, or one that a record went before. */
  refuses: 'next' | 'next-after-record' | null = null;
  /** Sees every text before it is kept. */
  onText: (text: string) => void = () => undefined;

  /** A record for this step under this key is on disk. */
  hasRecord(what: string, key: string): boolean {
    return this.#recordKeys.has(`${what} ${key}`);
  }

  /** And the journal has a line that followed it. */
  isJournaled(attempt: string, what: string, key: string): boolean {
    return this.#ahead.get(attempt)?.has(`${what} ${key}`) !== true;
  }

  /** The database is gone; what was written beside it is not. */
  loseDatabase(): void {
    this.#rows.clear();
    this.#entries.clear();
    this.#before = [];
  }

  /** A line of this type was written of it at any time, kept or not. */
  wasSaid(attempt: string, type: string): boolean {
    return this.#said.has(`${attempt} ${type}`);
  }

  /** The newest of what the database acknowledged was never flushed; the recovery log is whole. */
  loseTail(writes: number): void {
    for (const { id, row } of this.#before.splice(-writes).reverse()) {
      this.#entries.get(id)?.pop();
      if (row) this.#rows.set(id, row);
      else {
        this.#rows.delete(id);
        this.#entries.delete(id);
      }
    }
  }

  /** Nothing of it is left, not even a record. */
  isForgotten(attempt: string): boolean {
    return !this.#rows.has(attempt) && !this.#records.some((record) => record.attempt === attempt);
  }

  /** Ids of all attempts, oldest first. */
  ids(): string[] {
    return [...this.#rows.keys()];
  }

  entries(attempt: string): Entry[] {
    return (this.#entries.get(attempt) ?? []).map((text) => JSON.parse(text) as Entry);
  }

  /** Opens the journal for one process. `at` may throw: then the process died there. */
  open(at: (point: DiskPoint) => void): Journal & Pick<JournalFile, 'recoveryRecords'> {
    const write = (text: string): string => {
      if (this.isFull) throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be written.');
      this.onText(text);
      return text;
    };
    const newest = (limit: number): string[] =>
      [...this.#rows.values()]
        .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id }) => id);
    return {
      append: (row, entry) => {
        at('before-append');
        const text = write(JSON.stringify(entry));
        this.#maybeRefuse(row.id);
        this.#before.push({ id: row.id, row: this.#rows.get(row.id) });
        this.#ahead.delete(row.id);
        this.#said.add(`${row.id} ${entry.type}`);
        this.#rows.set(row.id, { ...row });
        const list = this.#entries.get(row.id) ?? [];
        list.push(text);
        this.#entries.set(row.id, list);
        at('after-append');
      },
      probe: () => void write(''),
      entries: (attempt) => this.entries(attempt),
      open: () => [...this.#rows.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id),
      watched: (now) =>
        [...this.#rows.values()]
          .filter(({ watchUntil }) => watchUntil !== null && watchUntil >= now)
          .map(({ id }) => id),
      recent: newest,
      has: (attempt) => this.#rows.has(attempt),
      keepUnmatched: (message) => {
        write(JSON.stringify(message));
        this.#unmatched.push(message);
      },
      recoveryRecords: (since) => this.#records.filter((record) => record.at >= since),
      unmatched: (limit) => this.#unmatched.slice(-limit).reverse(),
      audit: (entry) => {
        write(JSON.stringify(entry));
        this.#audits.push(entry);
      },
      audited: (limit) => this.#audits.slice(-limit).reverse(),
      recoveryLog: {
        append: (record) => {
          at('before-record');
          write(JSON.stringify(record));
          this.#records.push(record);
          this.#recordKeys.add(`${record.what} ${record.key}`);
          const ahead = this.#ahead.get(record.attempt) ?? new Set<string>();
          this.#ahead.set(record.attempt, ahead.add(`${record.what} ${record.key}`));
          at('after-record');
        },
        close: () => undefined,
      },
      close: () => undefined,
    };
  }

  #maybeRefuse(attempt: string): void {
    if (this.refuses === null || (this.refuses === 'next-after-record' && !this.#ahead.has(attempt))) return;
    this.refuses = null;
    throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be written.');
  }
}
