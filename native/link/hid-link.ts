/**
 * USB HID device through the node-hid binding.
 *
 * Pitfalls of the binding, each handled below:
 * - It reports an unplug only while a 'data' listener exists: one is attached at open and stays until close.
 * - The reason is a string, not an Error; and an 'error' without a listener would end the process.
 * - A second 'data' listener throws "read is already running" in a later tick: listeners register at the link, never at
 *   the device.
 * - Synchronous calls block the event loop for seconds on a stuck device: only the asynchronous class is used.
 * - close() must not run during a pending read, and throws on a closed device. The asynchronous class stops its reader
 *   before it closes, so close() is called exactly once.
 * - Most terminals use no report ids, but the operating system still requires the id byte in front: 00 on write, none
 *   on read.
 * - A reader with report ids has the id in front in both directions. The answer to a feature report must be fetched
 *   once per request. The binding does not know the size of such a report, so the size comes from the device's
 *   descriptor if the system shows it.
 * - Linux queues 64 reports per reader and silently drops the rest: the reader is never paused.
 */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Device } from 'node-hid';
import { reasonOf, TillError } from './failure.ts';
import { featureBytesOf } from './hid-descriptor.ts';
import { LinkCore, openWithin, type Link } from './link.ts';
import type { UsbIds } from './usb-ids.ts';
import { hidPermissionAdvice } from './permission.ts';

const REPORT_BYTES = 64;
/** Types that precede the id of a numbered report on a link (link.ts). */
const reportType = { input: 0x01, feature: 0x03 } as const;
/** First vendor-defined usage page; the keyboards and mice of a composite device have lower pages. */
const FIRST_VENDOR_PAGE = 0xff00;

/** Loaded on first use: a computer without the USB libraries of the binding still has serial ports and TCP. */
async function loadBinding(): Promise<typeof import('node-hid')> {
  try {
    const binding = await import('node-hid');
    // The package is CommonJS, and the module loader does not detect all of its exports.
    return 'HIDAsync' in binding ? binding : (binding as { default: typeof import('node-hid') }).default;
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `USB HID cannot be used here: ${reasonOf(error)}`, { cause: error });
  }
}

interface HidDevice {
  readonly path: string;
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber: string | null;
  readonly product: string | null;
}

/** Facts about USB devices by their ids. A device is addressed by output reports without ids by default. */
export interface HidPolicy {
  reportsOf(usb: UsbIds): 'output' | 'feature';
  /** Description of a device that must not be opened, or undefined for all others. */
  refusalOf(usb: UsbIds): string | undefined;
}

/** Every HID interface that could be a terminal, which means a vendor-defined usage page; one entry per device. */
export async function listHidDevices(): Promise<HidDevice[]> {
  const devices = await allDevices();
  const seen = new Map<string, HidDevice>();
  for (const device of devices) {
    // Some platforms do not report the usage page; such a device remains a candidate.
    const page = device.usagePage ?? 0;
    if (device.path === undefined || (page !== 0 && page < FIRST_VENDOR_PAGE)) continue;
    seen.set(device.path, {
      path: device.path,
      vendorId: device.vendorId,
      productId: device.productId,
      serialNumber: device.serialNumber === undefined || device.serialNumber === '' ? null : device.serialNumber,
      product: device.product ?? null,
    });
  }
  return [...seen.values()];
}

async function allDevices(): Promise<Device[]> {
  const { devicesAsync } = await loadBinding();
  try {
    return await devicesAsync();
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `USB HID devices cannot be listed: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Opens the device with that USB serial number. Rejects with LINK_NOT_FOUND, LINK_PERMISSION (with the udev rule that
 * fixes it), LINK_BUSY, LINK_TIMEOUT, TERM_UNSUPPORTED for a device that must not be opened, or LINK_CLOSED when
 * `signal` aborts.
 */
export async function openHidLink(
  serialNumber: string,
  options: { timeoutMs?: number; signal?: AbortSignal | undefined } & Partial<HidPolicy> = {},
): Promise<Link> {
  const address = `hid:${serialNumber}`;
  return openWithin(
    address,
    async () => {
      // The device is searched by serial number, because paths change at every plug-in.
      const found = (await listHidDevices()).find((device) => device.serialNumber === serialNumber);
      // The search covers all devices, because keyboard-mode readers are not listed as terminals.
      const refused = found ?? (await allDevices()).find((device) => device.serialNumber === serialNumber);
      const what = refused && options.refusalOf?.(refused);
      if (what !== undefined)
        throw new TillError('TERM_UNSUPPORTED', `${address} is ${what}`, { context: { address } });
      if (!found) {
        throw new TillError('LINK_NOT_FOUND', `${address}: no such USB device is plugged in`, { context: { address } });
      }
      const { HIDAsync } = await loadBinding();
      try {
        const usb = { vendorId: found.vendorId, productId: found.productId };
        if (options.reportsOf?.(usb) !== 'feature')
          return linkOverHid(await HIDAsync.open(found.path), address, { usb });
        const featureBytes = await featureBytesAt(found.path);
        return linkOverHid(await HIDAsync.open(found.path), address, { usb, featureBytes });
      } catch (error) {
        throw await explainHidOpenFailure(error, found, address);
      }
    },
    (late) => late.close(),
    options,
  );
}

/** The binding reports "cannot open device" for every reason, so the device node is checked. Exported for its test. */
export async function explainHidOpenFailure(
  error: unknown,
  device: Pick<HidDevice, 'path' | 'vendorId' | 'productId'>,
  address: string,
): Promise<TillError> {
  const options = { context: { address, path: device.path }, cause: error };
  const isDenied = process.platform === 'linux' && (await cannotAccess(device.path));
  if (isDenied) {
    const advice = hidPermissionAdvice(device.vendorId, device.productId);
    return new TillError('LINK_PERMISSION', `${address}: permission denied; ${advice}`, options);
  }
  return new TillError('LINK_BUSY', `${address}: ${reasonOf(error)}`, options);
}

async function cannotAccess(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/**
 * Size that the manufacturer's own page sends to every model, used when the system does not show the device's
 * descriptor.
 */
const DEFAULT_FEATURE_BYTES = 61;

/** Size of feature report 01 without its id. Linux shows the descriptor; Windows pads reports itself. */
async function featureBytesAt(path: string): Promise<number> {
  if (process.platform !== 'linux') return DEFAULT_FEATURE_BYTES;
  try {
    const description = await readFile(`/sys/class/hidraw/${basename(path)}/device/report_descriptor`);
    return featureBytesOf(description, FEATURE_ID) ?? DEFAULT_FEATURE_BYTES;
  } catch {
    return DEFAULT_FEATURE_BYTES;
  }
}

/**
 * Link over an open device. `featureBytes` is set when the device is addressed by feature reports. Exported for tests,
 * which provide a fake device.
 */
export function linkOverHid(
  device: HidHandle,
  address: string,
  options: { usb?: UsbIds; featureBytes?: number } = {},
): Link {
  return new HidLink(device, address, options);
}

/** The parts of the binding's asynchronous class that the link uses. */
export interface HidHandle {
  on(event: 'data', listener: (report: Buffer) => void): unknown;
  on(event: 'error', listener: (reason: unknown) => void): unknown;
  write(values: Buffer): Promise<number>;
  sendFeatureReport(values: Buffer): Promise<number>;
  getFeatureReport(id: number, bytes: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Id of the only feature report, which carries a request and then its answer. */
const FEATURE_ID = 0x01;

class HidLink implements Link {
  readonly kind = 'hid';
  readonly address: string;
  readonly closed: Link['closed'];
  readonly #device: HidHandle;
  readonly usb?: UsbIds;
  readonly #core: LinkCore;
  readonly #featureBytes: number | undefined;
  #released: Promise<void> | undefined;

  constructor(device: HidHandle, address: string, options: { usb?: UsbIds; featureBytes?: number }) {
    this.address = address;
    if (options.usb) this.usb = options.usb;
    this.#featureBytes = options.featureBytes;
    this.#device = device;
    this.#core = new LinkCore(address);
    this.closed = this.#core.closed;
    // The listener is attached before 'data', whose listener starts the reader in the next tick.
    device.on('error', (reason: unknown) => this.#lose(reasonOf(reason)));
    device.on('data', (report: Buffer) => this.#core.deliver(this.#asData(report)));
  }

  /** Numbered reports arrive with their id; on a link, the type precedes the id. */
  #asData(report: Buffer): Uint8Array {
    return this.#featureBytes === undefined ? report : Buffer.concat([Buffer.of(reportType.input), report]);
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#featureBytes !== undefined) return this.#ask(bytes, this.#featureBytes);
    if (bytes.length !== REPORT_BYTES) throw new RangeError(`a report has ${REPORT_BYTES} bytes`);
    const report = Buffer.alloc(REPORT_BYTES + 1);
    report.set(bytes, 1);
    await this.#core.guard(async () => {
      try {
        await this.#device.write(report);
      } catch (error) {
        this.#lose(reasonOf(error));
        throw new TillError('LINK_LOST', `${this.address}: ${reasonOf(error)}`, { cause: error });
      }
    });
  }

  /**
   * Sends a feature report and fetches its answer; the device blocks the system call until it has processed the
   * request.
   */
  async #ask(bytes: Uint8Array, featureBytes: number): Promise<void> {
    const content = bytes.subarray(2);
    if (bytes[0] !== reportType.feature || bytes[1] !== FEATURE_ID || content.length > featureBytes)
      throw new RangeError(`a feature report has an id and up to ${featureBytes} bytes`);
    const report = Buffer.alloc(featureBytes + 1);
    report[0] = FEATURE_ID;
    report.set(content, 1);
    await this.#core.guard(async () => {
      try {
        await this.#device.sendFeatureReport(report);
        const answer = await this.#device.getFeatureReport(FEATURE_ID, featureBytes + 1);
        this.#core.deliver(Buffer.concat([Buffer.of(reportType.feature), answer]));
      } catch (error) {
        this.#lose(reasonOf(error));
        throw new TillError('LINK_LOST', `${this.address}: ${reasonOf(error)}`, { cause: error });
      }
    });
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    return this.#core.onData(listener);
  }

  close(): Promise<void> {
    return this.#core.close(() => this.#release());
  }

  #lose(reason: string): void {
    if (this.#core.hasEnded) return;
    this.#core.lose(reason);
    void this.#release().catch(() => undefined);
  }

  #release(): Promise<void> {
    this.#released ??= this.#device.close();
    return this.#released;
  }
}
