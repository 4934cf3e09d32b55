/** The journal's part in comparing a day with the platform: what was alive in a window, and what managers have said. */
import type { DatabaseSync } from 'node:sqlite';
import type { DayLink } from '../../contract/index.ts';

/** A manager's word on a record of the platform, as it is kept. */
export interface KeptLink extends Omit<DayLink, 'at'> {
  /** Milliseconds since 1970. */
  at: number;
}

export interface DayStore {
  /** Ids of attempts that began before `to` and last changed after `from`, milliseconds since 1970, oldest first. */
  activeBetween(from: number, to: number): string[];
  /** Oldest first; of two about one record the later one counts. */
  links(): KeptLink[];
  /** Returns when it is on disk. Throws JRNL_UNWRITABLE. */
  link(link: KeptLink): void;
}

interface Guards {
  /** Stops card numbers at the sink. */
  clean: (text: string) => string;
  reading: <Result>(task: () => Result) => Result;
  writing: (task: () => void) => void;
}

export function openDayStore(db: DatabaseSync, { clean, reading, writing }: Guards): DayStore {
  const selectActive = db.prepare(
    'SELECT id FROM attempt WHERE started_at <= ? AND updated_at >= ? ORDER BY started_at',
  );
  const selectLinks = db.prepare(
    'SELECT at, kind, record, attempt, order_reference, explanation, operator FROM link ORDER BY seq',
  );
  const insertLink = db.prepare(
    'INSERT INTO link (at, kind, record, attempt, order_reference, explanation, operator) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const iso = (at: number): string => new Date(at).toISOString();
  const orNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

  return {
    activeBetween: (from, to) => reading(() => selectActive.all(iso(to), iso(from))).map((row) => String(row['id'])),
    links: () =>
      reading(() => selectLinks.all()).map((row) => ({
        at: Date.parse(String(row['at'])),
        // Written by us from the contract's own list.
        record: { kind: String(row['kind']) as KeptLink['record']['kind'], id: String(row['record']) },
        attempt: orNull(row['attempt']),
        order: orNull(row['order_reference']),
        explanation: String(row['explanation']),
        by: String(row['operator']),
      })),
    link: ({ at, record, attempt, order, explanation, by }) =>
      writing(() => {
        const kept = order === null ? null : clean(order);
        insertLink.run(iso(at), record.kind, record.id, attempt, kept, clean(explanation), clean(by));
      }),
  };
}
