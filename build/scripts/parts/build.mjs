/** Builds only what changed: a hash of the sources is stored next to the result. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags, out, ownNode, root } from './paths.mjs';
import { Plain, run, withProgress } from './run.mjs';

/**
 * One hash over names and contents of files and folders.
 * @param {readonly string[]} paths relative to `base`; missing files count as empty
 * @param {string} base
 */
export function hashOf(paths, base = root) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(base, path);
    let entries;
    try {
      entries = readdirSync(full, { withFileTypes: true });
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      if (code === 'ENOENT') return;
      if (code !== 'ENOTDIR') throw error;
      const content = readFileSync(full);
      hash.update(`${path}\0${content.length}\0`).update(content);
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) add(`${path}/${entry.name}`);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/**
 * @typedef {{ name: string, what: string, args: readonly string[], sources: readonly string[], results: readonly string[] }} Build
 * `args` are arguments of Node; `results` are files that exist after a build, relative to the root.
 */

/**
 * The platform's document as code, and the validators of request bodies: every program and every check needs them.
 * @type {Build}
 */
const platformBuild = {
  name: 'platform-api',
  what: 'Building the platform’s document as code',
  args: [...nodeFlags, 'build/scripts/generate-platform-api.ts'],
  sources: [
    'electron/platform-api/document',
    'build/scripts/generate-platform-api.ts',
    ...['bundle', 'calls', 'document', 'validators'].map((name) => `build/scripts/parts/platform-${name}.ts`),
    'package-lock.json',
  ],
  results: [
    'electron/platform-api/openapi.yaml',
    ...['calls.ts', 'enums.ts', 'operations.ts', 'types.ts', 'validators.d.mts'].map(
      (name) => `electron/platform-api/generated/${name}`,
    ),
    'build/out/platform-api/validators.mjs',
  ],
};

/**
 * Messages of screens, receipts and settings as code, built from their catalogues.
 * @type {Build}
 */
const wordsBuild = {
  name: 'words',
  what: 'Building the words of every language',
  args: [...nodeFlags, 'build/scripts/generate-words.ts'],
  sources: [
    'electron/words/messages',
    'build/scripts/generate-words.ts',
    'build/scripts/parts/catalogues.ts',
    'build/scripts/parts/messages.ts',
    'package-lock.json',
  ],
  results: readdirSync(join(root, 'electron/words/messages')).map(
    (language) => `electron/words/generated/${language}/index.ts`,
  ),
};

const styleSheets = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => `renderer/${name.replaceAll('\\', '/')}`)
  .sort();

/** The classes of the style sheets as declarations.
 * @type {Build} */
const styleTypesBuild = {
  name: 'style-types',
  what: 'Building the types of style sheets',
  args: [...nodeFlags, 'build/scripts/generate-style-types.ts'],
  sources: [
    ...styleSheets,
    'build/scripts/generate-style-types.ts',
    'build/vite/style-modules.ts',
    'package-lock.json',
  ],
  results: styleSheets.map((sheet) => `build/out/styles/${sheet.slice('renderer/'.length)}.d.ts`),
};

/**
 * Builds the generated code that is not in git and that every program needs.
 * @param {(line: string) => void} say
 */
export async function ensureDerived(say) {
  await ensureBuilt(platformBuild, say);
  await ensureBuilt(wordsBuild, say);
  await ensureBuilt(styleTypesBuild, say);
}

/** @param {string} config */
const viteBuild = (config) => ['node_modules/vite/bin/vite.js', 'build', '-c', config, '--logLevel', 'warn'];

/** @type {Build} */
export const rendererBuild = {
  name: 'renderer',
  what: 'Building the UI',
  args: viteBuild('build/vite/renderer.config.ts'),
  sources: ['renderer', 'electron/domain', 'electron/contract', 'electron/words', 'build/vite', 'package-lock.json'],
  results: ['build/out/renderer/index.html'],
};

/** @type {Build} */
export const electronBuild = {
  name: 'electron',
  what: 'Building the Electron shell',
  args: viteBuild('build/vite/host.config.ts'),
  sources: ['electron', 'native', 'build/vite/host.config.ts', 'package.json', 'package-lock.json'],
  results: ['build/out/electron/main.js'],
};

/**
 * Programs that suites start as processes, each bundled into one file.
 * @type {Build}
 */
const programsBuild = {
  name: 'programs',
  what: 'Building the programs that tests start',
  args: viteBuild('build/vite/programs.config.ts'),
  sources: ['electron', 'native', 'test/recovery', 'build/vite', 'package.json', ...platformBuild.sources],
  results: ['build/out/programs/host.js'],
};

/**
 * Programs in a package for shops.
 * @type {Build}
 */
export const productBuild = {
  name: 'product',
  what: 'Building the programs of the package',
  args: viteBuild('build/vite/product.config.ts'),
  sources: ['electron', 'native', 'build/vite', 'package.json', ...platformBuild.sources],
  results: ['build/out/product/web.js'],
};

/**
 * @param {Build} build
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether it was built
 */
export async function ensureBuilt(build, say) {
  const stamp = join(out, `${build.name}.stamp`);
  const hash = hashOf(build.sources);
  const isThere = build.results.every((path) => existsSync(join(root, path))) && existsSync(stamp);
  if (isThere && readFileSync(stamp, 'utf8') === hash) return false;
  rmSync(stamp, { force: true });
  mkdirSync(out, { recursive: true });
  await withProgress(build.what, say, async () => {
    const { code, text } = await run(ownNode, build.args, {
      cwd: root,
      timeoutMs: 5 * 60_000,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Plain(`${build.what} failed:\n${text.trim()}`);
  });
  writeFileSync(stamp, hash);
  return true;
}

/** @type {Promise<void> | undefined} */
let programs;
/**
 * Lets tests start bundled programs, which takes about half of the time of a start from the sources; otherwise tests
 * start the sources (test/fixtures/programs.ts).
 * @param {(line: string) => void} say
 */
export function withPrograms(say) {
  const all = async () => {
    for (const build of [platformBuild, programsBuild]) await ensureBuilt(build, say);
    process.env['TILLBRIDGE_PROGRAMS'] = join(out, 'programs');
  };
  return (programs ??= all());
}
