/** Reads DATA/host.json, which describes the host that uses a data folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from './is-there.ts';
import { hostFileSchema, type HostFile } from './protocol.ts';

/**
 * File of the host that uses this folder, or null if the file is missing or incomplete. A killed host leaves its file
 * behind.
 */
export function readHostFile(dataDir: string): HostFile | null {
  try {
    return hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Name of the till that uses a data folder, for a sentence: with two versions on a computer, the user cannot see which
 * one runs. Commands and hosts of earlier versions provide no name.
 */
export function nameOfRunning(dataDir: string): string {
  const file = readHostFile(dataDir);
  if (!file?.version || !file.program || !isProcessAlive(file.pid)) return 'Another Tillbridge';
  return `Tillbridge ${file.version} (${file.program}, process ${file.pid})`;
}
