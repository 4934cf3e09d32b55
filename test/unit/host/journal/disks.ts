/** Real disks for tests: one that can be filled, one that can be made read-only. As root they are mounts of their own. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  folder: string;
  /** Takes the disk away, with everything on it. */
  remove(): void;
}

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: 'ignore', timeout: 10_000 });
};

/** Null where no small disk can be made (not root, or not Linux). */
export function smallDisk(kilobytes: number): (Disk & { fill(): void; free(): void }) | null {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-small-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0700`, 'tmpfs', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, 'filler');
  let isRemoved = false;
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
      if (isRemoved) return;
      isRemoved = true;
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Root is not bound by permissions, so there it is a read-only bind mount; for others a folder without write permission. */
export function lockableDisk(): Disk & { setReadOnly(isReadOnly: boolean): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-read-only-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) run('mount', '--bind', folder, folder);
  return {
    folder,
    setReadOnly(isReadOnly) {
      if (isRoot) run('mount', '-o', `remount,bind,${isReadOnly ? 'ro' : 'rw'}`, folder);
      else chmodSync(folder, isReadOnly ? 0o500 : 0o700);
    },
    remove() {
      if (isRoot) run('umount', '-l', folder);
      else chmodSync(folder, 0o700);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
