/**
 * Packages the Electron shell with electron-builder into build/out/package, then reads back what came out: the fuses of the
 * binary, that shell, processes and UI are in the archive, and that licence, notices and bill of materials lie beside it.
 *
 * `--stub` packages with a stand-in for Electron's binary: for computers that cannot fetch it. The result does not run.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { electronBuild, ensureBuilt, rendererBuild } from './parts/build.mjs';
import { ensureElectron } from './parts/electron-binary.mjs';
import { readFuses, writeStubElectron } from './parts/fuses.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { noticesText, shippedOnly, shippedPackages, unclearLicences } from './parts/notices.mjs';
import { npmCommand, out, ownNode, root } from './parts/paths.mjs';
import { Plain, run } from './parts/run.mjs';

const CONFIG = 'build/electron-builder/electron-builder.yml';
const say = (/** @type {string} */ line) => console.log(line);
const isStub = process.argv.includes('--stub');

/** @param {(dist: string) => Promise<void>} work */
async function withElectron(work) {
  if (!isStub) {
    if (!(await ensureElectron(say)))
      throw new Plain('Electron’s binary could not be fetched. --stub packages without it.');
    return work(join(root, 'node_modules/electron/dist'));
  }
  if (process.platform === 'darwin') throw new Plain('--stub is for Linux and Windows; on macOS Electron is a bundle.');
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-electron-'));
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'));
    writeStubElectron(folder, version);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is put beside the app: our licence, the notices of what is in it, and the list of it as CycloneDX. */
const LEGAL = ['LICENSE.txt', 'NOTICES.txt', 'sbom.cdx.json'];

function writeLegal() {
  const folder = join(out, 'legal');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'build/LICENSE'), join(folder, 'LICENSE.txt'));
  const packages = shippedPackages();
  const unclear = unclearLicences(packages).map(({ name, licence }) => `${name} (${licence || 'none named'})`);
  if (unclear.length > 0) throw new Plain(`Somebody has to decide about the licence of ${unclear.join(', ')}.`);
  writeFileSync(join(folder, 'NOTICES.txt'), noticesText(packages));
  const { file, args } = npmCommand();
  // All of it, and then what is shipped: with --omit=dev npm leaves out what a tool of ours needs as well (zod, ajv).
  const sbom = [...args, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
  let list;
  try {
    list = execFileSync(file, sbom, { cwd: root, timeout: 2 * 60_000, maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] }); // oxfmt-ignore
  } catch (cause) {
    throw new Plain('npm could not list what is installed (npm sbom).', { cause });
  }
  const shipped = shippedOnly(
    JSON.parse(list.toString()),
    new Set(packages.map(({ name, version }) => `${name}@${version}`)),
  );
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(shipped, null, 2)}\n`);
}

/** The packaged binary that carries the fuses, and the folder of its resources. */
function packaged() {
  const folder = readdirSync(join(out, 'package')).find((name) => name.endsWith('-unpacked') || name.startsWith('mac'));
  if (!folder) throw new Plain('electron-builder left no unpacked app.');
  const base = join(out, 'package', folder);
  if (process.platform === 'darwin') {
    const contents = join(base, 'Tillbridge.app/Contents');
    return {
      binary: join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'),
      resources: join(contents, 'Resources'),
      legal: join(contents, 'legal'),
    };
  }
  const names = process.platform === 'win32' ? ['Tillbridge.exe'] : ['tillbridge', 'Tillbridge'];
  const binary = names.map((name) => join(base, name)).find((path) => existsSync(path));
  if (!binary) throw new Plain('The packaged app has no binary.');
  return { binary, resources: join(base, 'resources'), legal: join(base, 'legal') };
}

/** The names in the header of an asar archive: a length-prefixed JSON tree at its start. @param {string} path */
function archiveNames(path) {
  const data = readFileSync(path);
  const header = JSON.parse(data.subarray(16, 16 + data.readUInt32LE(12)).toString());
  /** @type {string[]} */
  const names = [];
  /** @param {{ files?: Record<string, any> }} node @param {string} prefix */
  const walk = (node, prefix) => {
    for (const [name, child] of Object.entries(node.files ?? {})) {
      names.push(`${prefix}${name}`);
      walk(child, `${prefix}${name}/`);
    }
  };
  walk(header, '');
  return new Set(names);
}

/** Every package in the archive stands in the notices and in the bill of materials. @param {string} folder @param {Set<string>} names */
function checkLegal(folder, names) {
  const [, notices = '', sbom = ''] = LEGAL.map((name) => readFileSync(join(folder, name), 'utf8'));
  const listed = new Set(
    JSON.parse(sbom).components.map((/** @type {{ purl: string }} */ { purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]*$/g, '')),
  ); // oxfmt-ignore
  const inside = [...names].flatMap((name) => /^node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(name)?.[1] ?? []); // oxfmt-ignore
  const missing = inside.filter((name) => !notices.includes(`\n${name} `) || !listed.has(name));
  if (missing.length > 0 || inside.length === 0)
    throw new Plain(`Notices or bill of materials lack ${missing.join(', ') || 'everything'}.`);
  say(`Checked: notices and bill of materials name all ${inside.length} packages in the archive.`);
}

function check() {
  const { binary, resources, legal } = packaged();
  const wanted = parse(readFileSync(join(root, CONFIG), 'utf8')).electronFuses;
  const found = readFuses(binary);
  const wrong = Object.keys(wanted).filter((name) => found?.[name] !== wanted[name]);
  if (wrong.length > 0)
    throw new Plain(`The packaged binary has other fuses than the configuration: ${wrong.join(', ')}.`);
  const names = archiveNames(join(resources, 'app.asar'));
  const needed = ['main.js', 'preload.cjs', 'host.js', 'sandbox.js', 'simulator.js'].map(
    (name) => `build/out/electron/${name}`,
  );
  const packages = ['serialport', 'node-hid', 'fastify', 'ws', 'zod'].map(
    (name) => `node_modules/${name}/package.json`,
  );
  const missing = [...needed, ...packages, 'build/out/renderer/index.html'].filter((name) => !names.has(name));
  if (missing.length > 0) throw new Plain(`The archive lacks ${missing.join(', ')}.`);
  const unwanted = [...names].filter((name) => /^(test|native|electron|renderer)\/|\.(ts|tsx|map)$/.test(name));
  const own = unwanted.filter((name) => !name.startsWith('node_modules/'));
  if (own.length > 0) throw new Plain(`The archive holds what it should not: ${own.slice(0, 5).join(', ')}.`);
  checkLegal(legal, names);
  say(`Checked: ${Object.keys(wanted).length} fuses as configured, ${names.size} entries in the archive.`);
}

try {
  await ensureInstalled(say);
  await ensureBuilt(rendererBuild, say);
  await ensureBuilt(electronBuild, say);
  writeLegal();
  rmSync(join(out, 'package'), { recursive: true, force: true });
  await withElectron(async (dist) => {
    const cli = join(root, 'node_modules/electron-builder/cli.js');
    const args = [cli, '--dir', '--publish', 'never', '-c', CONFIG, `-c.electronDist=${dist}`];
    const { code } = await run(ownNode, args, { cwd: root, timeoutMs: 10 * 60_000, onLine: say });
    if (code !== 0) throw new Plain('electron-builder failed.');
  });
  check();
} catch (error) {
  say(error instanceof Plain ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
