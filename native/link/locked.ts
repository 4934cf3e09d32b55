/**
 * Detects whether another program has locked a port, without opening it. Opening alone raises DTR and RTS, and
 * serialport sets up the port before it tries the lock: the program that holds the port would see its parity, flow
 * control and lines change.
 */
import { readFile, stat } from 'node:fs/promises';

/** One lock per line: `1: FLOCK  ADVISORY  WRITE 1234 00:06:123 0 EOF`, with the node's device and inode (proc(5)). */
const LOCKS = '/proc/locks';

/**
 * True for a lock as serialport, picocom or minicom take it (flock). False when this cannot be detected: outside Linux,
 * and for a port that is held exclusively (TIOCEXCL), the attempt to open fails instead. Never rejects.
 */
export async function isLocked(path: string): Promise<boolean> {
  return (await lockHolder(path)) !== null;
}

/** Id of the process that holds the lock, or null if `isLocked` is false. Never rejects. */
export async function lockHolder(path: string): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  try {
    const [locks, { dev, ino }] = await Promise.all([readFile(LOCKS, 'utf8'), stat(path)]);
    // Splits a device number like glibc's major() and minor(); Node's device numbers have 32 bits.
    const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
    const node = `${hex2(major)}:${hex2(minor)}:${ino}`;
    const line = locks.split('\n').find((one) => one.includes(' FLOCK ') && one.split(/\s+/).includes(node));
    return line === undefined ? null : Number(/ (?:READ|WRITE) +(-?[0-9]+) /.exec(line)?.[1] ?? 0);
  } catch {
    return null;
  }
}

const hex2 = (number: number): string => number.toString(16).padStart(2, '0');
