/**
 * Simulates a disk that acknowledged what it had not written: cuts off the last commits of a journal's write-ahead log
 * at the boundary of a frame. SQLite itself silently cuts off everything behind a bad frame.
 */
import { existsSync, readFileSync, truncateSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Ends of the commits in a write-ahead log, in bytes, oldest first (SQLite, "The Write-Ahead Log", sections 4 and 4.1).
 */
function commitsOf(wal: Buffer): number[] {
  if (wal.length < HEADER) return [];
  const frame = FRAME_HEADER + wal.readUInt32BE(8);
  const salts = wal.subarray(16, 24);
  const ends: number[] = [];
  for (let at = HEADER; at + frame <= wal.length; at += frame) {
    // Behind the last frame of this round of the log there are frames of an earlier round.
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    if (wal.readUInt32BE(at + 4) !== 0) ends.push(at + frame);
  }
  return ends;
}

/** Cuts off the last `count` commits of the journal at `path`, or all that its log has. Its host must have ended. */
export function loseCommits(path: string, count: number): void {
  const wal = `${path}-wal`;
  if (!existsSync(wal)) return;
  const ends = commitsOf(readFileSync(wal));
  truncateSync(wal, ends[ends.length - 1 - count] ?? HEADER);
}
