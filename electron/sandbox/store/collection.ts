/**
 * Stores one kind of resource in SQLite: its id, its times, and the rest as one JSON record. A new resource needs only
 * a type and a name. Fields that lists filter by are indexed by expression, so adding a field needs no migration.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SandboxClock } from '../time/clock.ts';
import { newId } from './ids.ts';
import type { RandomBytes } from './ids.ts';

/** A stored record. Times in milliseconds since 1970. */
export type Stored<Fields> = Readonly<Fields> & {
  readonly id: string;
  readonly created_at: number;
  readonly updated_at: number;
};

/** One part of a WHERE clause. `sql` contains only names from code; all data from a request is in `values`. */
export interface Condition {
  sql: string;
  values: readonly SQLInputValue[];
}

/** Position of a record in a list's order: creation date, then id, newest first. */
export interface Position {
  createdAt: number;
  id: string;
}

export interface ListQuery {
  conditions: readonly Condition[];
  limit: number;
  /** Skip this many; or start after, or end before, a position. */
  from: { offset: number } | { after: Position } | { before: Position };
}

/**
 * SQL for a field of the JSON record, e.g. `field('pending.decides_at')`. The path must come from code, never from a
 * request.
 */
export function field(path: string): string {
  if (!/^[a-z0-9_]+(\.[a-z0-9_]+)*$/.test(path)) throw new RangeError(`Not a field: ${path}`);
  return `record ->> '$.${path}'`;
}

export function equals(path: string, value: SQLInputValue): Condition {
  return { sql: `${field(path)} = ?`, values: [value] };
}

export interface CollectionOptions {
  name: string;
  /** Two letters that start every id. */
  prefix: string;
  /** Fields that lists often filter by. */
  indexes?: readonly string[];
  /** Default values of fields that older records lack. */
  defaults?: object;
}

/** A change of a record. Listeners get it after it is on disk. */
export interface Change {
  collection: string;
  type: 'created' | 'updated';
  record: { readonly id: string };
  /** Previous record, for an update. */
  before?: { readonly id: string };
}

export interface CollectionContext {
  clock: SandboxClock;
  random: RandomBytes;
  /** Runs `work` as one transaction, or as part of the current transaction. */
  atomically<Result>(work: () => Result): Result;
  /** Called with every change inside its transaction. */
  notify(change: Change): void;
}

interface Row {
  id: string;
  created_at: number;
  updated_at: number;
  record: string;
}

export class Collection<Fields extends object> {
  readonly #database: DatabaseSync;
  readonly #options: CollectionOptions;
  readonly #context: CollectionContext;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, options: CollectionOptions, context: CollectionContext) {
    this.#database = database;
    this.#options = options;
    this.#context = context;
    const { name, indexes = [] } = options;
    database.exec(`
      CREATE TABLE IF NOT EXISTS ${name} (
        id TEXT PRIMARY KEY NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        record TEXT NOT NULL CHECK (json_valid(record))
      ) STRICT;
      CREATE INDEX IF NOT EXISTS ${name}_by_age ON ${name} (created_at, id);
    `);
    for (const path of indexes) {
      database.exec(
        `CREATE INDEX IF NOT EXISTS ${name}_by_${path.replaceAll('.', '_')} ON ${name} (${field(path)}, created_at, id)`,
      );
    }
  }

  /** Each statement is prepared once. Their number is limited by the filters that the code defines. */
  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #read(row: Row): Stored<Fields> {
    return {
      ...this.#options.defaults,
      ...(JSON.parse(row.record) as Fields),
      id: row.id,
      created_at: row.created_at,
      updated_at: row.updated_at,
    };
  }

  get name(): string {
    return this.#options.name;
  }

  /** Inserts a record. Seeds pass a `createdAt` in the past. */
  insert(fields: Fields, createdAt = this.#context.clock.now()): Stored<Fields> {
    const id = newId(this.#options.prefix, this.#context.random);
    const record = { ...fields, id, created_at: createdAt, updated_at: createdAt };
    this.#context.atomically(() => {
      this.#prepare(`INSERT INTO ${this.#options.name} VALUES (?, ?, ?, ?)`).run(
        id,
        createdAt,
        createdAt,
        JSON.stringify(fields),
      );
      this.#context.notify({ collection: this.name, type: 'created', record });
    });
    return record;
  }

  find(id: string): Stored<Fields> | undefined {
    const row = this.#prepare(`SELECT * FROM ${this.#options.name} WHERE id = ?`).get(id) as Row | undefined;
    return row && this.#read(row);
  }

  /** The newest record that meets all conditions. */
  first(...conditions: Condition[]): Stored<Fields> | undefined {
    return this.list({ conditions, limit: 1, from: { offset: 0 } })[0];
  }

  update(stored: Stored<Fields>, change: Partial<Fields>): Stored<Fields> {
    const { id, created_at, updated_at: _old, ...fields } = { ...stored, ...change };
    const updated_at = this.#context.clock.now();
    const record = { ...stored, ...change, id, created_at, updated_at };
    this.#context.atomically(() => {
      this.#prepare(`UPDATE ${this.#options.name} SET updated_at = ?, record = ? WHERE id = ?`).run(
        updated_at,
        JSON.stringify(fields),
        id,
      );
      this.#context.notify({ collection: this.name, type: 'updated', record, before: stored });
    });
    return record;
  }

  delete(id: string): void {
    this.#prepare(`DELETE FROM ${this.#options.name} WHERE id = ?`).run(id);
  }

  /** Every record that meets all conditions, newest first. For rules that need all records, not for lists. */
  all(...conditions: Condition[]): Stored<Fields>[] {
    return this.list({ conditions, limit: -1, from: { offset: 0 } });
  }

  /** One page, newest first in either direction. */
  list({ conditions, limit, from }: ListQuery): Stored<Fields>[] {
    const isBackward = 'before' in from;
    const position = 'after' in from ? from.after : isBackward ? from.before : null;
    const all = position
      ? [
          ...conditions,
          { sql: `(created_at, id) ${isBackward ? '>' : '<'} (?, ?)`, values: [position.createdAt, position.id] },
        ]
      : conditions;
    const where = all.length > 0 ? `WHERE ${all.map((one) => one.sql).join(' AND ')}` : '';
    const order = isBackward ? 'ASC' : 'DESC';
    const offset = 'offset' in from ? from.offset : 0;
    const rows = this.#prepare(
      `SELECT * FROM ${this.#options.name} ${where} ORDER BY created_at ${order}, id ${order} LIMIT ? OFFSET ?`,
    ).all(...all.flatMap((one) => one.values), limit, offset) as unknown as Row[];
    if (isBackward) rows.reverse();
    return rows.map((row) => this.#read(row));
  }

  count(conditions: readonly Condition[]): number {
    const where = conditions.length > 0 ? `WHERE ${conditions.map((one) => one.sql).join(' AND ')}` : '';
    const row = this.#prepare(`SELECT count(*) AS count FROM ${this.#options.name} ${where}`).get(
      ...conditions.flatMap((one) => one.values),
    ) as { count: number };
    return row.count;
  }
}
