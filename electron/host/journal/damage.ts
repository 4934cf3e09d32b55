/** How damage shows, and the note beside the file that makes the next start look through all of it (quarantine.ts). */
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

/** Leaves the note. A disk that takes none is found out again by the next reader. */
export function suspect(path: string): void {
  try {
    writeFileSync(markOf(path), '', { mode: 0o600 });
  } catch {
    // Read-only or full: nothing that could be done about it here, and the failure itself is on its way to the caller.
  }
}

export function unsuspect(path: string): void {
  rmSync(markOf(path), { force: true });
}
