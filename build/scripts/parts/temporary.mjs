/** Where suites put data folders that nobody keeps. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** What a run puts there is a tenth of it. */
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
 * Has this process's children put their temporary folders into memory, where there is a file system for that with room: most of
 * what tests of journals wait for is the disk, and what they show (what is written before what, what is left when a process is
 * killed) is the same there. Somebody's own TMPDIR stands. All of it is gone with this process.
 */
export function keepInMemory() {
  if (process.platform !== 'linux' || process.env['TMPDIR'] || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'tb-'));
  // As /tmp is: some tests start programs as another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
