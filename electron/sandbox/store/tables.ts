/** The base of the store: collections over one database, transactions, and pending outcomes. */
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../time/clock.ts';
import { Collection } from './collection.ts';
import type { Change, CollectionContext } from './collection.ts';
import { inTransaction, openDatabase } from './database.ts';
import type { RandomBytes } from './ids.ts';
import type { Pending } from './records/index.ts';

type PendingCollection = Collection<{ pending: Pending<object> | null }>;

export class Tables {
  protected readonly database: DatabaseSync;
  readonly #clock: SandboxClock;
  readonly #context: CollectionContext;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #recorders: ((changes: readonly Change[]) => void)[] = [];
  readonly #pending: PendingCollection[] = [];
  /** Changes of the current transaction; null outside a transaction. */
  #uncommitted: Change[] | null = null;

  /**
   * Opens all tables in one transaction, which `commitTables` ends: a hundred statements that are each flushed to disk
   * would be slow.
   * @throws TillError with the codes of `openDatabase`
   */
  constructor(dataDir: string | null, clock: SandboxClock, random: RandomBytes) {
    this.database = openDatabase(dataDir);
    this.#clock = clock;
    this.#context = {
      clock,
      random,
      atomically: (work) => this.transaction(work),
      notify: (change) => void this.#uncommitted?.push(change),
    };
    this.database.exec('BEGIN IMMEDIATE');
  }

  /**
   * Opens a collection, and creates its table if missing.
   * @param prefix prefix of the ids
   * @param indexes fields that queries search by
   * @param defaults values of fields that older records lack
   */
  protected open<Fields extends object>(
    name: string,
    prefix: string,
    indexes: readonly string[] = [],
    defaults: NoInfer<Partial<Fields>> = {},
  ): Collection<Fields> {
    const collection = new Collection<Fields>(this.database, { name, prefix, indexes, defaults }, this.#context);
    // A pending change contains only fields of its record, so the cast is safe.
    if (indexes.includes('pending.decides_at')) this.#pending.push(collection as unknown as PendingCollection);
    return collection;
  }

  protected commitTables(): void {
    this.database.exec('COMMIT');
  }

  /** Calls `listener` with every change once it is on disk. Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Calls `recorder` in every transaction before the commit, so that its writes are committed together with the
   * changes.
   */
  beforeCommit(recorder: (changes: readonly Change[]) => void): void {
    this.#recorders.push(recorder);
  }

  /** Runs `work` as one transaction, or as part of the current transaction. */
  transaction<Result>(work: () => Result): Result {
    if (this.#uncommitted) return work();
    const changes: Change[] = [];
    this.#uncommitted = changes;
    let result: Result;
    try {
      result = inTransaction(this.database, () => {
        const done = work();
        for (const record of this.#recorders) record(changes);
        return done;
      });
    } finally {
      this.#uncommitted = null;
    }
    for (const change of changes) for (const listener of this.#listeners) listener(change);
    return result;
  }

  /**
   * Applies the pending outcome of every record that is due.
   * @param afterwards called in the same transaction, with each settled record
   */
  settleDue(afterwards: (collection: string, id: string) => void = () => {}): void {
    for (const collection of this.#pending) {
      // A subquery makes SQLite use the index; otherwise it would scan the whole collection in list order.
      const due = collection.all({
        sql: `id IN (SELECT id FROM ${collection.name} WHERE record ->> '$.pending.decides_at' <= ?)`,
        values: [this.#clock.now()],
      });
      for (const one of due) {
        this.transaction(() => {
          collection.update(one, { ...one.pending?.change, pending: null });
          afterwards(collection.name, one.id);
        });
      }
    }
  }

  /** Times of all pending outcomes, milliseconds since 1970, without duplicates. */
  decisionTimes(): number[] {
    const waiting = { sql: "record ->> '$.pending.decides_at' IS NOT NULL", values: [] };
    const times = this.#pending.flatMap((collection) => collection.all(waiting).map((one) => one.pending?.decides_at));
    return [...new Set(times.filter((time) => time !== undefined))];
  }

  close(): void {
    this.database.close();
  }
}
