/**
 * A note next to a journal that turned out older than its recovery log. The note stays until the manager removes it: a
 * disk that lost writes once does so again.
 */
import { readFileSync, writeFileSync } from 'node:fs';

export interface OlderJournal {
  /** Time when the older journal was found, milliseconds since 1970. */
  at: number;
  /** Number of payments that were further in the log, or only there. */
  payments: number;
}

const noteOf = (journal: string): string => `${journal}.older`;

/** Writes the note, and returns its path. A disk that refuses the note is reported elsewhere. */
export function noteOlderJournal(journal: string, { at, payments }: OlderJournal): string {
  try {
    writeFileSync(noteOf(journal), `${new Date(at).toISOString()} ${payments}\n`, { mode: 0o600 });
  } catch {
    // The disk is read-only or full: every payment would fail likewise, and the program's log has the finding.
  }
  return noteOf(journal);
}

/** Note of the journal at this path with the note's file, or null. */
export function olderJournalOf(journal: string): (OlderJournal & { file: string }) | null {
  const file = noteOf(journal);
  try {
    const [moment, payments] = readFileSync(file, 'utf8').trim().split(' ');
    const at = Date.parse(moment ?? '');
    return Number.isNaN(at) ? null : { at, payments: Number(payments), file };
  } catch {
    return null;
  }
}
