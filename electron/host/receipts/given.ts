/**
 * Which copies of which receipts were given, so that the next one says DUPLICATE. One line a copy in a file of its own: the
 * journal is for money. A file that cannot be read or written costs that word, never the receipt.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { ReceiptCopy } from '../../contract/index.ts';

export interface GivenCopy {
  attempt: string;
  reversal: string | null;
  copy: ReceiptCopy;
}

export interface GivenCopies {
  has(copy: GivenCopy): boolean;
  add(copy: GivenCopy): void;
}

/** Enough for months; a receipt older than that is a duplicate nobody asks for. */
const KEPT = 10_000;

const keyOf = ({ attempt, reversal, copy }: GivenCopy): string => `${attempt} ${reversal ?? '-'} ${copy}`;

/** `onFailure` hears why the file could not be used, once each time. */
export function openGivenCopies(path: string, onFailure: (what: string, error: unknown) => void): GivenCopies {
  const keys = new Set(readLines(path, onFailure));
  if (keys.size > KEPT * 2) {
    const kept = [...keys].slice(-KEPT);
    keys.clear();
    for (const key of kept) keys.add(key);
    attempt('receipts given could not be shortened', () =>
      writeFileSync(path, `${kept.join('\n')}\n`, { mode: 0o600 }),
    );
  }

  function attempt(what: string, task: () => void): void {
    try {
      task();
    } catch (error) {
      onFailure(what, error);
    }
  }

  return {
    has: (copy) => keys.has(keyOf(copy)),
    add(copy) {
      const key = keyOf(copy);
      if (keys.has(key)) return;
      keys.add(key);
      attempt('a receipt given could not be written down', () => appendFileSync(path, `${key}\n`, { mode: 0o600 }));
    },
  };
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
