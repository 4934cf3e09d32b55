/** What every way to a printer gives: bytes out, bytes in, and an end. */
import { pause, systemClock } from '../../../domain/index.ts';
import { TillError } from '../../../contract/index.ts';

/** An open way to a printer, for one job. */
export interface Wire {
  /** Resolves when the bytes are on their way: taken by the printer's side or by the operating system for it. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when nothing of what was written waits here any more. */
  drain(): Promise<void>;
  onData(listener: (bytes: Uint8Array) => void): () => void;
  /** Lets go, also of bytes that were never taken. Idempotent, never rejects. */
  close(): Promise<void>;
  /** False where nothing ever comes back, so that asking is in vain. */
  readonly canAnswer: boolean;
}

/** Between two tries to open a port that somebody else has, milliseconds. */
const BUSY_AGAIN_MS = 100;

/**
 * Opens what somebody else may have for a moment: another job, a program that looks at ports. Tried again until it opens, until
 * it fails for another reason, or until the signal; `onBusy` is told why it waits.
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

/** The operating system's own code for a failure, such as ECONNREFUSED; else its words. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message.replace(/^Error:\s*/, '') : String(error);
}
