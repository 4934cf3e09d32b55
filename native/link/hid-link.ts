/**
 * A USB HID device through the real binding.
 *
 * Traps of the binding, each met below:
 * - An unplug is reported only while a 'data' listener exists: one is attached at open and stays until close.
 * - The reason arrives as a string, not an Error; and an 'error' without a listener would end the process.
 * - A second 'data' listener throws "read is already running" from a later tick: listeners go to the link, never to
 *   the device.
 * - Synchronous calls block the event loop for seconds on a stuck device: only the asynchronous class is used.
 * - close() must not run under a pending read: the asynchronous class stops its reader first and closes then, so close
 *   is called once, and never twice (it throws on a closed device).
 * - Terminals here use no report ids, and the operating system still wants the id byte in front: 00 on write, none on read.
 * - Linux queues 64 reports per reader and drops the rest silently: the reader is never paused.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Device } from 'node-hid';
import { reasonOf, TillError } from './failure.ts';
import { LinkCore, openWithin, type Link } from './link.ts';
import { hidPermissionAdvice } from './permission.ts';

const REPORT_BYTES = 64;
/** Vendor-defined usage pages; keyboards and mice of a composite device lie below. */
const FIRST_VENDOR_PAGE = 0xff00;

/** Loaded on first use: a computer without the USB libraries the binding links still has serial ports and TCP. */
async function loadBinding(): Promise<typeof import('node-hid')> {
  try {
    const binding = await import('node-hid');
    // The package is CommonJS and its names are not all seen by the module loader.
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

/** Every HID interface that could be a terminal: those with a vendor-defined usage page, one entry per device. */
export async function listHidDevices(): Promise<HidDevice[]> {
  const { devicesAsync } = await loadBinding();
  let devices: Device[];
  try {
    devices = await devicesAsync();
  } catch (error) {
    throw new TillError('LINK_NOT_FOUND', `USB HID devices cannot be listed: ${reasonOf(error)}`, { cause: error });
  }
  const seen = new Map<string, HidDevice>();
  for (const device of devices) {
    // Some platforms do not tell the usage page; such a device is not ruled out.
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

/**
 * Opens the device with that USB serial number. Rejects with LINK_NOT_FOUND, LINK_PERMISSION (with the udev line that
 * mends it), LINK_BUSY, LINK_TIMEOUT, or LINK_CLOSED when `signal` aborts.
 */
export async function openHidLink(
  serialNumber: string,
  options: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Link> {
  const address = `hid:${serialNumber}`;
  return openWithin(
    address,
    async () => {
      // By serial number and not by path: paths renumber at every plug.
      const found = (await listHidDevices()).find((device) => device.serialNumber === serialNumber);
      if (!found) {
        throw new TillError('LINK_NOT_FOUND', `${address}: no such USB device is plugged in`, { context: { address } });
      }
      const { HIDAsync } = await loadBinding();
      try {
        return linkOverHid(await HIDAsync.open(found.path), address);
      } catch (error) {
        throw await explainHidOpenFailure(error, found, address);
      }
    },
    (late) => late.close(),
    options,
  );
}

/** The binding says "cannot open device" whatever the reason; the node itself knows more. Exported for its test. */
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

/** A link over an open device. Exported for its test, which plays the device. */
export function linkOverHid(device: HidHandle, address: string): Link {
  return new HidLink(device, address);
}

/** What the link uses of the binding's asynchronous class. */
export interface HidHandle {
  on(event: 'data', listener: (report: Buffer) => void): unknown;
  on(event: 'error', listener: (reason: unknown) => void): unknown;
  write(values: Buffer): Promise<number>;
  close(): Promise<void>;
}

class HidLink implements Link {
  readonly kind = 'hid';
  readonly address: string;
  readonly closed: Link['closed'];
  readonly #device: HidHandle;
  readonly #core: LinkCore;
  #released: Promise<void> | undefined;

  constructor(device: HidHandle, address: string) {
    this.address = address;
    this.#device = device;
    this.#core = new LinkCore(address);
    this.closed = this.#core.closed;
    // Before 'data', whose listener starts the reader on the next tick.
    device.on('error', (reason: unknown) => this.#lose(reasonOf(reason)));
    device.on('data', (report: Buffer) => this.#core.deliver(report));
  }

  async write(bytes: Uint8Array): Promise<void> {
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
