/** Builds the AppImage: the payload in one file that runs in place. Needs appimagetool on the build computer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { buildEpoch, checkPayload, layPayload, put, setTimes, version } from './payload.mjs';

const sources = join(root, 'build/packaging/linux');

/**
 * Builds `<folder>/Tillbridge-<version>-<arch>.AppImage`.
 * @param {{ folder: string, tool: string, runtime: import('./payload.mjs').Runtime, say: (line: string) => void }} options
 * @returns {Promise<string>} its path
 */
export async function makeAppImage({ folder, tool, runtime, say }) {
  const arch = process.arch === 'arm64' ? /** @type {const} */ ('arm64') : /** @type {const} */ ('x64');
  const target = { platform: /** @type {const} */ ('linux'), arch };
  const tree = mkdtempSync(join(tmpdir(), 'tillbridge-appimage-'));
  try {
    const inside = join(tree, 'Tillbridge.AppDir');
    await layPayload(inside, target, runtime, say);
    const { files, packages } = checkPayload(inside, target);
    put(join(sources, 'AppRun.sh'), join(inside, 'AppRun'), 0o755);
    put(join(sources, 'tillbridge.desktop'), join(inside, 'tillbridge.desktop'));
    for (const name of ['tillbridge.svg', '.DirIcon']) put(join(root, 'renderer/icon.svg'), join(inside, name));
    setTimes(inside, buildEpoch());
    mkdirSync(folder, { recursive: true });
    const machine = arch === 'x64' ? 'x86_64' : 'aarch64';
    const name = join(folder, `Tillbridge-${version}-${machine}.AppImage`);
    const env = { ...process.env, ARCH: machine, SOURCE_DATE_EPOCH: String(buildEpoch()) };
    execFileSync(tool, ['--no-appstream', inside, name], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    say(
      `${name}: ${(statSync(name).size / 2 ** 20).toFixed(1)} MB; ${files.length} files, ${packages.length} packages, all named in notices and bill of materials.`,
    );
    return name;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
