/**
 * USB printers on Linux: interfaces of the printer class (7) in sysfs, each with the device node of the kernel's driver
 * `usblp`. Without a node, the driver is missing or another program has claimed the device.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface UsbPrinter {
  /** `/dev/usb/lp0`, or null if the kernel has no node for the printer. */
  path: string | null;
  /** Position on the bus, such as `1-2`. */
  bus: string;
  name: string | null;
}

const PRINTER_CLASS = '07';

const textOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

/**
 * Empty on a computer without USB.
 * @param sys set by tests
 */
export async function usbPrinters(sys = '/sys'): Promise<UsbPrinter[]> {
  const devices = join(sys, 'bus/usb/devices');
  // `1-2.3:1.0` is an interface of the device 1-2.3.
  const names = (await readdir(devices).catch(() => [])).filter((name) => /^[0-9]+-[0-9.]+:/.test(name)).sort();
  const found = await Promise.all(names.map((name) => printerOf(devices, name)));
  return found.filter((one) => one !== null);
}

async function printerOf(devices: string, name: string): Promise<UsbPrinter | null> {
  const folder = join(devices, name);
  if ((await textOf(join(folder, 'bInterfaceClass'))) !== PRINTER_CLASS) return null;
  const bus = name.slice(0, name.indexOf(':'));
  const [maker, product, nodes] = await Promise.all([
    textOf(join(devices, bus, 'manufacturer')),
    textOf(join(devices, bus, 'product')),
    readdir(join(folder, 'usbmisc')).catch(() => []),
  ]);
  const node = nodes.find((one) => /^lp[0-9]+$/.test(one));
  const words = [maker, product].filter((word) => word !== null).join(' ');
  return { path: node === undefined ? null : `/dev/usb/${node}`, bus, name: words === '' ? null : words };
}
