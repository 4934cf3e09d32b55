/**
 * The journal's store of dismissed items. The store is unrelated to money: an item whose name is lost is shown once
 * more.
 */
import type { DismissedChange } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';

export class DismissedStore {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /** Names of dismissed items, oldest first. */
  names(): string[] {
    return this.#db.all('SELECT name FROM put_away ORDER BY seq').map(({ name }) => String(name));
  }

  /**
   * Returns when the change is on disk.
   * @param kept number of newest names that stay
   * @throws JRNL_UNWRITABLE
   */
  change({ add, remove }: DismissedChange, kept: number): void {
    this.#db.transaction(() => {
      for (const name of [...remove, ...add]) this.#db.run('DELETE FROM put_away WHERE name = ?', name);
      for (const name of add) this.#db.run('INSERT INTO put_away (name) VALUES (?)', this.#db.clean(name));
      const oldest = '(SELECT seq FROM put_away ORDER BY seq DESC LIMIT 1 OFFSET ?)';
      this.#db.run(`DELETE FROM put_away WHERE seq <= ${oldest}`, kept);
    });
  }
}
