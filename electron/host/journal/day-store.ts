/** The journal's store for the comparison of a day with the platform: explanations by managers. */
import type { DayLink } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';
import { iso, textOrNull } from './rows.ts';

/** A manager's explanation of a platform record, as it is kept. */
export interface KeptLink extends Omit<DayLink, 'at'> {
  /** Milliseconds since 1970. */
  at: number;
}

const columns = 'at, kind, record, attempt, order_reference, explanation, operator';

export class DayStore {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /** Explanations, oldest first; of two about the same record the later counts. */
  links(): KeptLink[] {
    return this.#db.all(`SELECT ${columns} FROM link ORDER BY seq`).map((row) => ({
      at: Date.parse(String(row['at'])),
      // The value was written from the contract's own list.
      record: { kind: String(row['kind']) as KeptLink['record']['kind'], id: String(row['record']) },
      attempt: textOrNull(row['attempt']),
      order: textOrNull(row['order_reference']),
      explanation: String(row['explanation']),
      by: String(row['operator']),
    }));
  }

  /**
   * Returns when the explanation is on disk.
   * @throws JRNL_UNWRITABLE
   */
  link({ at, record, attempt, order, explanation, by }: KeptLink): void {
    const { clean } = this.#db;
    const kept = order === null ? null : clean(order);
    const values = [iso(at), record.kind, record.id, attempt, kept, clean(explanation), clean(by)];
    this.#db.write(() => this.#db.run(`INSERT INTO link (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`, ...values));
    this.#db.writtenAt = at;
  }
}
