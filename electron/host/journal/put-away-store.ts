/** The journal's part for what was shown and put away. Nothing of money: a name that is lost is shown once more. */
import type { PutAwayChange } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';

export class PutAwayStore {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /** Oldest first. */
  names(): string[] {
    return this.#db.all('SELECT name FROM put_away ORDER BY seq').map(({ name }) => String(name));
  }

  /** `kept`: how many of the newest stay. Returns when it is on disk. Throws JRNL_UNWRITABLE. */
  change({ add, remove }: PutAwayChange, kept: number): void {
    this.#db.transaction(() => {
      for (const name of [...remove, ...add]) this.#db.run('DELETE FROM put_away WHERE name = ?', name);
      for (const name of add) this.#db.run('INSERT INTO put_away (name) VALUES (?)', this.#db.clean(name));
      const oldest = '(SELECT seq FROM put_away ORDER BY seq DESC LIMIT 1 OFFSET ?)';
      this.#db.run(`DELETE FROM put_away WHERE seq <= ${oldest}`, kept);
    });
  }
}
