/**
 * The journal's part for card reads: which payment each was for. A terminal makes a key serial number for one read only, so
 * one that comes again for another payment was recorded and played back. Kept as a keyed hash.
 */
import { createHmac } from 'node:crypto';
import type { JournalDatabase } from './database.ts';

export class CardReadStore {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /**
   * The payment that a read was for: `attempt`, unless it was seen with another one before. Returns when it is on disk.
   * Throws JRNL_UNWRITABLE.
   */
  ownerOf(keySerialNumber: string, attempt: string): string {
    const hash = this.#hash(keySerialNumber);
    this.#db.write(() =>
      this.#db.run('INSERT INTO card_read (hash, attempt) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, attempt),
    );
    const owner = this.#db.all('SELECT attempt FROM card_read WHERE hash = ?', hash)[0]?.['attempt'];
    return typeof owner === 'string' ? owner : attempt;
  }

  #hash(keySerialNumber: string): string {
    const key = this.#db.all('SELECT key FROM card_read_key')[0]?.['key'];
    if (!(key instanceof Uint8Array)) throw new Error('the key of the card reads is gone');
    return createHmac('sha256', key).update(keySerialNumber.toUpperCase()).digest('base64url');
  }
}
