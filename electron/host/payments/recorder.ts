/** Writes to the journal, reports when writing fails and when it works again, and retries until then. */
import { toFailure, type Failure } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { Journal } from '../journal/index.ts';

export interface RecorderOptions {
  journal: Pick<Journal, 'probe'>;
  clock: Clock;
  /** Called with the reason why the journal cannot be written, or null once it can; only when that changes. */
  report: ((failure: Failure | null) => void) | undefined;
  /** Retries the pending writes; false if there are none. */
  retry: () => unknown;
}

const RETRY_MS = 500;

export class Recorder {
  readonly #options: RecorderOptions;
  #stopRetry: (() => void) | null = null;
  #known: Failure | null = null;
  #isClosed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Runs a task that writes, and reports the result. Throws what the task throws. */
  write(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#is(toFailure(error));
      throw error;
    }
    this.#is(null);
  }

  /** Writes a test page to determine whether the journal is writable. Never throws. */
  probe(): void {
    try {
      this.write(() => this.#options.journal.probe?.());
    } catch {
      // The failure is reported, and the next try is scheduled.
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRetry?.();
  }

  #is(failure: Failure | null): void {
    const { clock, report, retry } = this.#options;
    if (failure?.code !== this.#known?.code) report?.(failure);
    this.#known = failure;
    if (!failure || this.#isClosed) return;
    this.#stopRetry ??= clock.after(RETRY_MS, () => {
      this.#stopRetry = null;
      if (retry() === false) this.probe();
    });
  }
}
