import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameOver } from '../starter/files/index.ts';
import { WEB_FILE, type WebFile } from '../starter/index.ts';

/** Writes DATA/web.json, whole or not at all, readable by this user only. */
export function writeWebFile(dataDir: string, file: WebFile): void {
  const path = join(dataDir, WEB_FILE);
  const half = `${path}.${file.pid}`;
  rmSync(half, { force: true });
  writeFileSync(half, `${JSON.stringify(file)}\n`, { mode: 0o600, flag: 'wx' });
  renameOver(half, path);
}

/** Removes it. */
export function removeWebFile(dataDir: string): void {
  rmSync(join(dataDir, WEB_FILE), { force: true });
}
