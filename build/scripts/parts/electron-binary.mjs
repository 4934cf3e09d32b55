/** Finds or fetches Electron's binary, and decides whether Electron can show a window here. */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { out, ownNode, root } from './paths.mjs';
import { run, withProgress } from './run.mjs';

const DOWNLOAD_WITHIN_MS = 120_000;
/** Time after a failed download in which starts do not retry. */
const TRY_AGAIN_AFTER_MS = 24 * 60 * 60_000;

/**
 * Reason why Electron is not tried here, or undefined if Electron may be tried. Pure.
 * @param {{ args: readonly string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform, uid: number | undefined }} situation
 * @returns {string | undefined}
 */
export function whyNotElectron({ args, env, platform, uid }) {
  if (env['TILLBRIDGE_SHELL'] === 'browser') return 'TILLBRIDGE_SHELL says so';
  if (env['TILLBRIDGE_SHELL'] === 'electron') return undefined;
  if (args.includes('--no-open')) return '--no-open opens no window';
  if (args.some((arg) => arg === '--port' || arg.startsWith('--port='))) return '--port asks for an address';
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display for Electron';
  if (platform === 'linux' && uid === 0) return 'Electron’s sandbox does not run as root';
  return undefined;
}

/** Path of the binary in Electron's folder, as in Electron's package. */
const binaryPaths = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/** Path of the binary if it exists: in the folder in ELECTRON_OVERRIDE_DIST_PATH, or in its package. */
export function findElectron() {
  const name = binaryPaths[/** @type {'darwin' | 'win32'} */ (process.platform)] ?? 'electron';
  const path = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist'), name);
  return existsSync(path) ? path : undefined;
}

/**
 * Path of the binary, fetched by Electron's own downloader if it is missing, or undefined if that fails.
 * @param {(line: string) => void} say
 */
export async function ensureElectron(say) {
  const found = findElectron();
  if (found) return found;
  const failedAt = join(out, 'electron-download-failed');
  if (existsSync(failedAt) && Date.now() - statSync(failedAt).mtimeMs < TRY_AGAIN_AFTER_MS) return undefined;
  const { ELECTRON_SKIP_BINARY_DOWNLOAD: _, ...env } = process.env;
  const { code } = await withProgress('Fetching Electron', say, () =>
    run(ownNode, [join(root, 'node_modules/electron/install.js')], { cwd: root, env, timeoutMs: DOWNLOAD_WITHIN_MS }),
  );
  const fetched = code === 0 ? findElectron() : undefined;
  if (fetched) rmSync(failedAt, { force: true });
  else {
    mkdirSync(out, { recursive: true });
    writeFileSync(failedAt, '');
  }
  return fetched;
}
