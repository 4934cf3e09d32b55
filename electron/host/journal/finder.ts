/**
 * The journal's index for searching. It only finds: whatever is shown of a payment is folded from its entries. Kept in the
 * same transaction as the entry, so the two cannot disagree; what an older version wrote is sorted in later, newest first.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PaymentGroup } from '../../contract/index.ts';
import { FOUND_VERSION, type Found } from './found.ts';

/** What is looked for. Texts are folded (found.ts); amounts in minor units; bounds are included. */
export type Want =
  | { all: readonly Want[] }
  | { any: readonly Want[] }
  | { text: string }
  | { currency: string; minMinor: number; maxMinor: number }
  /** Minutes of the day the payment began. */
  | { fromMinute: number; toMinute: number }
  /** Milliseconds since 1970: the payment began from then until before then. */
  | { from: number; until: number };

/** Where a page begins: after this payment, going back in time. */
export interface Place {
  startedAt: string;
  id: string;
}

export interface Search {
  want: Want;
  /** Milliseconds since 1970, both included; null: no bound. */
  from: number | null;
  to: number | null;
  group: PaymentGroup | null;
  after: Place | null;
  limit: number;
}

export interface FoundPage {
  ids: string[];
  next: Place | null;
  /** By group, of everything that fits `want` and the bounds. */
  counts: Map<string, number>;
}

export interface Finder {
  search(search: Search): FoundPage;
  /** Ids of everything that is held. */
  held(): string[];
  /** Ids of what is held of an order, however old, and of the newest others of it; each once. The reference to the letter. */
  ofOrder(order: string, newest: number): string[];
  /** Currencies of all payments that are sorted in. */
  currencies(): string[];
  /** True once the payments of before have all been sorted in. */
  isComplete(): boolean;
  /** The next ids to be sorted in, newest first; empty when that is done. */
  unsorted(limit: number): string[];
  /** Sorts these in, and remembers that everything down to the last of `ids` has been looked at. Throws JRNL_UNWRITABLE. */
  sorted(found: readonly Found[], ids: readonly string[]): void;
}

interface Guards {
  /** Stops card numbers at the sink. */
  clean: (text: string) => string;
  reading: <Result>(task: () => Result) => Result;
  writing: (task: () => void) => void;
}

type Value = string | number;

/** Puts one payment into the index; runs inside somebody's transaction. */
export function openSorter(db: DatabaseSync, clean: (text: string) => string): (found: Found) => void {
  const upsert = db.prepare(
    `INSERT INTO payment (started_at, id, grp, minute, words, order_reference) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (started_at, id) DO UPDATE SET grp = excluded.grp, minute = excluded.minute, words = excluded.words,
       order_reference = excluded.order_reference`,
  );
  const addAmount = db.prepare(
    'INSERT INTO payment_amount (currency, minor, started_at, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return ({ id, startedAt, group, order, currency, amounts, words }) => {
    const begun = new Date(startedAt);
    const at = begun.toISOString();
    const minute = begun.getHours() * 60 + begun.getMinutes();
    upsert.run(at, id, group, minute, clean(words), order === null ? null : clean(order));
    for (const amount of amounts) addAmount.run(currency, amount, at, id);
  };
}

export function openFinder(db: DatabaseSync, { clean, reading, writing }: Guards): Finder {
  const sort = openSorter(db, clean);
  const selectSorting = db.prepare('SELECT version, reached_at, reached_id FROM sorting');
  const updateSorting = db.prepare('UPDATE sorting SET version = ?, reached_at = ?, reached_id = ?');
  const selectUnsorted = db.prepare(
    'SELECT id FROM attempt WHERE (started_at, id) < (?, ?) ORDER BY started_at DESC, id DESC LIMIT ?',
  );
  const selectStart = db.prepare('SELECT started_at FROM attempt WHERE id = ?');
  const selectHeld = db.prepare("SELECT id FROM payment WHERE grp = 'held' ORDER BY started_at");
  const selectHeldOf = db.prepare("SELECT id FROM payment WHERE order_reference = ? AND grp = 'held'");
  const selectOfOrder = db.prepare('SELECT id FROM payment WHERE order_reference = ? ORDER BY started_at DESC LIMIT ?');
  // Each currency once, by jumping through the index and not through every amount.
  const selectCurrencies = db.prepare(
    `WITH RECURSIVE one (currency) AS (
       SELECT min(currency) FROM payment_amount
       UNION ALL SELECT (SELECT min(currency) FROM payment_amount WHERE currency > one.currency) FROM one WHERE one.currency IS NOT NULL
     ) SELECT currency AS id FROM one WHERE currency IS NOT NULL`,
  );
  const ids = (statement: StatementSync, ...values: Value[]): string[] =>
    reading(() => statement.all(...values)).map((row) => String(row['id']));

  /** Where sorting-in stands: null when there is nothing left to do. */
  function reached(): Place | null {
    const row = reading(() => selectSorting.get());
    if (row?.['version'] !== FOUND_VERSION) return { startedAt: '9', id: '' };
    if (typeof row['reached_at'] !== 'string') return null;
    return { startedAt: row['reached_at'], id: String(row['reached_id']) };
  }

  return {
    search({ want, from, to, group, after, limit }) {
      const bounds = [
        ...(from === null ? [] : [part('started_at >= ?', new Date(from).toISOString())]),
        ...(to === null ? [] : [part('started_at <= ?', new Date(to).toISOString())]),
        sqlOf(want),
      ];
      const whole = joined(bounds);
      const page = joined([
        ...bounds,
        ...(group === null ? [] : [part('grp = ?', group)]),
        ...(after === null ? [] : [part('(started_at, id) < (?, ?)', after.startedAt, after.id)]),
      ]);
      const rows = reading(() =>
        db
          .prepare(
            `SELECT started_at, id, grp FROM payment WHERE ${page.sql} ORDER BY started_at DESC, id DESC LIMIT ?`,
          )
          .all(...page.values, limit + 1),
      );
      const counted = (): Row[] => {
        // Without words the index of groups is counted; with them the rows are read once, in their own order.
        const by = isEverything(want) && from === null && to === null ? 'grp' : '+grp';
        const sql = `SELECT grp, count(*) AS n FROM payment WHERE ${whole.sql} GROUP BY ${by}`;
        return reading(() => db.prepare(sql).all(...whole.values));
      };
      // A page that holds everything needs no second reading.
      const isAll = group === null && after === null && rows.length <= limit;
      const counts = isAll ? rows.map((row): Row => ({ grp: row['grp'] ?? null, n: 1 })) : counted();
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        ids: rows.slice(0, limit).map((row) => String(row['id'])),
        next: last ? { startedAt: String(last['started_at']), id: String(last['id']) } : null,
        counts: summed(counts),
      };
    },
    held: () => ids(selectHeld),
    ofOrder(order, newest) {
      const reference = clean(order);
      return [...new Set([...ids(selectHeldOf, reference), ...ids(selectOfOrder, reference, newest)])];
    },
    currencies: () => ids(selectCurrencies),
    isComplete: () => reached() === null,
    unsorted(limit) {
      const place = reached();
      return place === null ? [] : ids(selectUnsorted, place.startedAt, place.id, limit);
    },
    sorted(found, looked) {
      const last = looked.at(-1);
      const at = last === undefined ? null : reading(() => selectStart.get(last)?.['started_at'] ?? null);
      writing(() => {
        db.exec('BEGIN IMMEDIATE');
        try {
          for (const one of found) sort(one);
          updateSorting.run(FOUND_VERSION, typeof at === 'string' ? at : null, last ?? null);
          db.exec('COMMIT');
        } catch (error) {
          db.exec('ROLLBACK');
          throw error;
        }
      });
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of a group and a number, added up by group. */
function summed(rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(String(row['grp']), (sums.get(String(row['grp'])) ?? 0) + Number(row['n']));
  return sums;
}

interface Sql {
  sql: string;
  values: Value[];
}

const part = (sql: string, ...values: Value[]): Sql => ({ sql, values });

function joined(parts: readonly Sql[], by = ' AND '): Sql {
  if (parts.length === 0) return part(by === ' AND ' ? '1' : '0');
  return { sql: `(${parts.map(({ sql }) => sql).join(by)})`, values: parts.flatMap(({ values }) => values) };
}

function isEverything(want: Want): boolean {
  return 'all' in want && want.all.length === 0;
}

function sqlOf(want: Want): Sql {
  if ('all' in want) return joined(want.all.map(sqlOf));
  if ('any' in want) return joined(want.any.map(sqlOf), ' OR ');
  // instr and not LIKE: a percent sign in an order reference is a percent sign.
  if ('text' in want) return part('instr(words, ?) > 0', want.text);
  if ('fromMinute' in want) return part('minute BETWEEN ? AND ?', want.fromMinute, want.toMinute);
  if ('from' in want) {
    return part(
      '(started_at >= ? AND started_at < ?)',
      new Date(want.from).toISOString(),
      new Date(want.until).toISOString(),
    );
  }
  return part(
    '(started_at, id) IN (SELECT started_at, id FROM payment_amount WHERE currency = ? AND minor BETWEEN ? AND ?)',
    want.currency,
    want.minMinor,
    want.maxMinor,
  );
}
