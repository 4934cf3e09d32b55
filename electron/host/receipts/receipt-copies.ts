/**
 * Stores which receipt copies were given, so that the next copy is marked DUPLICATE. The copies have a separate file
 * with one line each: the journal is for money. If the file is unusable, the receipt is printed without that mark.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { ReceiptCopy } from '../../contract/index.ts';

export interface GivenCopy {
  attempt: string;
  reversal: string | null;
  /** `drawer` marks an opening of the cash drawer rather than a copy. */
  copy: ReceiptCopy | 'drawer';
}

/** Kept lines, enough for months; duplicates of older receipts are not requested. */
const KEPT = 10_000;

const keyOf = ({ attempt, reversal, copy }: GivenCopy): string => `${attempt} ${reversal ?? '-'} ${copy}`;

export class ReceiptCopies {
  readonly #path: string;
  readonly #onFailure: (what: string, error: unknown) => void;
  readonly #keys: Set<string>;

  /** `onFailure` is called each time the file cannot be used. */
  constructor(path: string, onFailure: (what: string, error: unknown) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
    this.#keys = new Set(readLines(path, onFailure));
    if (this.#keys.size <= KEPT * 2) return;
    this.#keys = new Set([...this.#keys].slice(-KEPT));
    this.#write('receipts given could not be shortened', writeFileSync, [...this.#keys]);
  }

  has(copy: GivenCopy): boolean {
    return this.#keys.has(keyOf(copy));
  }

  add(copy: GivenCopy): void {
    const key = keyOf(copy);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#write('a receipt given could not be written down', appendFileSync, [key]);
  }

  #write(failure: string, write: typeof writeFileSync | typeof appendFileSync, keys: readonly string[]): void {
    try {
      write(this.#path, `${keys.join('\n')}\n`, { mode: 0o600 });
    } catch (error) {
      this.#onFailure(failure, error);
    }
  }
}

function readLines(path: string, onFailure: (what: string, error: unknown) => void): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isNew) onFailure('receipts given could not be read', error);
    return [];
  }
}
