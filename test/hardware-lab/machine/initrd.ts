/** Builds the first file system of the guest's kernel: busybox, the lab's /init, and the modules in load order. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Modules for the root over 9p, its overlay, and both ends of the lab's devices. */
const guestModules = [
  'virtio_pci',
  '9p',
  '9pnet_virtio',
  'overlay',
  'virtio_console',
  'configfs',
  'xhci-pci',
  'usbserial',
  'ftdi_sio',
  'cdc-acm',
  'usbmon',
  'hid-generic',
  'usbhid',
  'uhid',
  'dummy_hcd',
  'libcomposite',
  'usb_f_acm',
  'usb_f_hid',
  'usb_f_fs',
] as const;

export interface InitrdOptions {
  /** `lib/modules/RELEASE` of the unpacked kernel package. */
  readonly modulesFolder: string;
  /** A busybox that needs no libraries. */
  readonly busybox: string;
  /** The guest's first program, a busybox shell script. */
  readonly init: string;
}

/**
 * Returns an uncompressed cpio archive.
 * @throws Error for a module that the kernel lacks
 */
export function buildInitrd({ modulesFolder, busybox, init }: InitrdOptions): Buffer {
  const archive = new CpioArchive();
  for (const folder of ['bin', 'dev', 'proc', 'sys', 'run', 'mods', 'root', 'mnt', 'tmp']) archive.folder(folder);
  archive.device('dev/console', 5, 1);
  archive.device('dev/null', 1, 3);
  archive.program('bin/busybox', readFileSync(busybox));
  archive.link('bin/sh', 'busybox');
  archive.program('init', readFileSync(init));
  loadOrder(modulesFolder, guestModules).forEach(({ name, path }, index) => {
    archive.file(`mods/${String(index).padStart(3, '0')}-${name}.ko`, readFileSync(path));
  });
  return archive.end();
}

interface KernelModule {
  readonly name: string;
  readonly path: string;
}

/** Returns the wanted modules and their dependencies in load order, without built-in modules. */
function loadOrder(folder: string, wanted: readonly string[]): KernelModule[] {
  const available = new Map(
    readdirSync(join(folder, 'kernel'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.ko'))
      .map((entry) => [plainName(entry.name), join(entry.parentPath, entry.name)]),
  );
  const builtIn = new Set(
    readFileSync(join(folder, 'modules.builtin'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => plainName(basename(line))),
  );
  const order: KernelModule[] = [];
  const seen = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name) || builtIn.has(name)) return;
    seen.add(name);
    const path = available.get(name);
    if (path === undefined) throw new Error(`the kernel has no module ${name}`);
    for (const needed of dependenciesOf(path)) add(needed);
    order.push({ name, path });
  };
  for (const name of wanted) add(plainName(name));
  return order;
}

/** The kernel treats - and _ in names as equal. */
function plainName(file: string): string {
  return file.replace(/\.ko$/, '').replaceAll('-', '_');
}

/** Reads `depends=a,b` from the module's own description (.modinfo). */
function dependenciesOf(path: string): string[] {
  const text = readFileSync(path).toString('latin1');
  return [...text.matchAll(/\0depends=([^\0]*)/g)]
    .flatMap((match) => (match[1] ?? '').split(','))
    .filter((name) => name !== '')
    .map(plainName);
}

const TYPE = { folder: 0o040_000, file: 0o100_000, link: 0o120_000, device: 0o020_000 } as const;

/** The "newc" format (cpio(5)): 110 bytes of hexadecimal header, name, content, each padded to four bytes. */
class CpioArchive {
  readonly #pieces: Buffer[] = [];
  #count = 0;

  folder(name: string): void {
    this.#add(name, TYPE.folder | 0o755);
  }

  file(name: string, content: Buffer): void {
    this.#add(name, TYPE.file | 0o644, content);
  }

  program(name: string, content: Buffer): void {
    this.#add(name, TYPE.file | 0o755, content);
  }

  link(name: string, target: string): void {
    this.#add(name, TYPE.link | 0o777, Buffer.from(target));
  }

  device(name: string, major: number, minor: number): void {
    this.#add(name, TYPE.device | 0o600, Buffer.alloc(0), { major, minor });
  }

  end(): Buffer {
    this.#add('TRAILER!!!', 0);
    return Buffer.concat(this.#pieces);
  }

  #add(name: string, mode: number, content: Buffer = Buffer.alloc(0), node = { major: 0, minor: 0 }): void {
    const path = Buffer.from(`${name}\0`);
    const inode = (this.#count += 1);
    const fields = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, node.major, node.minor, path.length, 0];
    const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
    this.#push(Buffer.concat([Buffer.from(header), path]));
    this.#push(content);
  }

  #push(piece: Buffer): void {
    this.#pieces.push(piece, Buffer.alloc((4 - (piece.length % 4)) % 4));
  }
}
