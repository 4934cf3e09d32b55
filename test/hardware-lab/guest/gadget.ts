/**
 * A USB device made with the kernel's gadget framework (configfs) on a bus that exists in memory only (dummy_hcd): the
 * till's side of the kernel sees a device with vendor, product and serial number appear and disappear. Another process
 * simulates the device at `/dev/ttyGS…` and `/dev/hidg…` (firmware/).
 *
 * The kernel has only four HID functions and eight serial functions.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GADGETS = '/sys/kernel/config/usb_gadget';
const ENGLISH = 'strings/0x409';
const MOUNTS = '/run/functions';
const REPORT_BYTES = 64;

const busybox = (...words: readonly string[]): Buffer => execFileSync('/run/busybox', words);

/** Vendor-defined page FF00, like card terminals: 64 bytes in, 64 bytes out, no report ids. */
const vendorReports = Uint8Array.from([
  0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x09, 0x02, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x40, 0x81,
  0x02, 0x09, 0x03, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x40, 0x91, 0x02, 0xc0,
]);

/** `feature`: HID with feature reports, simulated through FunctionFS (firmware/feature-port.ts). */
type InterfaceKind = 'hid' | 'feature' | 'acm';
const functionOf: Readonly<Record<InterfaceKind, string>> = { hid: 'hid', feature: 'ffs', acm: 'acm' };

export interface GadgetOptions {
  /** Name in configfs, unique per gadget. */
  readonly name: string;
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber: string;
  readonly interfaces: readonly InterfaceKind[];
  /** Number of the device's USB bus, from 0. */
  readonly bus: number;
}

export class Gadget {
  readonly options: GadgetOptions;
  /** The device's end of the CDC-ACM line, or null. */
  readonly tty: string | null;
  /**
   * The device's end of the HID reports, or null; the node exists while the device is plugged in. For feature reports:
   * a folder that always exists.
   */
  readonly hid: string | null;
  /** Writing a bus controller's name to this file plugs the device in; an empty line pulls it. */
  readonly plugFile: string;
  readonly #folder: string;
  readonly #functions: readonly string[];
  readonly #mounted: string | null = null;
  #bus: number;

  constructor(options: GadgetOptions) {
    this.options = options;
    this.#bus = options.bus;
    const folder = join(GADGETS, options.name);
    this.#folder = folder;
    this.plugFile = join(folder, 'UDC');
    mkdirSync(folder);
    const put = (name: string, value: string | Uint8Array): void => writeFileSync(join(folder, name), value);
    put('idVendor', `0x${options.vendorId.toString(16)}`);
    put('idProduct', `0x${options.productId.toString(16)}`);
    put('bcdDevice', '0x0100');
    put('bcdUSB', '0x0200');
    // Interface association: the way for a device with several functions to declare them.
    put('bDeviceClass', '0xEF');
    put('bDeviceSubClass', '0x02');
    put('bDeviceProtocol', '0x01');
    mkdirSync(join(folder, ENGLISH));
    put(`${ENGLISH}/serialnumber`, options.serialNumber);
    put(`${ENGLISH}/manufacturer`, 'Tillbridge');
    put(`${ENGLISH}/product`, 'Lab terminal');
    mkdirSync(join(folder, 'configs/c.1', ENGLISH), { recursive: true });
    put(`configs/c.1/${ENGLISH}/configuration`, 'lab');
    this.#functions = options.interfaces.map((kind) => `${functionOf[kind]}.${options.name}`);
    for (const name of this.#functions) {
      mkdirSync(join(folder, 'functions', name));
      if (name.startsWith('hid.')) {
        put(`functions/${name}/protocol`, '0');
        put(`functions/${name}/subclass`, '0');
        put(`functions/${name}/report_length`, String(REPORT_BYTES));
        put(`functions/${name}/report_desc`, vendorReports);
      }
      symlinkSync(join(folder, 'functions', name), join(folder, 'configs/c.1', name));
    }
    const has = (kind: string): string | undefined => this.#functions.find((name) => name.startsWith(`${kind}.`));
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
    const acm = has('acm');
    const hid = has('hid');
    this.tty = acm === undefined ? null : `/dev/ttyGS${read(`functions/${acm}/port_num`)}`;
    // The minor number is the node's number.
    this.hid = hid === undefined ? null : `/dev/hidg${read(`functions/${hid}/dev`).split(':')[1]}`;
    if (has('ffs') !== undefined) {
      this.#mounted = join(MOUNTS, options.name);
      mkdirSync(this.#mounted, { recursive: true });
      busybox('mount', '-t', 'functionfs', options.name, this.#mounted);
      this.hid = this.#mounted;
    }
  }

  /** Controller of the next bus to plug into; another bus is another socket of the computer. */
  get controller(): string {
    return `dummy_udc.${this.#bus}`;
  }

  moveTo(bus: number): void {
    this.#bus = bus;
  }

  get isPluggedIn(): boolean {
    return readFileSync(this.plugFile, 'utf8').trim() !== '';
  }

  plug(): void {
    writeFileSync(this.plugFile, `${this.controller}\n`);
  }

  unplug(): void {
    writeFileSync(this.plugFile, '\n');
  }

  /** Removes the device from the kernel. The firmware that simulates it must have ended before. */
  remove(): void {
    if (this.isPluggedIn) this.unplug();
    if (this.#mounted !== null) busybox('umount', this.#mounted);
    for (const name of this.#functions) unlinkSync(join(this.#folder, 'configs/c.1', name));
    rmdirSync(join(this.#folder, 'configs/c.1', ENGLISH));
    rmdirSync(join(this.#folder, 'configs/c.1'));
    for (const name of this.#functions) rmdirSync(join(this.#folder, 'functions', name));
    rmdirSync(join(this.#folder, ENGLISH));
    rmdirSync(this.#folder);
  }
}

export const remainingGadgets = (): string[] => readdirSync(GADGETS);
