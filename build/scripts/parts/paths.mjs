/** Paths of the repository, independent of the working directory. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');
export const out = join(root, 'build/out');
/** Folder of the reports, pictures and replies that suites write. */
export const results = join(root, 'test/results');

/** The Node of this repository (a package in the lock file), which runs TypeScript directly. */
export const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Flags for every TypeScript program: `node:sqlite` and type stripping still print warnings. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];

/** Path of npm's own JavaScript, so that npm is started without a shell, whatever the PATH. */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script && /npm-cli\.(c|m)?js$/.test(script) && existsSync(script)) {
    return { file: process.execPath, args: [script] };
  }
  const beside = join(process.execPath, '..', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const above = join(process.execPath, '..', '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const found = [beside, above].find((path) => existsSync(path));
  return found ? { file: process.execPath, args: [found] } : { file: 'npm', args: [] };
}
