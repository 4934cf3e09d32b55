/**
 * The journal's search index. The index only finds: everything that is shown of a payment is folded from its entries.
 * An index row is written in the same transaction as the entry, so the two cannot disagree. Payments that an older
 * version wrote are indexed later, newest first.
 */
import type { SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { PaymentGroup } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';
import { foldText, SEARCH_TERMS_VERSION, type SearchTerms } from './search-terms.ts';
import { iso, textOrNull, type Row } from './rows.ts';

/** A search. Texts are folded (search-terms.ts), amounts are in minor units, bounds are inclusive. */
export type SearchCondition =
  | { all: readonly SearchCondition[] }
  | { any: readonly SearchCondition[] }
  | { text: string }
  | { currency: string; minMinor: number; maxMinor: number }
  /** Minutes of the day in which the payment began. */
  | { fromMinute: number; toMinute: number }
  /** The payment began at `from` or later, and before `until`; milliseconds since 1970. */
  | { from: number; until: number };

/** Maximum number of results for an id of the platform, which identifies a single payment. */
const MAX_NAMED = 5;

/**
 * Number of payments that are read for words at once: this takes some two milliseconds, and a running payment waits no
 * longer for a search.
 */
const READ_AT_ONCE = 4_000;

/** Start of a page: after this payment, going back in time. */
export interface Position {
  startedAt: string;
  id: string;
}

export interface Search {
  want: SearchCondition;
  /** Milliseconds since 1970, both included, or null for no bound. */
  from: number | null;
  to: number | null;
  group: PaymentGroup | null;
  after: Position | null;
  limit: number;
  /** Number of payments that are read for words before other work has its turn. */
  readAtOnce?: number;
}

export interface FoundPage {
  ids: string[];
  next: Position | null;
  /** Counts by group, of everything that fits `want` and the bounds. */
  counts: Map<string, number>;
}

export class Finder {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /** Puts one payment into the index, inside the caller's transaction. */
  sort({ id, startedAt, group, order, currency, amounts, words }: SearchTerms): void {
    const { clean } = this.#db;
    const begun = new Date(startedAt);
    const minute = begun.getHours() * 60 + begun.getMinutes();
    const upsert = `INSERT INTO payment (started_at, id, grp, minute, words, order_reference) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (started_at, id) DO UPDATE SET grp = excluded.grp, minute = excluded.minute, words = excluded.words,
        order_reference = excluded.order_reference
      WHERE (grp, minute, words, order_reference) IS NOT (excluded.grp, excluded.minute, excluded.words, excluded.order_reference)`;
    const reference = order === null ? null : clean(order);
    this.#db.run(upsert, iso(startedAt), id, group, minute, clean(words), reference);
    const insert =
      'INSERT INTO payment_amount (currency, minor, started_at, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
    for (const amount of amounts) this.#db.run(insert, currency, amount, iso(startedAt), id);
  }

  /**
   * Finds the newest first. Rows that have to be read for words are read in stretches of time, and other work has its
   * turn in between.
   */
  async search({ want, from, to, group, after, limit, readAtOnce = READ_AT_ONCE }: Search): Promise<FoundPage> {
    const bounds = [
      ...(from === null ? [] : [part('started_at >= ?', iso(from))]),
      ...(to === null ? [] : [part('started_at <= ?', iso(to))]),
    ];
    const ofPage = [
      ...(group === null ? [] : [part('grp = ?', group)]),
      ...(after === null ? [] : [part('(started_at, id) < (?, ?)', after.startedAt, after.id)]),
    ];
    // A query without filters counts groups by the index; a query with filters reads the rows once, in their order.
    const by = isEverything(want) && bounds.length === 0 ? 'grp' : '+grp';
    const rows: Row[] = [];
    const counted: Row[] = [];
    const readStretch = (stretch: readonly Sql[]): void => {
      const all = [...bounds, ...stretch, sqlOf(want)];
      const page = joined([...all, ...ofPage]);
      const room = limit + 1 - rows.length;
      const found = this.#db.allOnce(
        `SELECT started_at, id, grp FROM payment WHERE ${page.sql} ORDER BY started_at DESC, id DESC LIMIT ?`,
        [...page.values, room],
      );
      rows.push(...found);
      // A page that holds everything needs no second read.
      const isAll = ofPage.length === 0 && found.length < room;
      counted.push(...(isAll ? found.map((row) => ({ grp: row['grp'], n: 1 })) : this.#counted(joined(all), by)));
    };
    if (!isRead(want)) readStretch([]);
    else {
      let until: Sql[] = [];
      for (;;) {
        const begun = this.#stretchBefore(joined([...bounds, ...until]), readAtOnce);
        readStretch([...until, ...(begun === null ? [] : [part('started_at >= ?', begun)])]);
        if (begun === null) break;
        until = [part('started_at < ?', begun)];
        await setImmediate();
      }
    }
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      ids: rows.slice(0, limit).map((row) => String(row['id'])),
      next: last ? { startedAt: String(last['started_at']), id: String(last['id']) } : null,
      counts: summed(counted),
    };
  }

  /**
   * Start time of the earliest payment in the next stretch, or null if this stretch contains all remaining payments.
   */
  #stretchBefore({ sql, values }: Sql, count: number): string | null {
    const [row] = this.#db.allOnce(
      `SELECT started_at FROM payment WHERE ${sql} ORDER BY started_at DESC LIMIT 1 OFFSET ?`,
      [...values, count - 1],
    );
    return textOrNull(row?.['started_at']);
  }

  #counted({ sql, values }: Sql, by: string): Row[] {
    return this.#db.allOnce(`SELECT grp, count(*) AS n FROM payment WHERE ${sql} GROUP BY ${by}`, values);
  }

  /** Ids of all holds, oldest first. */
  held(): string[] {
    return this.#db.ids("SELECT id FROM payment WHERE grp = 'held' ORDER BY started_at");
  }

  /**
   * Ids of the holds of an order, however old, and of its newest other payments; each once. The reference has to match
   * exactly.
   */
  ofOrder(order: string, newest: number): string[] {
    const reference = this.#db.clean(order);
    const ofOrder = 'SELECT id FROM payment WHERE order_reference = ?';
    const held = this.#db.ids(`${ofOrder} AND grp = 'held'`, reference);
    return [...new Set([...held, ...this.#db.ids(`${ofOrder} ORDER BY started_at DESC LIMIT ?`, reference, newest)])];
  }

  /** Ids of the payments with an id of the platform's, such as a Transfer's; newest first. */
  named(word: string): string[] {
    const search = 'SELECT id FROM payment WHERE instr(words, ?) > 0 ORDER BY started_at DESC LIMIT ?';
    return this.#db.ids(search, foldText(word), MAX_NAMED);
  }

  currencies(): string[] {
    // Finds each currency once by jumping through the index, instead of reading every amount.
    return this.#db.ids(
      `WITH RECURSIVE one (currency) AS (
         SELECT min(currency) FROM payment_amount
         UNION ALL SELECT (SELECT min(currency) FROM payment_amount WHERE currency > one.currency) FROM one WHERE one.currency IS NOT NULL
       ) SELECT currency AS id FROM one WHERE currency IS NOT NULL`,
    );
  }

  /** True once all payments of earlier versions are indexed. */
  isComplete(): boolean {
    return this.#reached() === null;
  }

  /** Next ids to be indexed, newest first; empty when all are done. */
  unindexed(limit: number): string[] {
    const reached = this.#reached();
    if (reached === null) return [];
    const newest = 'ORDER BY started_at DESC, id DESC LIMIT ?3';
    // Reads the first few of each table off its index: a union of all that is older would be made and sorted with every
    // call.
    const olderOf = (table: 'attempt' | 'pay_link'): string =>
      `SELECT * FROM (SELECT started_at, id FROM ${table} WHERE (started_at, id) < (?1, ?2) ${newest})`;
    return this.#db.ids(
      `SELECT id FROM (${olderOf('attempt')} UNION ${olderOf('pay_link')}) ${newest}`,
      reached.startedAt,
      reached.id,
      limit,
    );
  }

  /**
   * Indexes these payments, and records that everything down to the last of `ids` is done.
   * @throws JRNL_UNWRITABLE
   */
  indexed(found: readonly SearchTerms[], ids: readonly string[]): void {
    const last = ids.at(-1);
    const at =
      last === undefined
        ? null
        : textOrNull(
            this.#db.get(
              'SELECT started_at FROM attempt WHERE id = ?1 UNION SELECT started_at FROM pay_link WHERE id = ?1',
              last,
            )?.['started_at'],
          );
    this.#db.transaction(() => {
      for (const one of found) this.sort(one);
      this.#db.run(
        'UPDATE sorting SET version = ?, reached_at = ?, reached_id = ?',
        SEARCH_TERMS_VERSION,
        at,
        last ?? null,
      );
    });
  }

  /** Position of the indexing, or null when the indexing is complete. */
  #reached(): Position | null {
    const row = this.#db.get('SELECT version, reached_at, reached_id FROM sorting');
    if (row?.['version'] !== SEARCH_TERMS_VERSION) return { startedAt: '9', id: '' };
    const startedAt = textOrNull(row['reached_at']);
    return startedAt === null ? null : { startedAt, id: String(row['reached_id']) };
  }
}

/** Adds up the counts of the rows by group. */
function summed(rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(String(row['grp']), (sums.get(String(row['grp'])) ?? 0) + Number(row['n']));
  return sums;
}

interface Sql {
  sql: string;
  values: SQLInputValue[];
}

const part = (sql: string, ...values: SQLInputValue[]): Sql => ({ sql, values });

function joined(parts: readonly Sql[], by = ' AND '): Sql {
  if (parts.length === 0) return part(by === ' AND ' ? '1' : '0');
  return { sql: `(${parts.map(({ sql }) => sql).join(by)})`, values: parts.flatMap(({ values }) => values) };
}

function isEverything(want: SearchCondition): boolean {
  return 'all' in want && want.all.length === 0;
}

/** True if no index helps, so that every payment's own row is read. */
function isRead(want: SearchCondition): boolean {
  if ('all' in want) return want.all.some(isRead);
  if ('any' in want) return want.any.some(isRead);
  return 'text' in want || 'fromMinute' in want;
}

function sqlOf(want: SearchCondition): Sql {
  if ('all' in want) return joined(want.all.map(sqlOf));
  if ('any' in want) return joined(want.any.map(sqlOf), ' OR ');
  // `instr` and not LIKE: a percent sign in an order reference is a percent sign.
  if ('text' in want) return part('instr(words, ?) > 0', want.text);
  if ('fromMinute' in want) return part('minute BETWEEN ? AND ?', want.fromMinute, want.toMinute);
  if ('from' in want) {
    return part('(started_at >= ? AND started_at < ?)', iso(want.from), iso(want.until));
  }
  return part(
    '(started_at, id) IN (SELECT started_at, id FROM payment_amount WHERE currency = ? AND minor BETWEEN ? AND ?)',
    want.currency,
    want.minMinor,
    want.maxMinor,
  );
}
