/**
 * Status of an ESC/POS printer. It answers DLE EOT n at once, even when out of paper (Epson's ESC/POS reference,
 * "Transmit real-time status"). Many printers and print servers never answer, so silence is no evidence.
 */
import { afterSilence, systemClock } from '../../../domain/index.ts';
import { TillError } from '../../../contract/index.ts';
import type { Wire } from './wire.ts';

export type PrinterTrouble = 'paper' | 'cover' | 'error' | 'offline';

const DLE = 0x10;
const EOT = 0x04;
/** Queries: printer, reason for offline, paper. */
const QUESTIONS = [1, 2, 4] as const;

/** Time limit of an answer; a printer at 9600 baud needs about 10 ms. */
export const STATUS_WITHIN_MS = 250;

/** In every answer bits 0 and 7 are clear, and bits 1 and 4 are set; other bytes are not answers. */
function isAnswer(byte: number): boolean {
  return (byte & 0x93) === 0x12;
}

/** Worst fault in three answers, or null. Pure. */
export function troubleOf([printer, offline, paper]: readonly [number, number, number]): PrinterTrouble | null {
  if ((paper & 0x60) !== 0 || (offline & 0x20) !== 0) return 'paper';
  if ((offline & 0x04) !== 0) return 'cover';
  if ((offline & 0x40) !== 0) return 'error';
  return (printer & 0x08) === 0 ? null : 'offline';
}

/**
 * Queries the status; `silent` unless the printer answers all three queries in time. Rejects if the bytes cannot be
 * sent.
 */
export async function askStatus(wire: Wire, withinMs: number): Promise<PrinterTrouble | 'fine' | 'silent'> {
  if (!wire.canAnswer) return 'silent';
  const heard: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = wire.onData((bytes) => {
    for (const byte of bytes) if (isAnswer(byte)) heard.push(byte);
    if (heard.length >= QUESTIONS.length) resolve();
  });
  const cancelTimer = afterSilence(systemClock, withinMs, resolve);
  try {
    await wire.write(Uint8Array.from(QUESTIONS.flatMap((question) => [DLE, EOT, question])));
    await promise;
  } finally {
    cancelTimer();
    stop();
  }
  const [printer, offline, paper] = heard;
  if (printer === undefined || offline === undefined || paper === undefined) return 'silent';
  return troubleOf([printer, offline, paper]) ?? 'fine';
}

const troubles: Readonly<Record<PrinterTrouble, string>> = {
  paper: 'is out of paper',
  cover: 'has its cover open',
  error: 'reports an error',
  offline: 'is offline',
};

/**
 * Error of a printer that is not ready. `isAfter` means found after the job, so part of the receipt may have been
 * printed.
 */
export function notReady(printer: string, reason: PrinterTrouble, isAfter: boolean): TillError {
  return new TillError('PRINTER_NOT_READY', `The receipt printer ${printer} ${troubles[reason]}.`, {
    context: { printer, reason, isAfter },
  });
}
