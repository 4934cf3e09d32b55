/** Place of temporary data folders of suites. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** A run needs a tenth of this. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/**
 * Makes this process's children put their temporary folders into memory, if there is an in-memory file system with
 * enough space: tests of journals mostly wait for the disk, and what they show (the order of writes, the state after a
 * kill) is the same in memory. An existing TMPDIR is respected. The folder is deleted with this process.
 */
export function keepInMemory() {
  if (process.platform !== 'linux' || process.env['TMPDIR'] || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'tb-'));
  // The mode is that of /tmp, because some tests start programs as another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
