/** The base of the store: collections over one database, transactions, and outcomes that are still to come. */
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../time/clock.ts';
import { Collection } from './collection.ts';
import type { Change, CollectionContext } from './collection.ts';
import { inTransaction, openDatabase } from './database.ts';
import type { RandomBytes } from './ids.ts';
import type { Pending } from './records/index.ts';

/** A collection whose records can have an outcome that is still to come. */
type PendingCollection = Collection<{ pending: Pending<object> | null }>;

export class Tables {
  protected readonly database: DatabaseSync;
  readonly #clock: SandboxClock;
  readonly #context: CollectionContext;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #recorders: ((changes: readonly Change[]) => void)[] = [];
  readonly #pending: PendingCollection[] = [];
  /** Changes of the transaction that runs; null outside of one. */
  #uncommitted: Change[] | null = null;

  /**
   * All tables are opened in one transaction, which `commitTables` ends: a hundred statements, each on disk by itself,
   * take their time.
   * @throws TillError as openDatabase does
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
   * Opens a collection, and makes its table when it is absent.
   * @param prefix of the ids
   * @param indexes fields that are looked up
   * @param defaults for fields that records of earlier versions lack
   */
  protected open<Fields extends object>(
    name: string,
    prefix: string,
    indexes: readonly string[] = [],
    defaults: NoInfer<Partial<Fields>> = {},
  ): Collection<Fields> {
    const collection = new Collection<Fields>(this.database, { name, prefix, indexes, defaults }, this.#context);
    // A record is only ever given back the fields it had, so its own pending change fits it.
    if (indexes.includes('pending.decides_at')) this.#pending.push(collection as unknown as PendingCollection);
    return collection;
  }

  protected commitTables(): void {
    this.database.exec('COMMIT');
  }

  /** Calls `listener` with every change once it is on disk; returns a function that stops that. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls `recorder` in every transaction before it commits: what it writes is committed with the changes, or not at all. */
  beforeCommit(recorder: (changes: readonly Change[]) => void): void {
    this.#recorders.push(recorder);
  }

  /** Runs `work` as one transaction; inside another one it becomes part of that. */
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
   * Gives what is pending and whose time has come the outcome that was decided for it.
   * @param afterwards in the same transaction, with each one settled
   */
  settleDue(afterwards: (collection: string, id: string) => void = () => {}): void {
    for (const collection of this.#pending) {
      // Named in a subquery, or SQLite would walk the whole collection in list order instead of using the index.
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

  /** When what is pending now will be decided, milliseconds since 1970; each time once. */
  decisionTimes(): number[] {
    const waiting = { sql: "record ->> '$.pending.decides_at' IS NOT NULL", values: [] };
    const times = this.#pending.flatMap((collection) => collection.all(waiting).map((one) => one.pending?.decides_at));
    return [...new Set(times.filter((time) => time !== undefined))];
  }

  close(): void {
    this.database.close();
  }
}
