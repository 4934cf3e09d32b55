/** Writes a file in one step, readable by this user only. */
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { replaceFile, syncFolder } from '../files/index.ts';

/** Writes the content to an open file, flushes it to disk and closes the file. @throws the errors of the file system */
export function writeDurably(file: number, content: string | Uint8Array): void {
  try {
    // On a nearly full disk writeSync writes a part, and reports that only by its return value.
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns when the content is on disk. @throws the errors of the file system; the previous content is kept then */
export function writePrivate(path: string, content: string | Uint8Array): void {
  const draft = `${path}.new`;
  // A draft of a process that crashed may have a different mode.
  rmSync(draft, { force: true });
  try {
    writeDurably(openSync(draft, 'wx', 0o600), content);
    replaceFile(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(path);
}
