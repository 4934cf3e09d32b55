/** Builds only what changed: a hash over the sources lies beside the result. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags, out, ownNode, root } from './paths.mjs';
import { Plain, run, withProgress } from './run.mjs';

/**
 * One hash over names and contents of files and folders.
 * @param {readonly string[]} paths relative to `base`; what is not there counts as empty
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
 * @typedef {{ name: string, what: string, args: readonly string[], sources: readonly string[], result: string }} Build
 * `args` are for Node; `result` is a file under build/out that is there after a build.
 */

/** Validators of request bodies, which the sandbox needs.
 * @type {Build} */
export const validatorsBuild = {
  name: 'validators',
  what: 'Building the validators of the platform',
  args: [...nodeFlags, 'build/scripts/build-validators.ts'],
  sources: [
    'electron/platform-api/openapi.yaml',
    'build/scripts/build-validators.ts',
    'build/scripts/parts/platform-document.ts',
    'build/scripts/parts/platform-validators.ts',
    'package-lock.json',
  ],
  result: 'platform-api/validators.mjs',
};

/** @param {string} config */
const viteBuild = (config) => ['node_modules/vite/bin/vite.js', 'build', '-c', config, '--logLevel', 'warn'];

/** @type {Build} */
export const rendererBuild = {
  name: 'renderer',
  what: 'Building the UI',
  args: viteBuild('build/vite/renderer.config.ts'),
  sources: ['renderer', 'electron/contract', 'build/vite/renderer.config.ts', 'package-lock.json'],
  result: 'renderer/index.html',
};

/** @type {Build} */
export const electronBuild = {
  name: 'electron',
  what: 'Building the Electron shell',
  args: viteBuild('build/vite/host.config.ts'),
  sources: ['electron', 'native', 'build/vite/host.config.ts', 'package.json', 'package-lock.json'],
  result: 'electron/main.js',
};

/** The programs that suites start as processes, each in one file.
 * @type {Build} */
const programsBuild = {
  name: 'programs',
  what: 'Building the programs that tests start',
  args: viteBuild('build/vite/programs.config.ts'),
  sources: ['electron', 'native', 'test/recovery', 'build/vite', 'package.json', ...validatorsBuild.sources],
  result: 'programs/host.js',
};

/** What a package for shops carries.
 * @type {Build} */
export const productBuild = {
  name: 'product',
  what: 'Building the programs of the package',
  args: viteBuild('build/vite/product.config.ts'),
  sources: ['electron', 'native', 'build/vite', 'package.json', ...validatorsBuild.sources],
  result: 'product/web.js',
};

/**
 * @param {Build} build
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether it was built
 */
export async function ensureBuilt(build, say) {
  const stamp = join(out, `${build.name}.stamp`);
  const hash = hashOf(build.sources);
  if (existsSync(join(out, build.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
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
 * Has tests start programs from one file each, which costs about half of a start from the sources; without it they start those
 * (test/fixtures/programs.ts).
 * @param {(line: string) => void} say
 */
export function withPrograms(say) {
  const all = async () => {
    for (const build of [validatorsBuild, programsBuild]) await ensureBuilt(build, say);
    process.env['TILLBRIDGE_PROGRAMS'] = join(out, 'programs');
  };
  return (programs ??= all());
}
