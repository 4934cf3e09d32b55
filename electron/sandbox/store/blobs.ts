/** Stores contents of files by the id of their record. */
import type { DatabaseSync } from 'node:sqlite';

export class Blobs {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec('CREATE TABLE IF NOT EXISTS blobs (owner TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL) STRICT');
  }

  put(owner: string, bytes: Uint8Array): void {
    this.#database
      .prepare('INSERT INTO blobs VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET bytes = excluded.bytes')
      .run(owner, bytes);
  }

  get(owner: string): Uint8Array | undefined {
    const row = this.#database.prepare('SELECT bytes FROM blobs WHERE owner = ?').get(owner) as
      | { bytes: Uint8Array }
      | undefined;
    return row?.bytes;
  }

  delete(owner: string): void {
    this.#database.prepare('DELETE FROM blobs WHERE owner = ?').run(owner);
  }
}
