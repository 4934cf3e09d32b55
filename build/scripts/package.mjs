/**
 * Packages the till into build/out/package: a .deb, an AppImage, an installer for Windows, a disk image for macOS, and
 * on Linux and macOS a .tar.gz for any folder. Each has the browser shell, the command line and Node; the .deb also has
 * the Electron app if Electron's binary is available. The results are read back: natives, fuses, licence, notices, bill
 * of materials.
 *
 * `--stub` packages the Electron app alone, with a substitute for Electron's binary, for computers that cannot fetch
 * the real one. The result does not run.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { makeAppImage } from './parts/appimage.mjs';
import { electronBuild, ensureBuilt, rendererBuild } from './parts/build.mjs';
import { builderArguments } from './parts/builder-arguments.mjs';
import { canMakeDeb, makeDeb } from './parts/deb.mjs';
import { ensureElectron } from './parts/electron-binary.mjs';
import { makeFolder } from './parts/folder.mjs';
import { readFuses, writeStubElectron } from './parts/fuses.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { missingInLegal, writeLegal } from './parts/legal.mjs';
import { findMakensis, makeInstaller } from './parts/nsis.mjs';
import { out, ownNode, root } from './parts/paths.mjs';
import { buildEpoch } from './parts/payload.mjs';
import { Plain, run } from './parts/run.mjs';
import { runtimeOf } from './parts/runtime.mjs';
import { findAppImageTool } from './parts/tools.mjs';

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

/** Packaged binary that carries the fuses, and the folder of its resources. */
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

/** Names in the header of an asar archive: a length-prefixed JSON tree at its start. @param {string} path */
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

/**
 * Checks that the notices and the bill of materials contain every package in the archive.
 * @param {string} folder
 * @param {Set<string>} names
 */
function checkLegal(folder, names) {
  const inside = [...names].flatMap(
    (name) => /^node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(name)?.[1] ?? [],
  );
  const missing = missingInLegal(folder, inside);
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

async function packageElectron() {
  await ensureBuilt(rendererBuild, say);
  await ensureBuilt(electronBuild, say);
  writeLegal({ epoch: buildEpoch() });
  await withElectron(async (dist) => {
    const cli = join(root, 'node_modules/electron-builder/cli.js');
    const args = [
      cli,
      ...builderArguments({ platform: process.platform, isStub, env: process.env, config: CONFIG, dist }),
    ];
    const { code } = await run(ownNode, args, { cwd: root, timeoutMs: 10 * 60_000, onLine: say });
    if (code !== 0) throw new Plain('electron-builder failed.');
  });
  check();
  return dirname(packaged().resources);
}

try {
  await ensureInstalled(say);
  const folder = join(out, 'package');
  rmSync(folder, { recursive: true, force: true });
  if (isStub) await packageElectron();
  else {
    const hasElectron = (await ensureElectron(say)) !== undefined;
    if (!hasElectron) say('Electron’s binary could not be had, so the package opens the till in the browser.');
    const window = hasElectron ? await packageElectron() : undefined;
    if (canMakeDeb())
      await makeDeb({
        folder,
        runtime: await runtimeOf({ platform: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' }),
        say,
        ...(window ? { window } : {}),
      });
    else say('No .deb: it takes Linux with dpkg-deb.');
    if (process.platform !== 'win32') {
      const target = {
        platform: /** @type {'linux' | 'darwin'} */ (process.platform),
        arch: process.arch === 'arm64' ? /** @type {const} */ ('arm64') : /** @type {const} */ ('x64'),
      };
      await makeFolder({ folder, target, runtime: await runtimeOf(target), say });
    }
    if (process.platform === 'linux') {
      const tool = findAppImageTool();
      if (tool) {
        const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
        await makeAppImage({ folder, tool, runtime: await runtimeOf({ platform: 'linux', arch }), say });
      } else
        say('No AppImage: it takes appimagetool (github.com/AppImage/appimagetool), which no package of Debian has.');
    }
    const makensis = findMakensis();
    if (makensis) await makeInstaller({ folder, makensis, say });
    else say('No installer for Windows: it takes makensis (the package nsis).');
  }
} catch (error) {
  say(error instanceof Plain ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
