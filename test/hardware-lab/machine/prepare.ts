/**
 * Prepares the parts of the lab's machine from Debian's archive: QEMU, busybox and a kernel. They are downloaded and
 * unpacked into a separate folder of the lab, and the computer stays as it is. apt uses its own lists there, so it
 * needs no root and does not change the computer's lists. apt checks its downloads against the archive's signatures.
 * The checksums of the unpacked files are recorded, and checked before every later run.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { buildInitrd } from './initrd.ts';
import { unpackKernel } from './kernel-image.ts';

/** Increment this when the format of the kept files changes. */
const LAYOUT = 2;
const KERNEL_PACKAGE = 'linux-image-amd64';
/**
 * QEMU runs outside the guest and its parts must be of the same build, so all of them are downloaded even if the
 * computer has them. The other packages are laid over the computer's root in the guest, which may lack them.
 */
const QEMU_PACKAGES = ['qemu-system-x86', 'qemu-system-common', 'qemu-system-data', 'seabios'];
const PROGRAM_PACKAGES = [...QEMU_PACKAGES, 'busybox-static', 'udev', 'libusb-1.0-0'];
/** The guest needs only these files of the kernel package; the whole package would be 400 MB. */
const KERNEL_FILES = [
  './boot/vmlinuz-*',
  './lib/modules/*/modules.builtin',
  './lib/modules/*/kernel/drivers/usb/*',
  './lib/modules/*/kernel/drivers/hid/*',
  './lib/modules/*/kernel/drivers/virtio/*',
  './lib/modules/*/kernel/drivers/char/virtio_console.ko',
  './lib/modules/*/kernel/net/9p/*',
  './lib/modules/*/kernel/fs/*',
];
const DOWNLOAD_TIMEOUT_MS = 4 * 60_000;

/** Reason why this computer cannot run the lab; it is printed as a single line, and the suite is skipped. */
export class NotHere extends Error {}

export interface Parts {
  readonly programs: string;
  readonly kernel: string;
  readonly initrd: string;
}

interface Manifest {
  readonly layout: number;
  readonly release: string;
  readonly packages: readonly string[];
  /** SHA-256 of each file, by the path below the folder. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Provides the parts of the machine, and downloads them unless the folder `place` already has them.
 * @param init path of the guest's first program
 * @throws NotHere when a part is unavailable
 */
export function prepare(place: string, init: string, say: (line: string) => void): Parts {
  const folder = resolve(place);
  mkdirSync(folder, { recursive: true });
  const manifest = readManifest(folder, say) ?? download(folder, say);
  const parts = { programs: join(folder, 'programs'), kernel: join(folder, 'vmlinux'), initrd: join(folder, 'initrd') };
  const busybox = join(parts.programs, 'usr/bin/busybox');
  const modulesFolder = join(folder, 'kernel/lib/modules', manifest.release);
  writeFileSync(parts.initrd, buildInitrd({ modulesFolder, busybox, init }));
  return parts;
}

/** Returns the parts of an earlier run, or undefined if there are none or a part has changed. */
function readManifest(folder: string, say: (line: string) => void): Manifest | undefined {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return undefined;
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
  if (manifest.layout !== LAYOUT) return undefined;
  const wrong = Object.entries(manifest.files).find(([name, sum]) => sumOf(join(folder, name)) !== sum);
  if (wrong) {
    say(`${wrong[0]} is not what was unpacked: everything is fetched again.`);
    return undefined;
  }
  const main = manifest.packages.filter((name) => /^(?:qemu-system-x86|linux-image|busybox)/.test(name));
  say(`Nothing to download: ${main.join(', ')} (${Object.keys(manifest.files).length} checksums agree)`);
  return manifest;
}

function sumOf(path: string): string | undefined {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
}

function download(folder: string, say: (line: string) => void): Manifest {
  for (const name of ['apt', 'programs', 'kernel', 'vmlinux', 'initrd', 'manifest.json']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  const apt = new Apt(join(folder, 'apt'));
  say('Reading the package lists of Debian …');
  apt.get(['update', '-qq']);
  const kernelPackage = apt.dependencyOf(KERNEL_PACKAGE, /^linux-image-\d/);
  const release = kernelPackage.replace(/^linux-image-/, '');
  const uris = [
    ...apt.urisOf(['install', '--no-install-recommends', '--reinstall', ...PROGRAM_PACKAGES]),
    ...apt.urisOf(['download', kernelPackage]),
  ];
  const total = uris.reduce((sum, { bytes }) => sum + bytes, 0);
  say(`Downloading ${uris.length} packages, ${megabytes(total)}: ${uris.map(({ name }) => name).join(', ')}`);
  apt.get(['install', '--download-only', '-qq', '-y', '--no-install-recommends', '--reinstall', ...PROGRAM_PACKAGES]);
  apt.get(['download', '-qq', kernelPackage]);
  say('Unpacking …');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  mkdirSync(join(folder, 'kernel'));
  const packages: string[] = [];
  for (const file of apt.archives()) {
    packages.push(
      relative(join(folder, 'apt'), file)
        .split('/')
        .at(-1)
        ?.replace(/_[^_]*\.deb$/, '') ?? file,
    );
    if (file.includes('/linux-image-')) unpackKernelPackage(file, join(folder, 'kernel'));
    else must('dpkg-deb', ['-x', file, programs]);
  }
  mergeIntoUsr(programs);
  const bzImage = readFileSync(join(folder, `kernel/boot/vmlinuz-${release}`));
  writeFileSync(join(folder, 'vmlinux'), unpackKernel(bzImage));
  rmSync(join(folder, 'apt'), { recursive: true, force: true });
  const files = Object.fromEntries(
    ['programs', 'kernel', 'vmlinux']
      .flatMap((name) => filesBelow(folder, name))
      .map((name) => [name, sumOf(join(folder, name)) ?? '']),
  );
  const manifest: Manifest = { layout: LAYOUT, release, packages: packages.sort(), files };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/**
 * Follows the layout of the root below: /bin, /lib and /sbin are links into /usr there, and a folder would hide them.
 */
function mergeIntoUsr(programs: string): void {
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
    const from = join(programs, name);
    if (!existsSync(from)) continue;
    cpSync(from, join(programs, 'usr', name), { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true });
  }
}

function unpackKernelPackage(file: string, to: string): void {
  const list = ['tar', '-x', '-C', '"$1"', '--wildcards', ...KERNEL_FILES.map((word) => `'${word}'`)].join(' ');
  must('bash', ['-c', `set -o pipefail; dpkg-deb --fsys-tarfile "$0" | ${list}`, file, to]);
}

function filesBelow(folder: string, name: string): string[] {
  const path = join(folder, name);
  const entries = (() => {
    try {
      return readdirSync(path, { recursive: true, withFileTypes: true });
    } catch {
      return null;
    }
  })();
  if (!entries) return [name];
  return entries.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

interface Uri {
  readonly name: string;
  readonly bytes: number;
}

/** apt with its own lists and archives. */
class Apt {
  readonly #folder: string;
  readonly #options: readonly string[];

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, name), { recursive: true });
    this.#options = [
      `Dir::State::Lists=${folder}/lists`,
      `Dir::Cache=${folder}`,
      `Dir::Cache::Archives=${folder}/archives`,
      // The lock belongs to root, and the computer's own files are not changed.
      'Debug::NoLocking=true',
      'APT::Sandbox::User=',
      'APT::Update::Post-Invoke-Success::=',
      'Acquire::Languages=none',
    ].flatMap((option) => ['-o', option]);
  }

  get(args: readonly string[]): string {
    return must('apt-get', [...this.#options, ...args], join(this.#folder, 'archives'));
  }

  /** Returns the real package behind a meta package. */
  dependencyOf(name: string, pattern: RegExp): string {
    const found = must('apt-cache', [...this.#options, 'depends', name])
      .split('\n')
      .map((line) => /Depends: (\S+)/.exec(line)?.[1])
      .find((one) => one !== undefined && pattern.test(one));
    if (found === undefined) throw new NotHere(`the archive of this system has no ${name}`);
    return found;
  }

  /** Returns the files that a command would download: `'URI' FILE BYTES HASH` per line. */
  urisOf(args: readonly string[]): Uri[] {
    const lines = this.get([...args, '--print-uris', '-qq', '-y']).split('\n');
    return lines.flatMap((line) => {
      const [, file, bytes] = /^'[^']+' (\S+) (\d+)/.exec(line) ?? [];
      return file === undefined ? [] : [{ name: file.split('_')[0] ?? file, bytes: Number(bytes) }];
    });
  }

  archives(): string[] {
    return readdirSync(join(this.#folder, 'archives'))
      .filter((name) => name.endsWith('.deb'))
      .map((name) => join(this.#folder, 'archives', name));
  }
}

/**
 * Runs a program to its end and returns its standard output.
 * @throws NotHere with the program's last output when the program fails
 */
function must(program: string, args: readonly string[], cwd?: string): string {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: DOWNLOAD_TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (done.error) throw new NotHere(`${program}: ${done.error.message}`);
  if (done.status !== 0) throw new NotHere(`${program} ${args.at(-1) ?? ''}: ${lastLine(done.stderr)}`);
  return done.stdout;
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? 'it failed';

/** Checks for the computer's own programs that preparation and guest need. */
export function checkComputer(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new NotHere('it needs Linux on x86-64');
  const folders = ['/usr/sbin', '/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const has = (name: string): boolean => folders.some((folder) => isProgram(join(folder, name)));
  for (const name of ['apt-get', 'dpkg-deb', 'xz']) if (!has(name)) throw new NotHere(`it needs ${name}`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
