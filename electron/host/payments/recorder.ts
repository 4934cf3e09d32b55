/** Writing to the journal: tells when it fails and when it works again, and goes on trying meanwhile. */
import { toFailure, type Failure } from '../../contract/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Clock } from '../clock.ts';

export interface RecorderOptions {
  journal: Journal;
  clock: Clock;
  /** Why it cannot be written, or null once it can; only when that changes. */
  tell: ((failure: Failure | null) => void) | undefined;
  /** Tries again what waits to be written; false: nothing waits. */
  retry: () => unknown;
}

export interface Recorder {
  /** Runs what writes, and tells how that went. Throws what it throws. */
  write(task: () => void): void;
  /** Writes a page of its own, to learn whether the journal can be written. Never throws. */
  probe(): void;
  close(): void;
}

const RETRY_MS = 500;

export function createRecorder({ journal, clock, tell, retry }: RecorderOptions): Recorder {
  let stopRetry: (() => void) | null = null;
  let known: Failure | null = null;
  let isClosed = false;

  function is(failure: Failure | null): void {
    if (failure?.code !== known?.code) tell?.(failure);
    known = failure;
    if (!failure || isClosed) return;
    stopRetry ??= clock.after(RETRY_MS, () => {
      stopRetry = null;
      if (retry() === false) probe();
    });
  }

  function write(task: () => void): void {
    try {
      task();
    } catch (error) {
      is(toFailure(error));
      throw error;
    }
    is(null);
  }

  function probe(): void {
    try {
      write(() => journal.probe?.());
    } catch {
      // Told, and the next try is set.
    }
  }

  return {
    write,
    probe,
    close() {
      isClosed = true;
      stopRetry?.();
    },
  };
}
