/** Durable file names: renames over a file that a scanner may have open, and flushes a folder to disk. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Waits between two attempts, milliseconds: a virus scanner needs less than a second. */
const HELD_WAITS_MS = [5, 10, 20, 40, 80, 160, 320];

/** True for a temporary refusal by Windows while a virus scanner, an indexer or a backup reads the file. */
export function isHeld(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Renames a file or folder to a name that may be in use. On Windows it waits up to 0.6 s, blocking, while another
 * program has the file open; on other systems a refusal is final.
 * @throws the errors of the file system
 */
export function replaceFile(
  from: string,
  to: string,
  rename: typeof renameSync = renameSync,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const waitMs of platform === 'win32' ? HELD_WAITS_MS : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  rename(from, to);
}

/** Flushes the folder of a new or renamed file, without which the name may be lost. Windows does that itself. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
