/**
 * Packages the Electron shell with electron-builder into build/out/package, then reads back what came out: the fuses of the
 * binary, and that shell, processes and UI are in the archive.
 *
 * `--stub` packages with a stand-in for Electron's binary: for computers that cannot fetch it. The result does not run.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { electronBuild, ensureBuilt, rendererBuild } from './parts/build.mjs';
import { ensureElectron } from './parts/electron-binary.mjs';
import { readFuses, writeStubElectron } from './parts/fuses.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { out, ownNode, root } from './parts/paths.mjs';
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
    };
  }
  const names = process.platform === 'win32' ? ['Tillbridge.exe'] : ['tillbridge', 'Tillbridge'];
  const binary = names.map((name) => join(base, name)).find((path) => existsSync(path));
  if (!binary) throw new Plain('The packaged app has no binary.');
  return { binary, resources: join(base, 'resources') };
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

function check() {
  const { binary, resources } = packaged();
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
  say(`Checked: ${Object.keys(wanted).length} fuses as configured, ${names.size} entries in the archive.`);
}

try {
  await ensureInstalled(say);
  await ensureBuilt(rendererBuild, say);
  await ensureBuilt(electronBuild, say);
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
