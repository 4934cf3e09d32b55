/**
 * Handles a damaged journal, which is never repaired in place or deleted: the file is quarantined under a name with the
 * time, a new journal begins, and the recovery log lists the payments to look up at the platform.
 *
 *   damage found (reading, writing) ─► `.suspect` next to the file ─► next open checks it all ─► JRNL_CORRUPT
 *   JRNL_CORRUPT at open, and recovery log or kiosk ─► quarantine, new journal      else: refuse to start, and report it
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toFailure, TillError } from '../../contract/index.ts';
import { clearSuspect } from './damage.ts';
import type { JournalOptions } from './database.ts';
import { openJournal, type JournalFile } from './journal.ts';
import { hasRecoveryRecords } from './recovery-log.ts';
import { damagedBeside, setAsideName } from './set-aside.ts';
import { replaceFile } from '../../config/files/index.ts';

/** A damaged journal that was moved aside. */
interface Quarantined {
  /** Time of the quarantine, milliseconds since 1970. */
  at: number;
  /** File name, in the journal's folder. */
  file: string;
}

export interface OpenedJournal {
  journal: JournalFile;
  /** Newest damaged journal that is still there, or null. */
  quarantined: Quarantined | null;
}

/** SQLite's own files of a database, and the anchor of its audit log. */
const PARTS = ['', '-wal', '-shm', '.audit-anchor'] as const;

/**
 * Opens the journal. Begins a new journal in place of a damaged journal in two cases: if the recovery log lists the
 * payments to look up, so that nothing is lost, or in a kiosk, where no manager is nearby.
 * @throws JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER, JRNL_UNWRITABLE
 */
export function openOrBegin(options: JournalOptions & { isKiosk: boolean; now: () => number }): OpenedJournal {
  const { path, isKiosk, now } = options;
  try {
    return { journal: openJournal(options), quarantined: newestDamaged(path) };
  } catch (error) {
    if (toFailure(error).code !== 'JRNL_CORRUPT' || !(isKiosk || hasRecoveryRecords(path))) throw error;
    const quarantined = quarantine(path, now());
    return { journal: openJournal(options), quarantined };
  }
}

/**
 * Renames database, write-ahead log and index: that log must never be applied to the new database.
 * @throws JRNL_UNWRITABLE
 */
function quarantine(path: string, at: number): Quarantined {
  const target = setAsideName(path, at);
  try {
    // The write-ahead log goes first: after a crash in between, the damaged database is still in place, and still
    // damaged.
    for (const part of [...PARTS].reverse()) {
      if (existsSync(path + part)) replaceFile(path + part, target + part);
    }
    clearSuspect(path);
  } catch (cause) {
    throw new TillError('JRNL_UNWRITABLE', 'The damaged payment journal could not be set aside.', {
      context: { path },
      cause,
    });
  }
  return { at, file: basename(target) };
}

export function newestDamaged(path: string): Quarantined | null {
  const file = damagedBeside(path).at(-1);
  return file === undefined ? null : { at: statSync(join(dirname(path), file)).mtimeMs, file };
}
