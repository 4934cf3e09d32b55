/**
 * Environment of the suites of `npm run test:windows`: this computer if it runs Windows, otherwise Wine with a copy of
 * the sources and packages for Windows, kept in the user's cache for the next run.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, hashOf, rendererBuild, withPrograms } from './build.mjs';
import { npmCommand, out, root } from './paths.mjs';
import { Plain, run, withProgress } from './run.mjs';
import { node } from './suites.mjs';
import { Wine, wineRuntime } from './wine.mjs';

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tillbridge/windows');
/** Parts of the cache: sources and packages, Wine's drive, results of suites. */
export const labFolders = { tree: join(cache, 'tree'), prefix: join(cache, 'prefix'), results: join(cache, 'results') };
/** Files that the till's programs need in addition to their packages. */
const SOURCES = [
  'build',
  'electron',
  'native',
  'renderer',
  'test',
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.github',
  '.ci',
  '.vscode',
  '.editorconfig',
  '.gitattributes',
  '.oxfmtrc.json',
  '.gitignore',
];
const BUILT = ['platform-api', 'renderer', 'programs', 'platform-api.stamp', 'renderer.stamp', 'programs.stamp'];

/** @typedef {{ name: string, node: typeof node }} WindowsLab `node`: runs one of the till's programs as on Windows */

/** Copies the current sources; files of an earlier run are deleted. @param {string} tree */
function copySources(tree) {
  mkdirSync(tree, { recursive: true });
  for (const name of readdirSync(tree)) if (name !== 'node_modules') rmSync(join(tree, name), { recursive: true });
  const isLeft = (/** @type {string} */ path) => path !== out && path !== join(root, 'test/results');
  for (const name of SOURCES)
    if (existsSync(join(root, name))) cpSync(join(root, name), join(tree, name), { recursive: true, filter: isLeft });
  for (const name of BUILT) cpSync(join(out, name), join(tree, 'build/out', name), { recursive: true });
}

/**
 * Installs packages for Windows as in the lock file, and Node, which no package script installs here.
 * @param {string} tree
 * @param {(line: string) => void} say
 */
async function installFor(tree, say) {
  const stamp = join(tree, 'node_modules/.tillbridge');
  const hash = hashOf(['package-lock.json', 'build/scripts/parts/wine.mjs']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await withProgress('Installing packages for Windows', say, async () => {
    const { file, args } = npmCommand();
    const words = [
      ...args,
      'ci',
      '--os=win32',
      '--cpu=x64',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
    ];
    const { code, text } = await run(file, words, { cwd: tree, timeoutMs: 20 * 60_000 });
    if (code !== 0) throw new Plain(`The packages for Windows could not be installed:\n${text.trim()}`);
    await wineRuntime(join(tree, 'node_modules/node/bin'));
  });
  writeFileSync(stamp, hash);
}

/** Allows one run at a time: runs share the drive. */
function takeTurn() {
  const file = join(cache, 'running');
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    throw new Plain(`npm run test:windows is running already (process ${pid}).`);
  } catch (error) {
    if (error instanceof Plain) throw error;
    // No run holds the lock, or its process has ended.
  }
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

/** @param {(line: string) => void} say @returns {Promise<WindowsLab>} */
async function onWine(say) {
  await ensureBuilt(rendererBuild, say);
  await withPrograms(say);
  const { tree, prefix, results: folder } = labFolders;
  takeTurn();
  copySources(tree);
  await installFor(tree, say);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const wine = await withProgress('Starting Wine', say, () => Promise.resolve(new Wine(prefix)));
  // However this program ends, every Windows program is stopped.
  process.on('exit', () => wine.close());
  let runs = 0;
  /** @type {typeof node} */
  const wineNode = (args, { minutes, env, isQuiet }) => {
    runs += 1;
    return wine.run([join(tree, 'node_modules/node/bin/node.exe'), ...args], join(folder, `run-${runs}`), {
      cwd: tree,
      env: { NO_COLOR: '1', TILLBRIDGE_PROGRAMS: `Z:${join(tree, 'build/out/programs')}`, ...env },
      timeoutMs: minutes * 60_000,
      ...(isQuiet ? {} : { onLine: say }),
    });
  };
  return { name: wine.version, node: wineNode };
}

/** @param {(line: string) => void} say @returns {Promise<WindowsLab>} */
async function onWindows(say) {
  await ensureBuilt(rendererBuild, say);
  await withPrograms(say);
  return { name: 'Windows', node };
}

/** Created once per run. @type {Promise<WindowsLab> | undefined} */
let opened;
/** @param {(line: string) => void} say */
export const windowsLab = (say) => (opened ??= process.platform === 'win32' ? onWindows(say) : onWine(say));
