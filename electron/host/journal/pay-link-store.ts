/** The journal's part for payment links, one line an event as for payments, and for what was noted as paid another way. */
import type { DatabaseSync } from 'node:sqlite';
import type { OtherTender } from '../../contract/index.ts';
import type { AttemptRow, Entry } from './journal.ts';
import { writtenJson } from './written.ts';

type TakenBack = NonNullable<OtherTender['takenBack']>;

export interface PayLinkStore {
  /** Appends one entry and the link's new row, and returns when both are on disk. Throws JRNL_UNWRITABLE, JRNL_CORRUPT. */
  append(row: AttemptRow & { order: string | null }, entry: Entry): void;
  /** Oldest first; empty for an unknown one. Throws JRNL_CORRUPT for one that was changed. */
  entries(link: string): Entry[];
  has(link: string): boolean;
  /** Ids of links without an end. */
  open(): string[];
  /** Ids of finished links that are still to be asked about at `now` (milliseconds since 1970). */
  watched(now: number): string[];
  /** Newest first. */
  recent(limit: number): string[];
  /** Ids of links that began before `to` and last changed after `from`, milliseconds since 1970, oldest first. */
  activeBetween(from: number, to: number): string[];
  /** Ids of the links of an order, newest first. */
  ofOrder(order: string): string[];
  /** Keeps a note once; the same id again changes nothing. Returns when it is on disk. Throws JRNL_UNWRITABLE. */
  note(noted: OtherTender): void;
  /** Says once that a note was a mistake; again changes nothing. Returns when it is on disk. Throws JRNL_UNWRITABLE. */
  takeBack(note: string, takenBack: TakenBack): void;
  noted(id: string): OtherTender | null;
  /** Newest first; those of one payment, or of one order, where they are named. */
  notes(limit: number, of?: { part?: string | undefined; order?: string | undefined }): OtherTender[];
  /** What was noted from `from` to `to`, milliseconds since 1970, both included, oldest first. */
  notesBetween(from: number, to: number): OtherTender[];
}

interface Guards {
  /** Stops card numbers at the sink. */
  clean: (text: string) => string;
  reading: <Result>(task: () => Result) => Result;
  writing: (task: () => void) => void;
  /** Of an entry's type, moment and data. */
  crcOf: (type: string, at: string, data: string) => number;
  /** A stored row as an entry. Throws JRNL_CORRUPT where it is not what was written. */
  entryOf: (row: Record<string, unknown>, id: string) => Entry;
}

const iso = (at: number): string => new Date(at).toISOString();
const notes = `SELECT other_way.*, back.at AS back_at, back.reason AS back_reason, back.operator AS back_operator
  FROM other_way LEFT JOIN other_way_back AS back ON back.note = other_way.id`;
const orNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function openPayLinkStore(db: DatabaseSync, { clean, reading, writing, crcOf, entryOf }: Guards): PayLinkStore {
  const insertEntry = db.prepare('INSERT INTO pay_link_entry (link, at, type, data, crc) VALUES (?, ?, ?, ?, ?)');
  const upsert = db.prepare(
    `INSERT INTO pay_link (id, started_at, is_open, watch_until, order_reference, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, watch_until = excluded.watch_until, updated_at = excluded.updated_at`,
  );
  const selectEntries = db.prepare('SELECT at, type, data, crc FROM pay_link_entry WHERE link = ? ORDER BY seq');
  const selectOne = db.prepare('SELECT 1 FROM pay_link WHERE id = ?');
  const selectOpen = db.prepare('SELECT id FROM pay_link WHERE is_open = 1 ORDER BY started_at');
  const selectWatched = db.prepare('SELECT id FROM pay_link WHERE watch_until >= ? ORDER BY started_at');
  const selectRecent = db.prepare('SELECT id FROM pay_link ORDER BY started_at DESC, id DESC LIMIT ?');
  const selectActive = db.prepare(
    'SELECT id FROM pay_link WHERE started_at <= ? AND updated_at >= ? ORDER BY started_at',
  );
  const selectOfOrder = db.prepare('SELECT id FROM pay_link WHERE order_reference = ? ORDER BY started_at DESC');
  const insertNote = db.prepare(
    `INSERT INTO other_way (id, at, order_reference, part, way, amount_minor, currency, note, operator)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const insertBack = db.prepare(
    'INSERT INTO other_way_back (note, at, reason, operator) VALUES (?, ?, ?, ?) ON CONFLICT (note) DO NOTHING',
  );
  const selectNote = db.prepare(`${notes} WHERE id = ?`);
  const selectNotes = db.prepare(
    `${notes} WHERE (?1 IS NULL OR part = ?1) AND (?2 IS NULL OR order_reference = ?2)
     ORDER BY other_way.at DESC, id DESC LIMIT ?3`,
  );
  const selectNotesBetween = db.prepare(
    `${notes} WHERE other_way.at >= ? AND other_way.at <= ? ORDER BY other_way.at, id`,
  );
  const ids = (rows: Record<string, unknown>[]): string[] => rows.map((row) => String(row['id']));

  return {
    append(row, { type, at, ...data }) {
      writing(() => {
        db.exec('BEGIN IMMEDIATE');
        try {
          const text = writtenJson(data, clean);
          insertEntry.run(row.id, iso(at), type, text, crcOf(type, iso(at), text));
          const watchUntil = row.watchUntil === null ? null : iso(row.watchUntil);
          const order = row.order === null ? null : clean(row.order);
          upsert.run(row.id, iso(row.startedAt), row.isOpen ? 1 : 0, watchUntil, order, iso(at));
          db.exec('COMMIT');
        } catch (error) {
          if (db.isTransaction) db.exec('ROLLBACK');
          throw error;
        }
      });
    },
    entries: (link) => reading(() => selectEntries.all(link)).map((row) => entryOf(row, link)),
    has: (link) => reading(() => selectOne.get(link)) !== undefined,
    open: () => ids(reading(() => selectOpen.all())),
    watched: (now) => ids(reading(() => selectWatched.all(iso(now)))),
    recent: (limit) => ids(reading(() => selectRecent.all(limit))),
    activeBetween: (from, to) => ids(reading(() => selectActive.all(iso(to), iso(from)))),
    ofOrder: (order) => ids(reading(() => selectOfOrder.all(order))),
    note: ({ id, at, order, part, way, amountMinor, currency, note, by }) =>
      writing(() => {
        const kept = [order, note].map((text) => (text === null ? null : clean(text)));
        insertNote.run(id, at, kept[0] ?? null, part, way, amountMinor, currency, kept[1] ?? null, clean(by));
      }),
    takeBack: (note, { at, reason, by }) => writing(() => insertBack.run(note, at, clean(reason), clean(by))),
    noted: (id) => {
      const row = reading(() => selectNote.get(id));
      return row ? noteOf(row) : null;
    },
    notes: (limit, { part, order } = {}) =>
      reading(() => selectNotes.all(part ?? null, order ?? null, limit)).map(noteOf),
    notesBetween: (from, to) => reading(() => selectNotesBetween.all(iso(from), iso(to))).map(noteOf),
  };
}

function noteOf(row: Record<string, unknown>): OtherTender {
  const backAt = orNull(row['back_at']);
  const takenBack =
    backAt === null ? null : { by: String(row['back_operator']), reason: String(row['back_reason']), at: backAt };
  return {
    id: String(row['id']),
    at: String(row['at']),
    order: orNull(row['order_reference']),
    part: orNull(row['part']),
    way: row['way'] === 'cash' ? 'cash' : 'other',
    amountMinor: Number(row['amount_minor']),
    currency: String(row['currency']),
    note: orNull(row['note']),
    by: String(row['operator']),
    ...(takenBack ? { takenBack } : {}),
  };
}
