/** Programs that tests need in addition to Node: a Chromium, socat for serial lines, xz for the hardware lab. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, withProgress } from './run.mjs';

/** @param {readonly string[]} names */
function findInPath(names, path = process.env['PATH'] ?? '') {
  for (const name of names) {
    for (const folder of path.split(delimiter)) {
      if (folder === '') continue;
      const full = join(folder, name);
      try {
        accessSync(full, constants.X_OK);
        return full;
      } catch {
        // The program is not in this folder.
      }
    }
  }
  return undefined;
}

/** Path of a Chromium that Playwright can drive; CHROMIUM overrides the search. */
export function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named && existsSync(named)) return named;
  const places =
    process.platform === 'darwin'
      ? ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
      : process.platform === 'win32'
        ? ['PROGRAMFILES', 'PROGRAMFILES(X86)'].map((key) =>
            join(process.env[key] ?? '', 'Google/Chrome/Application/chrome.exe'),
          )
        : [];
  return (
    places.find((path) => existsSync(path)) ??
    findInPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
  );
}

export const findSocat = () => findInPath(['socat']);

/** A virtual screen. */
export const findXvfb = () => findInPath(['Xvfb']);
/** Presses keys on a virtual screen. */
export const findXdotool = () => findInPath(['xdotool']);

/** Unpacks the kernel of the hardware lab. */
export const findXz = () => findInPath(['xz']);

/**
 * Wine, to test for Windows. Debian has both programs outside the PATH; the PATH has a wrapper script that complains
 * about features that are not used here.
 */
const wineFolders = `/usr/lib/wine${delimiter}${process.env['PATH'] ?? ''}`;
export const findWine = () => findInPath(['wine64', 'wine'], wineFolders);
export const findWineServer = () => findInPath(['wineserver64', 'wineserver'], wineFolders);

/** The tool includes the runtime that it puts before the files. */
export const findAppImageTool = () => findInPath(['appimagetool', 'appimagetool-x86_64.AppImage']);

/** Creates a minimal Debian for installing packages. */
export const findDebootstrap = () => findInPath(['debootstrap']) ?? findInPath(['debootstrap'], '/usr/sbin:/sbin');

const canUseApt = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && findInPath(['apt-get']) !== undefined;

let isListFresh = false;
/** @type {Promise<unknown>} Suites that run in parallel install their programs one after another. */
let installing = Promise.resolve();

/** @typedef {{ find: () => string | undefined, name: string, aptPackage: string }} Tool */

/**
 * Finds a program, or installs its package if this script may install packages.
 * @param {Tool} tool
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>}
 */
export function ensureTool(tool, say) {
  const ensured = installing.then(() => findOrInstall(tool, say));
  installing = ensured.catch(() => undefined);
  return ensured;
}

/** @param {Tool} tool @param {(line: string) => void} say @returns {Promise<string | undefined>} */
async function findOrInstall({ find, name, aptPackage }, say) {
  const found = find();
  if (found) return found;
  if (!canUseApt()) {
    say(`${name} is not installed, so its tests are skipped. Install the package ${aptPackage} to run them.`);
    return undefined;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = await withProgress(`Installing ${name}`, say, async () => {
    if (!isListFresh) await run('apt-get', ['update', '-q'], { env, timeoutMs: 3 * 60_000 });
    isListFresh = true;
    return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', aptPackage], {
      env,
      timeoutMs: 6 * 60_000,
    });
  });
  const installed = find();
  if (!installed) {
    const why = result.isLate ? 'it took too long' : (result.text.trim().split('\n').at(-1) ?? 'unknown reason');
    say(`${name} could not be installed (${why}), so its tests are skipped.`);
  }
  return installed;
}
