/**
 * The second record: an append-only text file with one line before every step that may move money, on disk before the
 * step. It survives a lost or corrupt database, and says which keys to ask the platform about (money rule 1).
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { TillError } from '../../contract/index.ts';

export interface Breadcrumb {
  /** Milliseconds since 1970. */
  at: number;
  attempt: string;
  /** The idempotency key the step goes out under, or belongs to. */
  key: string;
  /** `authorize`, `capture`, `void`, `reverse`. */
  what: string;
  /** Of the attempt: `sale`, `authorization`, `refund`. */
  kind: string;
  amountMinor: number;
  currency: string;
  terminal: string;
}

export interface Breadcrumbs {
  /** Writes one line and waits until it is on disk. Throws JRNL_UNWRITABLE. */
  drop(crumb: Breadcrumb): void;
  close(): void;
}

export function openBreadcrumbs(path: string): Breadcrumbs {
  const fd = attempted('open', path, () => openSync(path, 'a', 0o600));
  return {
    drop(crumb) {
      const line = `${new Date(crumb.at).toISOString()} ${crumb.what} ${crumb.attempt} ${crumb.key} ${crumb.amountMinor} ${crumb.currency} ${crumb.kind} ${encodeURIComponent(crumb.terminal)}\n`;
      attempted('write', path, () => {
        writeSync(fd, line);
        fsyncSync(fd);
      });
    },
    close() {
      closeSync(fd);
    },
  };
}

function attempted<Result>(what: string, path: string, task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    throw new TillError('JRNL_UNWRITABLE', `The payment record could not be written (${what}).`, {
      context: { path },
      cause,
    });
  }
}
