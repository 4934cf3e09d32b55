/**
 * Builds the package that can be unpacked anywhere, without an administrator: `tillbridge/versions/VERSION`, the link
 * `tillbridge/current` and the start scripts. It updates itself (electron/starter/updates).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.mjs';
import { buildEpoch, checkPayload, layPayload, put, renumber, setTimes, version } from './payload.mjs';

/**
 * Options of tar for owner 0 and one format: GNU's tar and that of macOS and Windows name them differently.
 * @returns {string[]}
 */
function plainTar() {
  const isGnu = execFileSync('tar', ['--version']).includes('GNU');
  const owner = isGnu ? ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'] : ['--uid', '0', '--gid', '0'];
  return ['--format=ustar', ...owner];
}

/**
 * Builds `<folder>/tillbridge_<version>_<platform>-<arch>.tar.gz`.
 * @param {{ folder: string, target: import('./payload.mjs').Target, runtime: import('./payload.mjs').Runtime, say: (line: string) => void, version?: string }} options
 *   `version`: a version other than the current version, for tests
 * @returns {Promise<string>} its path
 */
export async function makeFolder({ folder, target, runtime, say, version: named = version }) {
  const tree = mkdtempSync(join(tmpdir(), 'tillbridge-folder-'));
  const home = join(tree, 'tillbridge');
  try {
    const payload = join(home, 'versions', named);
    await layPayload(payload, target, runtime, say);
    const { files, packages } = checkPayload(payload, target);
    renumber(payload, named);
    symlinkSync(`versions/${named}`, join(home, 'current'));
    for (const name of ['tillbridge', 'tillbridge-till'])
      put(join(root, 'build/packaging/folder', `${name}.sh`), join(home, name), 0o755);
    setTimes(tree, buildEpoch());
    mkdirSync(folder, { recursive: true });
    const draft = join(tree, 'draft.tar');
    execFileSync('tar', [...plainTar(), '-cf', draft, '-C', tree, 'tillbridge']);
    const name = join(folder, `tillbridge_${named}_${target.platform}-${target.arch}.tar.gz`);
    writeFileSync(name, gzipSync(readFileSync(draft), { level: 9 }));
    say(
      `${name}: ${(statSync(name).size / 2 ** 20).toFixed(1)} MB; ${files.length} files, ${packages.length} packages, all named in notices and bill of materials.`,
    );
    return name;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
