/** Keeps and shows answers that match no running attempt; they are never applied (money rule 7). */
import { toFailure } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { Journal } from '../journal/index.ts';

export interface UnmatchedOptions {
  journal: Journal;
  clock: Clock;
  publishUnmatched: (message: { at: number; attempt: string | null; what: string }) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** Publishes even if the journal cannot be written. */
export function keepUnmatched(options: UnmatchedOptions, attempt: string | null, what: string): void {
  const { clock, journal, log, publishUnmatched } = options;
  const unmatched = { at: clock.now(), attempt, what };
  log('warn', 'answer without a running attempt kept', { attempt, what });
  try {
    journal.keepUnmatched(unmatched);
  } catch (error) {
    log('error', 'unmatched answer could not be written', { failure: toFailure(error) });
  }
  publishUnmatched(unmatched);
}
