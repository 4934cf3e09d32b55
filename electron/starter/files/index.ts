/** Renaming over what is there, also where somebody looks at a file for a moment. */
import { renameSync } from 'node:fs';

/** Waits between two tries, milliseconds: a virus scanner is done within a second. */
const HELD_WAITS_MS = [5, 10, 20, 40, 80, 160, 320];

/** Refused for the moment, as Windows has it while a virus scanner, an indexer or a backup reads the file. */
export function isHeld(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Gives a file or folder the name of another, or one that is free. On Windows it waits up to 0.6 s, blocking, for one that
 * is held; elsewhere nobody holds a name, and a refusal is one at once.
 * @throws as the file system does
 */
export function renameOver(
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
