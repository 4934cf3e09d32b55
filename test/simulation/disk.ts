/**
 * The till's disk: only acknowledged data survives a crash. It keeps JSON text, as the real journal does, so that only
 * writable data survives. A process opens the disk and ends; the disk stays.
 */
import { TillError, withDismissed } from '../../electron/contract/index.ts';
import type { AttemptRow, AuditEntry, Entry, Journal, JournalFile } from '../../electron/host/journal/index.ts';

type RecoveryRecord = Parameters<Journal['recoveryLog']['append']>[0];
type Unmatched = Parameters<Journal['keepUnmatched']>[0];

/** The journal that a host opens. */
export interface DiskJournal extends Journal, Pick<JournalFile, 'recoveryRecords' | 'payLinks'> {
  finder: Pick<JournalFile['finder'], 'ofOrder' | 'held' | 'isComplete'>;
  dismissed: Pick<JournalFile['dismissed'], 'names' | 'change'>;
}

/** Points around a write where a process can crash. */
export type DiskPoint = 'before-record' | 'after-record' | 'before-append' | 'after-append';

type Row = AttemptRow & { order?: string | null };

/** Freezes a value, so that changing a read entry throws instead of changing the disk. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner);
  return value;
}

/** Table of payments or of payment links: a row for each, and its entries line by line. */
class Table {
  readonly rows = new Map<string, Row>();
  /** Owner of each platform record, with the row and line that contained it first. */
  readonly owners = new Map<string, { owner: string; id: string; line: number }>();
  /** Entries by line. Repeated reads return the same object, because a day reads each entry a hundred times. */
  readonly #read = new Map<string, Entry>();
  readonly #entries = new Map<string, string[]>();

  append(row: Row, text: string): void {
    this.rows.set(row.id, { ...row });
    const list = this.#entries.get(row.id) ?? [];
    list.push(text);
    this.#entries.set(row.id, list);
    for (const { id, owner } of row.records ?? [])
      if (!this.owners.has(id)) this.owners.set(id, { owner, id: row.id, line: list.length });
  }

  /** Removes the last line. */
  undo(id: string, row: Row | undefined): void {
    const lines = this.#entries.get(id);
    for (const [record, named] of this.owners)
      if (named.id === id && named.line === lines?.length) this.owners.delete(record);
    lines?.pop();
    if (row) this.rows.set(id, row);
    else {
      this.rows.delete(id);
      this.#entries.delete(id);
    }
  }

  clear(): void {
    this.rows.clear();
    this.owners.clear();
    this.#entries.clear();
  }

  entries(id: string): Entry[] {
    return (this.#entries.get(id) ?? []).map((text) => this.#parsed(text));
  }

  #parsed(text: string): Entry {
    const known = this.#read.get(text);
    if (known) return known;
    const entry = frozen(JSON.parse(text)) as Entry;
    this.#read.set(text, entry);
    return entry;
  }

  open(): string[] {
    return [...this.rows.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id);
  }

  watched(now: number): string[] {
    return [...this.rows.values()]
      .filter(({ watchUntil }) => watchUntil !== null && watchUntil >= now)
      .map(({ id }) => id);
  }

  recent(limit: number): string[] {
    return [...this.rows.values()]
      .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  ofOrder(order: string): string[] {
    const all = [...this.rows.values()].reverse();
    return all.filter((row) => (row.order ?? row.found?.order) === order).map(({ id }) => id);
  }
}

export class Disk {
  readonly #payments = new Table();
  readonly #links = new Table();
  #dismissed: string[] = [];
  readonly #unmatched: Unmatched[] = [];
  readonly #audits: AuditEntry[] = [];
  readonly #records: RecoveryRecord[] = [];
  readonly #recordKeys = new Set<string>();
  /** The previous row for each acknowledged write of the journal, in order. */
  #before: { table: Table; id: string; row: Row | undefined }[] = [];
  /** Records without a journal entry yet, by attempt: their steps may not have been sent. */
  readonly #ahead = new Map<string, Set<string>>();
  /** `attempt type` of every line that was ever written: evidence of what the till may have lost. */
  readonly #said = new Set<string>();
  /** True while writes fail: the disk is full, or has become read-only. */
  isFull = false;
  /**
   * The journal's next write is refused, although the recovery log accepts its line: any write, or a write that follows
   * a record.
   */
  refuses: 'next' | 'next-after-record' | null = null;
  /** Called with every text before it is kept. */
  onText: (text: string) => void = () => undefined;

  /** True if a record for this step under this key is on disk. */
  hasRecord(what: string, key: string): boolean {
    return this.#recordKeys.has(`${what} ${key}`);
  }

  /** True if the journal has a line that followed the record. */
  isJournaled(attempt: string, what: string, key: string): boolean {
    return this.#ahead.get(attempt)?.has(`${what} ${key}`) !== true;
  }

  /** Loses the database; the files next to it stay. */
  loseDatabase(): void {
    this.#payments.clear();
    this.#links.clear();
    this.#dismissed = [];
    this.#before = [];
  }

  /** True if a line of this type was ever written for the attempt, kept or not. */
  wasSaid(attempt: string, type: string): boolean {
    return this.#said.has(`${attempt} ${type}`);
  }

  /** Loses the newest acknowledged writes of the database, as if never flushed; the recovery log is complete. */
  loseTail(writes: number): void {
    for (const { table, id, row } of this.#before.splice(-writes).reverse()) table.undo(id, row);
  }

  /** True if every entry and record of the attempt is lost. */
  isForgotten(attempt: string): boolean {
    return !this.#payments.rows.has(attempt) && !this.#records.some((record) => record.attempt === attempt);
  }

  /** Ids of all attempts, oldest first. */
  ids(): string[] {
    return [...this.#payments.rows.keys()];
  }

  /** Ids of all payment links, oldest first. */
  links(): string[] {
    return [...this.#links.rows.keys()];
  }

  entries(attempt: string): Entry[] {
    return this.#payments.entries(attempt);
  }

  /** Opens the journal for one process. `at` may throw: then the process crashed there. */
  open(at: (point: DiskPoint) => void): DiskJournal {
    const write = (text: string): string => {
      if (this.isFull) throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be written.');
      this.onText(text);
      return text;
    };
    const append = (table: Table, row: Row, entry: Entry): void => {
      at('before-append');
      const text = write(JSON.stringify(entry));
      this.#maybeRefuse(row.id);
      this.#before.push({ table, id: row.id, row: table.rows.get(row.id) });
      this.#ahead.delete(row.id);
      this.#said.add(`${row.id} ${entry.type}`);
      table.append(row, text);
      at('after-append');
    };
    const payments = this.#payments;
    const links = this.#links;
    return {
      append: (row, entry) => append(payments, row, entry),
      probe: () => void write(''),
      entries: (attempt) => payments.entries(attempt),
      open: () => payments.open(),
      watched: (now) => payments.watched(now),
      recent: (limit) => payments.recent(limit),
      payLinks: {
        append: (row, entry) => append(links, row, entry),
        entries: (link) => links.entries(link),
        has: (link) => links.rows.has(link),
        open: () => links.open(),
        watched: (now) => links.watched(now),
        recent: (limit) => links.recent(limit),
        activeBetween: () => [],
        ofOrder: (order) => links.ofOrder(order),
        // The simulation has no other tenders.
        note: () => undefined,
        takeBack: () => undefined,
        noted: () => null,
        notes: () => [],
        notesBetween: () => [],
      },
      finder: { ofOrder: (order) => payments.ofOrder(order), held: () => [], isComplete: () => true },
      dismissed: {
        names: () => [...this.#dismissed],
        change: (change, kept) => {
          write(JSON.stringify(change));
          this.#dismissed = withDismissed(this.#dismissed, change).slice(-kept);
        },
      },
      has: (attempt) => payments.rows.has(attempt),
      ownerOf: (record) => payments.owners.get(record)?.owner,
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
