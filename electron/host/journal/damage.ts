/** Detects damage, and leaves a note next to the file that makes the next start check all of it (quarantine.ts). */
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26), extended codes included. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : null;
  return code === 11 || code === 26 || /not a database|malformed/i.test(error.message);
}

const markOf = (path: string): string => `${path}.suspect`;

export function isSuspect(path: string): boolean {
  return existsSync(markOf(path));
}

/** Writes the note. If the disk refuses it, the next reader detects the damage again. */
export function markSuspect(path: string): void {
  try {
    writeFileSync(markOf(path), '', { mode: 0o600 });
  } catch {
    // The disk is read-only or full, and the caller gets the failure itself.
  }
}

export function clearSuspect(path: string): void {
  rmSync(markOf(path), { force: true });
}
