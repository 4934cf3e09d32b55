/** DATA/host.json as others read it: which host holds a data folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from './is-there.ts';
import { hostFileSchema, type HostFile } from './protocol.ts';

/** Written by the host that runs with this folder; null: none has, or half of it. One that was killed has left it there. */
export function readHostFile(dataDir: string): HostFile | null {
  try {
    return hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * The till that holds a data folder, for a sentence: of two versions on one computer nobody sees which one runs. A command that holds
 * it says no name, and neither do hosts of earlier versions.
 */
export function nameOfRunning(dataDir: string): string {
  const file = readHostFile(dataDir);
  if (!file?.version || !file.program || !isThere(file.pid)) return 'Another Tillbridge';
  return `Tillbridge ${file.version} (${file.program}, process ${file.pid})`;
}
