/**
 * Whether another program has locked a port, told without opening it. Opening alone raises DTR and RTS, and serialport sets
 * the port up before it tries the lock: whoever holds the port would see its parity, flow control and lines change under it.
 */
import { readFile, stat } from 'node:fs/promises';

/** One a line: `1: FLOCK  ADVISORY  WRITE 1234 00:06:123 0 EOF`, device and inode of the node (proc(5)). */
const LOCKS = '/proc/locks';

/**
 * True for a lock as serialport, picocom or minicom take it (flock). False where that cannot be told: elsewhere than on Linux
 * opening tells, and so it does for a port that is held exclusively (TIOCEXCL), which cannot be opened. Never rejects.
 */
export async function isLocked(path: string): Promise<boolean> {
  return (await lockHolder(path)) !== null;
}

/** The process that has such a lock; null where `isLocked` is false. Never rejects. */
export async function lockHolder(path: string): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  try {
    const [locks, { dev, ino }] = await Promise.all([readFile(LOCKS, 'utf8'), stat(path)]);
    // As glibc's major() and minor() take a device number apart; node's has 32 bits.
    const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
    const node = `${hex2(major)}:${hex2(minor)}:${ino}`;
    const line = locks.split('\n').find((one) => one.includes(' FLOCK ') && one.split(/\s+/).includes(node));
    return line === undefined ? null : Number(/ (?:READ|WRITE) +(-?[0-9]+) /.exec(line)?.[1] ?? 0);
  } catch {
    return null;
  }
}

const hex2 = (number: number): string => number.toString(16).padStart(2, '0');
