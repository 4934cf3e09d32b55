/**
 * Lists the serial ports of a Linux system without a device manager (a container, a small image), as the kernel reports
 * them.
 */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Port and the USB device it belongs to; unknown values are null. Ids are four hexadecimal digits in lower case. */
export interface ListedPort {
  readonly path: string;
  readonly vendorId: string | null;
  readonly productId: string | null;
  readonly serialNumber: string | null;
}

/** Names of the ports that the binding lists too, without consoles and pseudo-terminals. */
const IS_PORT = /^(tty(S|WCH|ACM|USB|AMA|MFD|O|XRUSB)\d|rfcomm\d)/;
/** Type of a port name that the kernel reserves without a chip. */
const NO_CHIP = '0';

const textOf = async (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

/**
 * Every port of `/sys/class/tty` that belongs to a device. Rejects when the kernel's list is missing.
 * @param root other folder, for tests
 */
export async function listSysfsPorts(root = '/sys/class/tty'): Promise<ListedPort[]> {
  const names = (await readdir(root)).filter((name) => IS_PORT.test(name)).sort();
  const ports = await Promise.all(names.map((name) => portOf(join(root, name), name)));
  return ports.filter((port) => port !== null);
}

async function portOf(folder: string, name: string): Promise<ListedPort | null> {
  const device = await realpath(join(folder, 'device')).catch(() => null);
  if (device === null || (await textOf(join(folder, 'type'))) === NO_CHIP) return null;
  const usb = await usbDeviceOf(device);
  return {
    path: `/dev/${name}`,
    vendorId: usb && (await textOf(join(usb, 'idVendor'))),
    productId: usb && (await textOf(join(usb, 'idProduct'))),
    serialNumber: usb && (await textOf(join(usb, 'serial'))),
  };
}

/** Folder of the USB device, some levels above the port, or null for a port that is not on USB. */
async function usbDeviceOf(device: string): Promise<string | null> {
  for (let folder = device; folder !== dirname(folder); folder = dirname(folder)) {
    if ((await textOf(join(folder, 'idVendor'))) !== null) return folder;
  }
  return null;
}
