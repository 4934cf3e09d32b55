/**
 * Real disks for tests: a disk that can be filled, and a disk that can be made read-only. For root they are separate
 * mounts.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  folder: string;
  /** Removes the disk with everything on it. */
  remove(): void;
}

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: 'ignore', timeout: 10_000 });
};

/** True if small disks can be made here; elsewhere a limit of the process replaces them (RLIMIT_FSIZE). */
export const canMount: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    smallDisk(64).remove();
    return true;
  } catch {
    return false; // a container without the right to mount
  }
})();

/** True if a folder can be made read-only for this process: by a mount as root, by its permissions otherwise. */
export const canLock: boolean = canMount || (process.platform !== 'win32' && process.getuid?.() !== 0);

export function smallDisk(kilobytes: number): Disk & { fill(): void; free(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-small-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0700`, 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const fd = openSync(filler, 'a');
      try {
        for (const size of [65_536, 4_096, 1]) {
          try {
            for (;;) writeSync(fd, Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          }
        }
      } finally {
        closeSync(fd);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A read-only bind mount for root, which permissions do not restrict; for other users a folder without write
 * permission.
 */
export function lockableDisk(): Disk & { setReadOnly(isReadOnly: boolean): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-read-only-'));
  if (canMount) run('mount', '--bind', folder, folder);
  return {
    folder,
    setReadOnly(isReadOnly) {
      if (canMount) run('mount', '-o', `remount,bind,${isReadOnly ? 'ro' : 'rw'}`, folder);
      else chmodSync(folder, isReadOnly ? 0o500 : 0o700);
    },
    remove() {
      if (canMount) run('umount', '-l', folder);
      else chmodSync(folder, 0o700);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
