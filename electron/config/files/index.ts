/** Names of files that are on disk: renaming over a file that a scanner may hold, and a folder brought to disk. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** A new or renamed name is on disk only once its folder is; Windows keeps that by itself. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
