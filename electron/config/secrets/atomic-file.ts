/** A file that is there whole or not at all, for this user alone. */
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { renameOver, syncFolder } from '../files/index.ts';

/** Returns when it is on disk. @throws as the file system does; what was there before stays then */
export function writePrivate(path: string, content: string | Uint8Array): void {
  const draft = `${path}.new`;
  // A draft of a process that died may have another mode.
  rmSync(draft, { force: true });
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      // Not writeSync: a disk that is nearly full takes a part and says so by a number alone.
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameOver(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(path);
}
