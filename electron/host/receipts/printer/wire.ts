/** Common interface of all printer connections. */
import { pause, systemClock } from '../../../domain/index.ts';
import { TillError } from '../../../contract/index.ts';

/** Open connection to a printer, for one job. */
export interface Wire {
  /** Resolves when the printer's side or the operating system has accepted the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when all written bytes were sent. */
  drain(): Promise<void>;
  onData(listener: (bytes: Uint8Array) => void): () => void;
  /** Releases the connection and drops unaccepted bytes. Idempotent, never rejects. */
  close(): Promise<void>;
  /** False if the connection carries no answers, so that status queries are pointless. */
  readonly canAnswer: boolean;
}

/** Delay before another attempt to open a port in use. */
const BUSY_AGAIN_MS = 100;

/**
 * Opens a port that another job or program may hold briefly. Retries until it opens, until it fails for another reason,
 * or until the signal aborts; `onBusy` gets the reason for the wait.
 */
export async function openWhenFree<T>(
  open: () => Promise<T>,
  signal: AbortSignal,
  onBusy: (why: string) => void,
): Promise<T> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isBusy = /cannot lock port|EBUSY|busy|access denied/i.test(reasonOf(error));
      if (!isBusy || signal.aborted) throw error;
      onBusy('another program has it open');
      await pause(systemClock, BUSY_AGAIN_MS);
      if (signal.aborted) throw error;
    }
  }
}

export function unreachable(printer: string, why: string, cause?: unknown): TillError {
  return new TillError('PRINTER_UNREACHABLE', `The receipt printer ${printer} cannot be reached: ${why}.`, {
    context: { printer, why },
    cause,
  });
}

export function tooSlow(printer: string, withinMs: number): TillError {
  return new TillError(
    'PRINTER_TIMEOUT',
    `The receipt printer ${printer} did not take the receipt in ${withinMs} ms.`,
    {
      context: { printer, withinMs },
    },
  );
}

/** System code of an error, such as ECONNREFUSED; otherwise its message. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message.replace(/^Error:\s*/, '') : String(error);
}
