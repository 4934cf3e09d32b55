/**
 * Finds the kernel's nodes of a device: enumerating ports is too expensive to repeat, and the device manager's links
 * are briefly those of the previous plug.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const USB = '/sys/bus/usb/devices';
const TTY = '/sys/class/tty';
const HIDRAW = '/sys/class/hidraw';

/** Returns the address of the device with that USB serial number, or null before the kernel has it. */
export function serialAddress(serialNumber: string): string | null {
  const name = readdirSync(TTY).find(
    (one) => one.startsWith('ttyACM') && says(`${TTY}/${one}/device/../serial`, serialNumber),
  );
  return name === undefined ? null : `serial:/dev/${name}`;
}

/** Returns the same address over HID. */
export function hidAddress(serialNumber: string): string | null {
  const isThere = readdirSync(HIDRAW).some((one) =>
    says(join(HIDRAW, one, 'device/uevent'), `HID_UNIQ=${serialNumber}`),
  );
  return isThere ? `hid:${serialNumber}` : null;
}

/** Returns true if a file has that line; false if the file disappears in the meantime. */
function says(path: string, line: string): boolean {
  try {
    return readFileSync(path, 'utf8').split('\n').includes(line);
  } catch {
    return false;
  }
}

/** Returns the USB device with that serial number as `bus:device`, like the kernel's record of the bus, or null. */
export function usbAddress(serialNumber: string): string | null {
  const device = readdirSync(USB).find((one) => says(`${USB}/${one}/serial`, serialNumber));
  if (device === undefined) return null;
  const number = (name: string): string => readFileSync(`${USB}/${device}/${name}`, 'utf8').trim();
  return `${number('busnum')}:${number('devnum').padStart(3, '0')}`;
}

/** Describes the kernel's state of a device that fails to reconnect, for a failure's message. */
export function whatKernelSays(serialNumber: string): string {
  const device = readdirSync(USB).find((one) => says(`${USB}/${one}/serial`, serialNumber));
  const address = hidAddress(serialNumber) ?? serialAddress(serialNumber);
  return `the kernel has it ${device === undefined ? 'not' : `as USB device ${device}`}, ${address === null ? 'no node' : 'with its node'}`;
}
