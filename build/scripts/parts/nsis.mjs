/**
 * Builds the installer for Windows, with makensis and the script in this repository (build/packaging/windows); also
 * runs on Linux.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import {
  buildEpoch,
  checkPayload,
  filesUnder,
  journalForm,
  layPayload,
  put,
  renumber,
  setTimes,
  version,
  write,
} from './payload.mjs';
import { runtimeOf } from './runtime.mjs';
import { Plain } from './run.mjs';

const sources = join(root, 'build/packaging/windows');
const TARGET = /** @type {const} */ ({ platform: 'win32', arch: 'x64' });

/** Path of makensis, or undefined. */
export function findMakensis() {
  for (const name of ['makensis', 'C:\\Program Files (x86)\\NSIS\\makensis.exe']) {
    try {
      execFileSync(name, [process.platform === 'win32' ? '/VERSION' : '-VERSION'], { stdio: 'ignore' });
      return name;
    } catch {
      // NSIS is not at this path.
    }
  }
  return undefined;
}

/** Size of the icon (renderer/icon.svg) for Windows: one 32-bit picture, drawn from its path. */
const SIZE = 32;

/**
 * Creates the icon as an .ico: a bitmap in the till's colour wherever the outline of the SVG covers a point.
 * @param {(x: number, y: number) => boolean} covers in units of the SVG's 32 by 32
 */
function icoOf(covers) {
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      let share = 0;
      for (let part = 0; part < 16; part += 1)
        if (covers(x + (part % 4) / 4 + 0.125, y + Math.floor(part / 4) / 4 + 0.125)) share += 1;
      // Bitmaps begin with the bottom row; bytes are blue, green, red, opacity.
      pixels.set([0x85, 0x5a, 0x0b, Math.round((share * 255) / 16)], ((SIZE - 1 - y) * SIZE + x) * 4);
    }
  }
  const head = Buffer.alloc(22 + 40);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([SIZE, SIZE], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(40 + pixels.length + (SIZE * SIZE) / 8, 14);
  head.writeUInt32LE(22, 18);
  head.writeUInt32LE(40, 22);
  head.writeInt32LE(SIZE, 26);
  head.writeInt32LE(SIZE * 2, 30);
  head.writeUInt16LE(1, 34);
  head.writeUInt16LE(32, 36);
  return Buffer.concat([head, pixels, Buffer.alloc((SIZE * SIZE) / 8)]);
}

/** Two posts and the span between them, like renderer/icon.svg. @param {number} x @param {number} y */
function coversIcon(x, y) {
  if (y < 6 || y > 26) return false;
  if ((x >= 3 && x <= 8) || (x >= 24 && x <= 29)) return true;
  if (x < 8 || x > 24) return false;
  // The span's upper edge curves from (8, 13.5) and (24, 13.5) down to 18.5, its lower edge from 20.8 down to 23.5.
  const bend = 1 - ((x - 16) / 8) ** 2;
  return y >= 13.5 + 5 * bend && y <= 20.8 + 2.7 * bend;
}

/** Space on the program's drive that is reserved for the records of payments. */
const KEPT_FREE_MB = 32;

/**
 * Checks that the script's list contains every top-level entry of the payload: the installer places and removes entries
 * by this list.
 * @param {string} payload
 * @param {string} script
 */
function checkNames(payload, script) {
  const named = [...script.matchAll(/^ {2}!insertmacro \$\{DO\} "([^"]+)"$/gm)].map(([, name]) => name);
  const missing = readdirSync(payload).filter((name) => !named.includes(name));
  if (missing.length > 0) throw new Plain(`The installer's script knows no ${missing.join(', ')}.`);
}

/**
 * Compiles the installer's script over a prepared payload: `<folder>/tillbridge-setup-<version>.exe`.
 * @param {{ payload: string, folder: string, makensis: string, version?: string, journal?: number, megabytes?: number }} options
 *   `version`, `journal`, `megabytes` (required space): values for tests
 * @returns {string} its path
 */
export function compileInstaller({
  payload,
  folder,
  makensis,
  version: named = version,
  journal = journalForm(),
  megabytes,
}) {
  const script = join(sources, 'tillbridge.nsi');
  for (const name of ['tillbridge.cmd', 'tillbridge-till.cmd']) put(join(sources, name), join(payload, name));
  const icon = join(payload, 'tillbridge.ico');
  write(icon, icoOf(coversIcon));
  checkNames(payload, readFileSync(script, 'utf8'));
  const epoch = buildEpoch();
  setTimes(payload, epoch);
  const files = filesUnder(payload);
  const bytes = files.reduce((sum, name) => sum + statSync(join(payload, name)).size, 0);
  mkdirSync(folder, { recursive: true });
  const output = join(folder, `tillbridge-setup-${named}.exe`);
  const defines = {
    VERSION: named,
    PAYLOAD: payload,
    OUTPUT: output,
    ICON: icon,
    JOURNAL: journal,
    LONGEST: Math.max(...files.map((name) => `/.new/${name}`.length)),
    MEGABYTES: megabytes ?? Math.ceil(bytes / 2 ** 20) + KEPT_FREE_MB,
  };
  const dash = process.platform === 'win32' ? '/' : '-';
  const args = Object.entries(defines).map(([key, value]) => `${dash}D${key}=${value}`);
  try {
    execFileSync(makensis, [`${dash}V2`, `${dash}INPUTCHARSET`, 'UTF8', ...args, script], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    const { stdout, stderr } = /** @type {{ stdout?: Buffer, stderr?: Buffer }} */ (cause);
    throw new Plain(`makensis failed:\n${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`, { cause });
  }
  if (readFileSync(output).subarray(0, 2).toString() !== 'MZ') throw new Plain('makensis left no Windows program.');
  return output;
}

/**
 * Builds `<folder>/tillbridge-setup-<version>.exe` with the program in it.
 * @param {{ folder: string, makensis: string, say: (line: string) => void, runtime?: import('./payload.mjs').Runtime, version?: string }} options
 *   `version`: a version other than the current version, for tests
 * @returns {Promise<string>} its path
 */
export async function makeInstaller({ folder, makensis, say, runtime, version: named = version }) {
  const tree = mkdtempSync(join(tmpdir(), 'tillbridge-nsis-'));
  try {
    const payload = join(tree, 'payload');
    await layPayload(payload, TARGET, runtime ?? (await runtimeOf(TARGET)), say);
    const { files, packages } = checkPayload(payload, TARGET);
    renumber(payload, named);
    const output = compileInstaller({ payload, folder, makensis, version: named });
    say(
      `${output}: ${(statSync(output).size / 2 ** 20).toFixed(1)} MB; ${files.length} files, ${packages.length} packages, all named in notices and bill of materials.`,
    );
    return output;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
