/**
 * Checks the contents of each package, read by the programs that open it: each native module once, no private files,
 * complete licences and bill of materials, sizes. Each package is built twice and compared. The last line is `N passed,
 * N failed`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canMakeDeb, makeDeb } from '../../build/scripts/parts/deb.mjs';
import { makeFolder } from '../../build/scripts/parts/folder.mjs';
import { findMakensis, makeInstaller } from '../../build/scripts/parts/nsis.mjs';
import type { Component } from '../../build/scripts/parts/notices.mjs';
import { buildEpoch, checkPayload, filesUnder, nativesOf, type Target } from '../../build/scripts/parts/payload.mjs';
import { runtimeOf } from '../../build/scripts/parts/runtime.mjs';
import { Checks } from '../checks.ts';

/** Licences that need no legal advice: they require only their text, which the notices contain. */
const permissive =
  'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD OFL-1.1 MIT-0 CC0-1.0 Unlicense BlueOak-1.0.0 Zlib Python-2.0';
const LICENCES = new Set(permissive.split(' '));

type Bom = { components: Component[] };

interface Kind {
  readonly name: string;
  readonly target: Target;
  readonly make: (folder: string) => Promise<string>;
  /** Unpacks the package as its installation does. */
  readonly open: (file: string, into: string) => void;
}

const checks = new Checks();
const say = (): void => undefined;
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
const own = process.arch === 'arm64' ? ('arm64' as const) : ('x64' as const);
const untar = (file: string, into: string) => void execFileSync('tar', ['-xzf', file, '-C', into]);

function isThere(program: string): boolean {
  try {
    execFileSync(program, { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

function kinds(): Kind[] {
  const found: Kind[] = [];
  const linux: Target = { platform: 'linux', arch: own };
  if (canMakeDeb()) {
    const open = (file: string, into: string) => void execFileSync('dpkg-deb', ['-x', file, into]);
    found.push({
      name: '.deb',
      target: linux,
      make: async (folder) => makeDeb({ folder, runtime: await runtimeOf(linux), say }),
      open,
    });
  } else checks.skipped('the .deb', 'it takes Linux with dpkg-deb');
  const mac: Target = { platform: 'darwin', arch: 'arm64' };
  for (const target of [linux, mac]) {
    const make = async (folder: string) => makeFolder({ folder, target, runtime: await runtimeOf(target), say });
    found.push({ name: `.tar.gz ${target.platform}-${target.arch}`, target, make, open: untar });
  }
  const makensis = findMakensis();
  if (makensis && isThere('7z')) {
    const open = (file: string, into: string) =>
      void execFileSync('7z', ['x', '-y', `-o${into}`, file], { stdio: 'ignore' });
    found.push({
      name: '.exe',
      target: { platform: 'win32', arch: 'x64' },
      make: (folder) => makeInstaller({ folder, makensis, say }),
      open,
    });
  } else
    checks.skipped('the installer for Windows', 'it takes makensis, and 7z (the package p7zip-full) to look into it');
  return found;
}

/** Finds parts of the bill that lack a version or a licence that allows shipping. */
function faultsOfBill({ components }: Bom): string[] {
  return components.flatMap(({ name, version, licenses }) => {
    const ids = (licenses ?? []).map(({ license, expression }) => license?.id ?? expression ?? license?.name ?? '');
    const mayShip = (id: string) =>
      id
        .replaceAll(/[()]/g, '')
        .split(/ OR | AND /)
        .some((one) => LICENCES.has(one));
    const isFine = ids.length > 0 && ids.every(mayShip);
    return version !== undefined && isFine ? [] : [`${name} ${version}: ${ids.join()}`];
  });
}

/** The Debian 12 package of each shared library. Libraries that come with the C library are in libc6. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'libstdc++.so.6': 'libstdc++6',
  'libgcc_s.so.1': 'libgcc-s1',
  'libudev.so.1': 'libudev1',
  'libusb-1.0.so.0': 'libusb-1.0-0',
};
const OF_LIBC = /^(?:ld-linux|lib(?:c|m|dl|rt|pthread)\.so)/;

/** Libraries in the dynamic section of a program. */
function neededBy(file: string): string[] {
  const text = execFileSync('readelf', ['-d', file], { encoding: 'utf8' });
  return [...text.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name);
}

/** Libraries that the programs load, but that Depends of the .deb omits. */
function undeclared(deb: string, programs: readonly string[]): string[] {
  const depends = execFileSync('dpkg-deb', ['-f', deb, 'Depends'], { encoding: 'utf8' })
    .split(',')
    .map((one) => one.trim().split(' ')[0] ?? '');
  const needed = new Set(programs.flatMap(neededBy).filter((name) => !OF_LIBC.test(name)));
  return [...needed].filter((name) => !depends.includes(LIBRARIES[name] ?? name));
}

/** False if the Node of the package is not available, so that the package is not built here. */
async function hasRuntime({ name, target }: Kind): Promise<boolean> {
  try {
    return (await runtimeOf(target)).version !== '';
  } catch (error) {
    checks.skipped(name, String(error instanceof Error ? error.message : error));
    return false;
  }
}

async function look({ name, target, make, open }: Kind, folder: string): Promise<void> {
  const began = performance.now();
  const [first, second] = [await make(join(folder, 'a')), await make(join(folder, 'b'))];
  const isSame = digest(first) === digest(second);
  checks.check(`${name}: two builds are the same, bit for bit, without exceptions`, isSame);
  const into = join(folder, 'opened');
  mkdirSync(into);
  open(first, into);
  const manifest = filesUnder(into).find((one) => /(?:^|\/)package\.json$/.test(one) && !one.includes('node_modules/'));
  const payload = join(into, dirname(manifest ?? ''));
  // Throws when a native module is missing or unexpected, when the notices have gaps, and when the payload contains
  // sources, source maps, tests or dev dependencies.
  const { files, packages } = checkPayload(payload, target);
  const natives = files.filter((one) => one.endsWith('.node'));
  const isEach = natives.length === nativesOf(target).length && natives.length === 3;
  checks.check(`${name} contains one native of each kind, only for its system`, isEach, natives.join());
  checks.check(
    `${name} contains no source maps, sources, tests or dev dependencies, and lists every package in the notices`,
    true,
  );
  if (first.endsWith('.deb')) {
    if (!isThere('readelf')) checks.skipped(`${name}: libraries`, 'it takes readelf (the package binutils)');
    else {
      const missing = undeclared(
        first,
        [...natives, 'bin/node'].map((one) => join(payload, one)),
      );
      checks.check(
        `${name} lists in Depends every library that Node and the natives load`,
        missing.length === 0,
        missing.join(),
      );
    }
  }
  const bill = JSON.parse(readFileSync(join(payload, 'legal/sbom.cdx.json'), 'utf8')) as Bom;
  const nameOf = ({ purl }: Component) =>
    purl
      .replace(/^pkg:(?:npm|generic)\//, '')
      .replace('%40', '@')
      .replace(/@[^@]+$/, '');
  const listed = new Set(bill.components.map(nameOf));
  const faults = [...faultsOfBill(bill), ...packages.filter((one) => !listed.has(one))];
  const counted = `each of its ${packages.length} packages in the bill of materials, all ${bill.components.length} of it`;
  checks.check(`${name} lists ${counted} with version and licence`, faults.length === 0, faults.join('\n'));
  const unpacked = files.reduce((sum, one) => sum + statSync(join(payload, one)).size, 0);
  const sizes = `${megabytes(statSync(first).size)} MB, ${megabytes(unpacked)} MB installed, ${files.length} files`;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  checks.say(`     ${name}: ${sizes}, sha256 ${digest(first).slice(0, 16)}…, two builds in ${seconds} s`);
}

process.env['SOURCE_DATE_EPOCH'] = String(buildEpoch());
for (const kind of kinds()) {
  if (!(await hasRuntime(kind))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-contents-'));
  await checks.story(kind.name, () => look(kind, folder));
  rmSync(folder, { recursive: true, force: true });
}
checks.end();
