import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { TillError } from '../contract/index.ts';

/** Where this operating system's programs keep their data, for one user. */
export function defaultDataDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Tillbridge');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tillbridge');
  const xdg = env['XDG_DATA_HOME'];
  // The XDG base directory specification says to ignore a relative path.
  return join(xdg?.startsWith('/') ? xdg : join(home, '.local', 'share'), 'tillbridge');
}

/**
 * Makes the data folder, readable by this user only, and gives its absolute path.
 * @throws TillError CFG_INVALID when it is not a folder, JRNL_UNWRITABLE when it cannot be made or made private
 */
export function ensureDataDir(path: string): string {
  const full = resolve(path);
  try {
    mkdirSync(full, { recursive: true, mode: 0o700 });
    const mode = statSync(full).mode & 0o777;
    // Windows has no such bits: a folder under the user's profile is private there by its access list.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(full, 0o700);
    return full;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new TillError('CFG_INVALID', `The data folder ${full} is not a folder`, { cause: error });
    }
    throw new TillError('JRNL_UNWRITABLE', `The data folder ${full} cannot be used: ${code ?? 'unknown reason'}`, {
      cause: error,
    });
  }
}
