/**
 * The journal's store of card reads: the payment that each was for. A terminal makes a key serial number for a single
 * read, so a number that comes again for another payment was recorded and played back. Kept as a keyed hash.
 */
import { createHmac } from 'node:crypto';
import type { JournalDatabase } from './database.ts';

export class CardReadStore {
  readonly #db: JournalDatabase;
  /** Payments whose reads are not on disk yet, by hash. */
  readonly #unwritten = new Map<string, string>();

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /**
   * Payment that a card read belongs to: `attempt`, unless the same read was seen with another payment before. The row
   * reaches the disk with the entry that is appended next, before anything is sent, so there is no extra flush between
   * card and bank.
   * @throws JRNL_UNWRITABLE
   */
  ownerOf(keySerialNumber: string, attempt: string): string {
    const hash = this.#hash(keySerialNumber);
    const known = this.#db.all('SELECT attempt FROM card_read WHERE hash = ?', hash)[0]?.['attempt'];
    const owner = typeof known === 'string' ? known : this.#unwritten.get(hash);
    if (owner === undefined) this.#unwritten.set(hash, attempt);
    return owner ?? attempt;
  }

  /** Writes the reads, inside a transaction. Call `written` once that is on disk. */
  write(): void {
    for (const [hash, attempt] of this.#unwritten)
      this.#db.run('INSERT INTO card_read (hash, attempt) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, attempt);
  }

  written(): void {
    this.#unwritten.clear();
  }

  #hash(keySerialNumber: string): string {
    const key = this.#db.all('SELECT key FROM card_read_key')[0]?.['key'];
    if (!(key instanceof Uint8Array)) throw new Error('the key of the card reads is gone');
    return createHmac('sha256', key).update(keySerialNumber.toUpperCase()).digest('base64url');
  }
}
