/**
 * Entries of payments or of payment links: a row for each event, and a row for each attempt with the facts that a start
 * needs.
 */
import type { JournalDatabase } from './database.ts';
import { crcOf, iso, type AttemptRow, type Entry } from './rows.ts';
import { jsonWithoutCards } from './json-without-cards.ts';

/** Two tables, and the orders in which their rows are read. */
interface Shape {
  entries: string;
  /** Column of `entries` with the id of the row in `rows`. */
  owner: string;
  rows: string;
  openInOrder: string;
  watchedInOrder: string;
}

export const paymentShape: Shape = {
  entries: 'entry',
  owner: 'attempt',
  rows: 'attempt',
  // The order in which the payments began, whatever the clock showed.
  openInOrder: '(SELECT MIN(seq) FROM entry WHERE entry.attempt = attempt.id)',
  watchedInOrder: 'started_at DESC',
};

export const payLinkShape: Shape = {
  entries: 'pay_link_entry',
  owner: 'link',
  rows: 'pay_link',
  openInOrder: 'started_at',
  watchedInOrder: 'started_at',
};

/** These exact words make SQLite use the indexes `…_first`. */
const isFirst = "type IN ('begin', 'adopted')";

export class EntryTable {
  readonly #db: JournalDatabase;
  readonly #shape: Shape;

  constructor(db: JournalDatabase, shape: Shape) {
    this.#db = db;
    this.#shape = shape;
  }

  /** @param also is written in the same transaction */
  append(row: AttemptRow, { type, at, ...data }: Entry, mayBeLost = false, also?: () => void): void {
    const { entries, owner, rows } = this.#shape;
    const write = (): void => {
      const text = jsonWithoutCards(data, this.#db.clean);
      const crc = crcOf(type, iso(at), text);
      const insert = `INSERT INTO ${entries} (${owner}, at, type, data, crc) VALUES (?, ?, ?, ?, ?)`;
      this.#db.run(insert, row.id, iso(at), type, text, crc);
      const watchUntil = row.watchUntil === null ? null : iso(row.watchUntil);
      const isOpen = row.isOpen ? 1 : 0;
      const first = iso(Math.min(row.startedAt, at));
      const last = iso(Math.max(row.startedAt, at));
      // Two indexes fewer are written, because usually no other value has changed.
      const touch = `UPDATE ${rows} SET updated_at = MAX(updated_at, ?) WHERE id = ? AND is_open = ? AND watch_until IS ?`;
      // A clock set back puts entries before the start: the row spans from the first entry to the last.
      const upsert = `INSERT INTO ${rows} (id, started_at, is_open, watch_until, updated_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id)
         DO UPDATE SET is_open = excluded.is_open, watch_until = excluded.watch_until,
           started_at = MIN(started_at, excluded.started_at), updated_at = MAX(updated_at, excluded.updated_at)`;
      if (at < row.startedAt || this.#db.run(touch, last, row.id, isOpen, watchUntil) === 0)
        this.#db.run(upsert, row.id, first, isOpen, watchUntil, last);
      for (const { id, owner: of } of row.records ?? [])
        this.#db.run(
          'INSERT INTO platform_record (id, owner) VALUES (?, ?) ON CONFLICT DO NOTHING',
          this.#db.clean(id),
          of,
        );
      also?.();
    };
    this.#db.transaction(write, !mayBeLost);
    this.#db.writtenAt = at;
  }

  entries(id: string): Entry[] {
    const { entries, owner } = this.#shape;
    const rows = this.#db.all(`SELECT at, type, data, crc FROM ${entries} WHERE ${owner} = ? ORDER BY seq`, id);
    return rows.map((row) => this.#db.entryOf(row, id));
  }

  has(id: string): boolean {
    return this.#db.get(`SELECT 1 FROM ${this.#shape.rows} WHERE id = ?`, id) !== undefined;
  }

  open(): string[] {
    return this.#ids(`is_open = 1 ORDER BY ${this.#shape.openInOrder}`);
  }

  /**
   * The plus keeps the order out of the choice of an index: otherwise every row would be read for the few that are
   * watched.
   */
  watched(now: number): string[] {
    return this.#ids(`watch_until >= ? ORDER BY +${this.#shape.watchedInOrder}`, iso(now));
  }

  /** Newest ids, newest first, in the order of writing and not by the clock. */
  recent(limit: number): string[] {
    const { entries, owner } = this.#shape;
    return this.#db.ids(`SELECT ${owner} AS id FROM ${entries} WHERE ${isFirst} ORDER BY seq DESC LIMIT ?`, limit);
  }

  /**
   * Ids that may have changed from `from` to `to`, milliseconds since 1970, oldest first, even if the clock was set in
   * between. The plus makes SQLite use the index of last changes, because mostly today is asked for.
   */
  activeBetween(from: number, to: number): string[] {
    return this.#ids('+started_at <= ? AND updated_at >= ? ORDER BY +started_at', iso(to), iso(from));
  }

  #ids(where: string, ...values: (string | number)[]): string[] {
    return this.#db.ids(`SELECT id FROM ${this.#shape.rows} WHERE ${where}`, ...values);
  }
}
