/**
 * A note beside a journal that turned out older than its recovery log. It stays until somebody takes it away: a disk that
 * lost writes once does so again.
 */
import { readFileSync, writeFileSync } from 'node:fs';

export interface OlderJournal {
  /** When it was found, milliseconds since 1970. */
  at: number;
  /** How many payments were further in the log, or only there. */
  payments: number;
}

const noteOf = (journal: string): string => `${journal}.older`;

/** Leaves the note, and returns where. A disk that takes none says so elsewhere. */
export function noteOlderJournal(journal: string, { at, payments }: OlderJournal): string {
  try {
    writeFileSync(noteOf(journal), `${new Date(at).toISOString()} ${payments}\n`, { mode: 0o600 });
  } catch {
    // Read-only or full: every payment would meet that too, and it is in the log of the program.
  }
  return noteOf(journal);
}

/** The note of the journal at this path, where there is one, and its file. */
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
