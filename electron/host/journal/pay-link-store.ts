/** The journal's store of payment links, one row for each event as for payments, and of notes about another tender. */
import type { OtherTender } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';
import { EntryTable, payLinkShape } from './entry-table.ts';
import type { Finder } from './finder.ts';
import type { SearchTerms } from './search-terms.ts';
import { iso, textOrNull, type AttemptRow, type Entry, type Row } from './rows.ts';

type TakenBack = NonNullable<OtherTender['takenBack']>;

/** A link's row, and the search terms of the payments through it. */
type PayLinkRow = AttemptRow & { order: string | null; payments?: readonly SearchTerms[] };

export interface PayLinkStore {
  /**
   * Appends one entry and the link's new row, and returns when both are on disk.
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  append(row: PayLinkRow, entry: Entry): void;
  /**
   * Entries of a link, oldest first; empty for an unknown link.
   * @throws JRNL_CORRUPT when an entry was changed
   */
  entries(link: string): Entry[];
  has(link: string): boolean;
  /** Ids of unfinished links. */
  open(): string[];
  /** Ids of finished links that are still queried at `now` (milliseconds since 1970). */
  watched(now: number): string[];
  /** Ids of the newest links, newest first. */
  recent(limit: number): string[];
  /** Ids of links that began before `to` and last changed after `from`, milliseconds since 1970, oldest first. */
  activeBetween(from: number, to: number): string[];
  /** Ids of the links of an order, newest first. */
  ofOrder(order: string): string[];
  /**
   * Keeps a note once; the same id again changes nothing. Returns when the note is on disk.
   * @throws JRNL_UNWRITABLE
   */
  note(noted: OtherTender): void;
  /**
   * Records once that a note was a mistake; again changes nothing. Returns when that is on disk.
   * @throws JRNL_UNWRITABLE
   */
  takeBack(note: string, takenBack: TakenBack): void;
  noted(id: string): OtherTender | null;
  /** Notes, newest first; only those of a payment or an order, if `of` contains one. */
  notes(limit: number, of?: { part?: string | undefined; order?: string | undefined }): OtherTender[];
  /** Notes from `from` to `to`, milliseconds since 1970, both included, oldest first. */
  notesBetween(from: number, to: number): OtherTender[];
}

const notes = `SELECT other_way.*, back.at AS back_at, back.reason AS back_reason, back.operator AS back_operator
  FROM other_way LEFT JOIN other_way_back AS back ON back.note = other_way.id`;

/** Store in the tables `pay_link…` and, for notes about another tender, `other_way…`. */
export class SqlPayLinkStore extends EntryTable implements PayLinkStore {
  readonly #db: JournalDatabase;
  readonly #finder: Finder;

  constructor(db: JournalDatabase, finder: Finder) {
    super(db, payLinkShape);
    this.#db = db;
    this.#finder = finder;
  }

  override append({ order, payments = [], ...row }: PayLinkRow, entry: Entry): void {
    super.append(row, entry, false, () => {
      this.#db.run('UPDATE pay_link SET order_reference = ? WHERE id = ?', this.#cleaned(order), row.id);
      for (const one of payments) if (!this.#isGivenBackOf(one.id)) this.#finder.sort(one);
    });
  }

  ofOrder(order: string): string[] {
    return this.#db.ids('SELECT id FROM pay_link WHERE order_reference = ? ORDER BY started_at DESC', order);
  }

  note({ id, at, order, part, way, amountMinor, currency, note, by }: OtherTender): void {
    const values = [this.#cleaned(order), part, way, amountMinor, currency, this.#cleaned(note), this.#db.clean(by)];
    const insert = `INSERT INTO other_way (id, at, order_reference, part, way, amount_minor, currency, note, operator)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
    this.#db.write(() => this.#db.run(insert, id, at, ...values));
  }

  takeBack(note: string, { at, reason, by }: TakenBack): void {
    const { clean } = this.#db;
    const insert =
      'INSERT INTO other_way_back (note, at, reason, operator) VALUES (?, ?, ?, ?) ON CONFLICT (note) DO NOTHING';
    this.#db.write(() => this.#db.run(insert, note, at, clean(reason), clean(by)));
  }

  noted(id: string): OtherTender | null {
    const row = this.#db.get(`${notes} WHERE id = ?`, id);
    return row ? noteOf(row) : null;
  }

  notes(limit: number, { part, order }: { part?: string | undefined; order?: string | undefined } = {}): OtherTender[] {
    const where = '(?1 IS NULL OR part = ?1) AND (?2 IS NULL OR order_reference = ?2)';
    const newest = 'ORDER BY other_way.at DESC, id DESC LIMIT ?3';
    return this.#db.all(`${notes} WHERE ${where} ${newest}`, part ?? null, order ?? null, limit).map(noteOf);
  }

  notesBetween(from: number, to: number): OtherTender[] {
    const between = 'other_way.at >= ? AND other_way.at <= ? ORDER BY other_way.at, id';
    return this.#db.all(`${notes} WHERE ${between}`, iso(from), iso(to)).map(noteOf);
  }

  /** True if the payment has a reversal: it then has journal entries, and is found by them. */
  #isGivenBackOf(payment: string): boolean {
    return this.#db.get('SELECT 1 FROM attempt WHERE id = ?', payment) !== undefined;
  }

  #cleaned(text: string | null): string | null {
    return text === null ? null : this.#db.clean(text);
  }
}

function noteOf(row: Row): OtherTender {
  const backAt = textOrNull(row['back_at']);
  const takenBack =
    backAt === null ? null : { by: String(row['back_operator']), reason: String(row['back_reason']), at: backAt };
  return {
    id: String(row['id']),
    at: String(row['at']),
    order: textOrNull(row['order_reference']),
    part: textOrNull(row['part']),
    way: row['way'] === 'cash' ? 'cash' : 'other',
    amountMinor: Number(row['amount_minor']),
    currency: String(row['currency']),
    note: textOrNull(row['note']),
    by: String(row['operator']),
    ...(takenBack ? { takenBack } : {}),
  };
}
