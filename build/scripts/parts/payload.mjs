/**
 * Payload of a package for a shop's computer, with the layout of the repository, so that programs find their files in
 * the same places: the till's programs in one file each, the built UI, the few packages that cannot be bundled, and
 * Node itself.
 */
import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, productBuild, rendererBuild } from './build.mjs';
import { LEGAL, missingInLegal, writeLegal } from './legal.mjs';
import { textsOf } from './notices.mjs';
import { nodeFlags, out, ownNode, root } from './paths.mjs';
import { Plain } from './run.mjs';
import { unpacked } from './runtime.mjs';

/**
 * @typedef {{ platform: 'linux' | 'win32' | 'darwin', arch: 'x64' | 'arm64' }} Target
 * @typedef {{ binary: string, version: string, licence: string }} Runtime `binary`: path of node or node.exe; `licence`: its text
 */

export const { version } = /** @type {{ version: string }} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);

/** Scripts that keep the till on the screen, copied unchanged: they need only Node. */
const KEEPER = ['till-window', 'parts/shell-watch', 'parts/ask'].map((name) => `build/scripts/${name}.mjs`);

/** Packages that are not bundled (build/vite/bundled-programs.ts); the API page is only in a checkout. */
const unbundled = ['@napi-rs/keyring', 'serialport', 'node-hid', 'pdfkit', '@point-of-sale/receipt-printer-encoder'];

/** Packages needed only to compile natives, which never happens here. Their dependencies are omitted too. */
const onlyToCompile = new Set(['node-addon-api', 'yargs']);

/** Files that a package needs at run time, and its licence. */
const runs = /(?:\.(?:js|cjs|mjs|json|node|afm|trie|icc)|^licen[cs]e[^/]*|^notice[^/]*)$/i;
const neverRuns =
  /(?:^|\/)(?:tests?|docs?|examples?|benchmarks?|src\/.*\.(?:cc|h)|\.github|bin|tools|\.yarn|types)\/|(?:^|\/)rollup\.config\.|\.(?:map|d\.ts|d\.cts)$|(?:^|\/)(?:tsconfig[^/]*|package-lock)\.json$/;

/**
 * Build time in seconds since 1970: the time of the last commit, so that the same sources yield the same package.
 * @returns {number}
 */
export function buildEpoch() {
  const named = process.env['SOURCE_DATE_EPOCH'];
  if (named && /^[0-9]{1,10}$/.test(named)) return Number(named);
  try {
    const text = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(text.toString().trim());
  } catch {
    // Outside a checkout the commit's time is unknown, so a constant is used.
    return Date.UTC(2026, 0, 1) / 1000;
  }
}

/** Prebuilt natives of a target, each once: paths under node_modules. @param {Target} target */
export function nativesOf({ platform, arch }) {
  const libc = platform === 'linux' ? '.glibc' : '';
  const armed = arch === 'arm64' && platform !== 'darwin' ? '.armv8' : '';
  const serial = platform === 'darwin' ? 'darwin-x64+arm64' : `${platform}-${arch}`;
  const hid = `${platform === 'linux' ? 'HID_hidraw' : 'HID'}-${platform}-${arch}`;
  const keyring = `${platform}-${arch}${{ linux: '-gnu', win32: '-msvc', darwin: '' }[platform]}`;
  return [
    `@napi-rs/keyring-${keyring}/keyring.${keyring}.node`,
    `@serialport/bindings-cpp/prebuilds/${serial}/@serialport+bindings-cpp${armed}${libc}.node`,
    `node-hid/prebuilds/${hid}/node-napi-v4.node`,
  ];
}

const isNativePackage = (/** @type {string} */ name) => name.startsWith('@napi-rs/keyring-');

/** Folder of a package with a native for some system, in the version of the lock file. @param {string} name */
async function nativePackage(name) {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return unpacked(name, packages[`node_modules/${name}`].version);
}

/** Folder of a package as Node would resolve it from another package. @param {string} name @param {string} from */
function resolvePackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (folder === dirname(folder) || folder === root) return undefined;
  }
}

/** Folders of all packages that are included unbundled, the till's own packages first. @returns {string[]} */
function carriedPackages() {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    if (onlyToCompile.has(name)) return;
    const folder = resolvePackage(name, from);
    if (!folder) throw new Plain(`${name} is not installed: npm ci.`);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const one of Object.keys(dependencies)) add(one, folder);
  };
  for (const name of unbundled) add(name, root);
  return [...found];
}

/** Every file under a folder, relative to it, sorted. @param {string} folder @returns {string[]} */
export const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

/** @param {string} from @param {string} to @param {number} [mode] */
export function put(from, to, mode = 0o644) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
}

/** @param {string} to @param {string | Buffer} text @param {number} [mode] */
export function write(to, text, mode = 0o644) {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  chmodSync(to, mode);
}

/** @param {string} from @param {string} to @param {(name: string) => boolean} takes */
function putAll(from, to, takes) {
  for (const name of filesUnder(from)) if (takes(name)) put(join(from, name), join(to, name));
}

/**
 * @param {string} folder @param {Target} target @param {(name: string) => Promise<string>} find
 * @returns {Promise<import('./legal.mjs').Carried[]>} the natives that are separate packages
 */
async function putPackages(folder, target, find) {
  /** @type {import('./legal.mjs').Carried[]} */
  const carried = [];
  for (const place of carriedPackages()) {
    const inside = place.slice(root.length + 1);
    putAll(place, join(folder, inside), (name) => {
      if (name.startsWith('node_modules/') || name.startsWith('prebuilds/')) return false;
      return runs.test(name.split('/').at(-1) ?? '') && !neverRuns.test(name);
    });
  }
  for (const native of nativesOf(target)) {
    // A native in a separate package is installed for this system only.
    const [, name = '', inside = ''] = /^(@napi-rs\/[^/]+)\/(.*)$/.exec(native) ?? [];
    const from = name ? join(await find(name), inside) : join(root, 'node_modules', native);
    if (!existsSync(from)) throw new Plain(`There is no native module ${native} for this target.`);
    put(from, join(folder, 'node_modules', native));
    if (!name) continue;
    const manifest = join(dirname(from), 'package.json');
    put(manifest, join(folder, 'node_modules', name, 'package.json'));
    const { version: own, license: licence } = JSON.parse(readFileSync(manifest, 'utf8'));
    carried.push({ name, version: own, licence, texts: textsOf(dirname(from)), purl: `pkg:npm/${name}@${own}` });
  }
  return carried;
}

/**
 * Format of the journal that this version writes: an older version must be able to read it for a downgrade.
 * @returns {number}
 */
export function journalForm() {
  const schema = JSON.stringify(pathToFileURL(join(root, 'electron/host/journal/schema.ts')).href);
  const program = `console.log((await import(${schema})).SCHEMA_VERSION)`;
  return Number(execFileSync(ownNode, [...nodeFlags, '--input-type=module', '-e', program]).toString());
}

/**
 * Update feed of the built packages, and the key that signs it: from the environment, because the publisher of a
 * release decides both. A package without a feed or key is never updated.
 * @returns {{ feed: string, publicKey: string } | null}
 */
function updateOrigin() {
  const { TILLBRIDGE_UPDATE_FEED: feed, TILLBRIDGE_UPDATE_KEY: key } = process.env;
  if (!feed && !key) return null;
  if (!feed?.startsWith('https://') || !key)
    throw new Plain(
      'Updates take both: TILLBRIDGE_UPDATE_FEED, an https address, and TILLBRIDGE_UPDATE_KEY, the file of a public key.',
    );
  const publicKey = createPublicKey(readFileSync(key));
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Plain('The key of the updates is no Ed25519 key.');
  return { feed, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

/** Sets the time of every file under a folder to the build time. @param {string} folder @param {number} epoch */
export function setTimes(folder, epoch) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lutimesSync(join(entry.parentPath, entry.name), epoch, epoch);
  lutimesSync(folder, epoch, epoch);
}

/**
 * Creates the program's files in a folder; previous contents are deleted.
 * @param {string} folder
 * @param {Target} target
 * @param {Runtime} runtime
 * @param {(line: string) => void} say
 * @param {(name: string) => Promise<string>} [find] folder of a native package, whatever its source
 */
export async function layPayload(folder, target, runtime, say, find = nativePackage) {
  await ensureBuilt(rendererBuild, say);
  await ensureBuilt(productBuild, say);
  rmSync(folder, { recursive: true, force: true });
  const isWindows = target.platform === 'win32';
  put(runtime.binary, join(folder, 'bin', isWindows ? 'node.exe' : 'node'), 0o755);
  putAll(join(out, 'product'), join(folder, 'build/out/product'), (name) => name.endsWith('.js'));
  putAll(join(out, 'renderer'), join(folder, 'build/out/renderer'), (name) => !name.endsWith('.map'));
  for (const name of KEEPER) put(join(root, name), join(folder, name));
  const natives = await putPackages(folder, target, find);
  write(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'tillbridge', version, journal: journalForm(), type: 'module', private: true })}\n`,
  );
  const origin = updateOrigin();
  if (origin) write(join(folder, 'updates.json'), `${JSON.stringify(origin)}\n`);
  put(join(root, 'build/CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  const purl = `pkg:generic/node@${runtime.version}?arch=${target.platform}-${target.arch}`;
  const node = { name: 'node', version: runtime.version, licence: 'MIT', texts: [runtime.licence], purl };
  writeLegal({
    folder: join(folder, 'legal'),
    epoch: buildEpoch(),
    carried: [node, ...natives],
    isLeftOut: (name) => isNativePackage(name),
  });
}

/** Changes the version, for tests. @param {string} folder @param {string} named */
export function renumber(folder, named) {
  const manifest = join(folder, 'package.json');
  write(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: named })}\n`);
}

/** Names of the packages in a payload: bundled and unbundled. @param {string} folder */
function packagesIn(folder) {
  const nameOf = (/** @type {string} */ place) => place.replace(/^.*node_modules\//, '');
  const bundled = JSON.parse(readFileSync(join(out, 'product/bundled.json'), 'utf8')).map(nameOf);
  const carried = filesUnder(folder)
    .filter((name) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(name))
    .map((name) => nameOf(dirname(name)));
  return [...new Set([...bundled, ...carried, 'node'])];
}

/**
 * Reads a payload back and lists its content.
 * @param {string} folder
 * @param {Target} target
 * @returns {{ files: string[], packages: string[] }}
 */
export function checkPayload(folder, target) {
  const files = filesUnder(folder);
  const natives = files.filter((name) => name.endsWith('.node'));
  const wanted = nativesOf(target).map((name) => `node_modules/${name}`);
  if (natives.join() !== [...wanted].sort().join())
    throw new Plain(`Natives are not one of each: ${natives.join(', ')}`);
  const unwanted = files.filter((name) => /\.(?:map|tsx?|mts|cts|cc|h|gyp)$|(?:^|\/)(?:tests?|__tests__)\//.test(name));
  if (unwanted.length > 0) throw new Plain(`The package holds what it should not: ${unwanted.slice(0, 5).join(', ')}`);
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const dev = files.filter((name) => name.endsWith('/package.json') && locked[dirname(name)]?.dev);
  if (dev.length > 0) throw new Plain(`The package holds what only we need: ${dev.join(', ')}`);
  const needed = [
    'build/out/renderer/index.html',
    ...['cli', 'web', 'host', 'sandbox', 'simulator'].map((name) => `build/out/product/${name}.js`),
    ...KEEPER,
    ...LEGAL.map((name) => `legal/${name}`),
  ];
  const missing = needed.filter((name) => !files.includes(name));
  if (missing.length > 0) throw new Plain(`The package lacks ${missing.join(', ')}.`);
  const packages = packagesIn(folder);
  const unnamed = missingInLegal(join(folder, 'legal'), packages);
  if (unnamed.length > 0) throw new Plain(`Notices or bill of materials lack ${unnamed.join(', ')}.`);
  return { files, packages };
}
