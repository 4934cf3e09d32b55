import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../config/files/index.ts';
import { WEB_FILE, type WebFile } from '../starter/index.ts';

/** Writes DATA/web.json atomically, readable by this user only. */
export function writeWebFile(dataDir: string, file: WebFile): void {
  writeOwnFile(join(dataDir, WEB_FILE), file);
}

/** Writes a file as JSON, atomically, readable by this user only. */
export function writeOwnFile(path: string, content: object): void {
  const half = `${path}.${process.pid}`;
  rmSync(half, { force: true });
  writeFileSync(half, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
  replaceFile(half, path);
}

export function removeWebFile(dataDir: string): void {
  rmSync(join(dataDir, WEB_FILE), { force: true });
}
