/**
 * Builds the package for Debian and its derivatives: the payload under /usr/lib, and its integration with the system
 * (build/packaging/linux).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.mjs';
import {
  buildEpoch,
  checkPayload,
  filesUnder,
  journalForm,
  layPayload,
  put,
  setTimes,
  version,
  write,
} from './payload.mjs';
import { Plain } from './run.mjs';

const sources = join(root, 'build/packaging/linux');
const read = (/** @type {string} */ name) => readFileSync(join(sources, name), 'utf8');
const HOME = 'usr/lib/tillbridge';
const DOC = 'usr/share/doc/tillbridge';

/** Documents for a user who has only the package, by their name there. */
const guides = /** @type {const} */ ([
  ['technician.md', 'build/docs/technician.md'],
  ['shop-owner.md', 'build/docs/shop-owner.md'],
  ['settings.md', 'electron/config/REFERENCE.md'],
  ['commands.md', 'electron/cli/REFERENCE.md'],
]);

/** @param {string} text @param {Readonly<Record<string, string>>} values for its `@NAMES@` */
const filled = (text, values) => text.replaceAll(/@([A-Z]+)@/g, (whole, name) => values[name] ?? whole);

/**
 * Compresses without a file name or time stamp, so that builds are reproducible.
 * @param {string} to
 * @param {string} text
 */
function writeGz(to, text) {
  write(to, '');
  write(to, gzipSync(text, { level: 9 }));
}

/** Adds all files except the program. @param {string} tree @param {number} epoch */
function tie(tree, epoch) {
  const at = (/** @type {string} */ path) => join(tree, path);
  put(join(sources, 'tillbridge.sh'), at('usr/bin/tillbridge'), 0o755);
  put(join(sources, 'tillbridge-till.sh'), at('usr/bin/tillbridge-till'), 0o755);
  put(join(sources, '70-tillbridge.rules'), at('usr/lib/udev/rules.d/70-tillbridge.rules'));
  put(join(sources, 'sysusers.conf'), at('usr/lib/sysusers.d/tillbridge.conf'));
  put(join(sources, 'tillbridge-system.service'), at('usr/lib/systemd/system/tillbridge.service'));
  put(join(sources, 'tillbridge-kiosk.service'), at('usr/lib/systemd/system/tillbridge-kiosk.service'));
  put(join(sources, 'tillbridge-user.service'), at('usr/lib/systemd/user/tillbridge.service'));
  put(join(sources, 'tillbridge.desktop'), at('usr/share/applications/tillbridge.desktop'));
  put(join(root, 'renderer/icon.svg'), at('usr/share/icons/hicolor/scalable/apps/tillbridge.svg'));
  const date = new Date(epoch * 1000).toISOString().slice(0, 10);
  const manual = filled(read('tillbridge.1'), { DATE: date, VERSION: version });
  for (const name of ['tillbridge', 'tillbridge-till']) writeGz(at(`usr/share/man/man1/${name}.1.gz`), manual);
  // Debian expects licences under this name; the program's own folder keeps the machine-readable list.
  put(at(`${HOME}/legal/LICENSE.txt`), at(`${DOC}/copyright`));
  writeGz(at(`${DOC}/NOTICES.txt.gz`), readFileSync(at(`${HOME}/legal/NOTICES.txt`), 'utf8'));
  // Relative links between these pages refer to the sources; the pages themselves are for a technician without network
  // access.
  for (const [page, from] of guides) put(join(root, from), at(`${DOC}/${page}`));
  writeGz(at(`${DOC}/changelog.gz`), readFileSync(join(root, 'build/CHANGELOG.md'), 'utf8'));
}

/** @param {string} tree @param {string} arch Debian's name of the architecture */
function control(tree, arch) {
  const bytes = filesUnder(tree).reduce((sum, name) => sum + statSync(join(tree, name)).size, 0);
  const values = {
    VERSION: version,
    ARCH: arch,
    SIZE: String(Math.ceil(bytes / 1024)),
    JOURNAL: String(journalForm()),
  };
  write(join(tree, 'DEBIAN/control'), filled(read('debian/control'), values));
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm'])
    write(join(tree, 'DEBIAN', name), filled(read(`debian/${name}`), values), 0o755);
}

/** True if dpkg-deb is available. */
export function canMakeDeb() {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux' && existsSync('/etc');
  } catch {
    return false;
  }
}

/**
 * Builds `<folder>/tillbridge_<version>_<arch>.deb`.
 * @param {{ folder: string, window?: string, runtime: import('./payload.mjs').Runtime, say: (line: string) => void }} options
 *   `window`: an unpacked Electron app to include
 * @returns {Promise<string>} its path
 */
export async function makeDeb({ folder, window, runtime, say }) {
  const target = {
    platform: /** @type {const} */ ('linux'),
    arch: process.arch === 'arm64' ? /** @type {const} */ ('arm64') : /** @type {const} */ ('x64'),
  };
  const arch = target.arch === 'x64' ? 'amd64' : 'arm64';
  const tree = mkdtempSync(join(tmpdir(), 'tillbridge-deb-'));
  const epoch = buildEpoch();
  try {
    await layPayload(join(tree, HOME), target, runtime, say);
    const { files, packages } = checkPayload(join(tree, HOME), target);
    if (window) cpSync(window, join(tree, HOME, 'window'), { recursive: true });
    tie(tree, epoch);
    control(tree, arch);
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree]);
    setTimes(tree, epoch);
    mkdirSync(folder, { recursive: true });
    const name = join(folder, `tillbridge_${version}_${arch}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', tree, name], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const megabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
    const size = filesUnder(tree).reduce((sum, one) => sum + statSync(join(tree, one)).size, 0);
    say(
      `${name}: ${megabytes(statSync(name).size)}, ${megabytes(size)} installed; ${files.length} files, ${packages.length} packages, all named in notices and bill of materials.`,
    );
    return name;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOSPC')
      throw new Plain('There is no room left on the disk for the package.');
    throw error;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
