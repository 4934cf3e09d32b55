/**
 * Where the kernel has put a device: enumerating ports costs too much to be done over and over, and the device manager's links
 * are still those of the last plug for a moment.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const USB = '/sys/bus/usb/devices';
const TTY = '/sys/class/tty';
const HIDRAW = '/sys/class/hidraw';

/** The address of the device with that USB serial number; null before the kernel has it. */
export function serialAddress(serialNumber: string): string | null {
  const name = readdirSync(TTY).find(
    (one) => one.startsWith('ttyACM') && says(`${TTY}/${one}/device/../serial`, serialNumber),
  );
  return name === undefined ? null : `serial:/dev/${name}`;
}

/** As serialAddress, over HID. */
export function hidAddress(serialNumber: string): string | null {
  const isThere = readdirSync(HIDRAW).some((one) =>
    says(join(HIDRAW, one, 'device/uevent'), `HID_UNIQ=${serialNumber}`),
  );
  return isThere ? `hid:${serialNumber}` : null;
}

/** Whether a file has that line. What goes away meanwhile has not. */
function says(path: string, line: string): boolean {
  try {
    return readFileSync(path, 'utf8').split('\n').includes(line);
  } catch {
    return false;
  }
}

/** Which USB device has that serial number, as the kernel's record of the bus writes it (`bus:device`); null: none. */
export function usbAddress(serialNumber: string): string | null {
  const device = readdirSync(USB).find((one) => says(`${USB}/${one}/serial`, serialNumber));
  if (device === undefined) return null;
  const number = (name: string): string => readFileSync(`${USB}/${device}/${name}`, 'utf8').trim();
  return `${number('busnum')}:${number('devnum').padStart(3, '0')}`;
}

/** What the kernel says of a device that does not come back, for a failure's words. */
export function whatKernelSays(serialNumber: string): string {
  const device = readdirSync(USB).find((one) => says(`${USB}/${one}/serial`, serialNumber));
  const address = hidAddress(serialNumber) ?? serialAddress(serialNumber);
  return `the kernel has it ${device === undefined ? 'not' : `as USB device ${device}`}, ${address === null ? 'no node' : 'with its node'}`;
}
