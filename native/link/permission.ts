/** Advice against "permission denied", as a line that a technician can copy. */
import { readFile, stat } from 'node:fs/promises';
import { usbIdText } from './usb-ids.ts';

/**
 * Advice for a serial port or a printer's node: join the group that owns the node.
 * @param groups content of /etc/group
 */
export function serialPermissionAdvice(path: string, gid: number, groups: string): string {
  const name = groups
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => Number(fields[2]) === gid && fields[2] !== '')?.[0];
  // Users should not join root's own group, so a udev rule is advised.
  if (name === undefined || gid === 0) {
    const [subsystem, group] = path.startsWith('/dev/usb/lp') ? ['usbmisc', 'lp'] : ['tty', 'dialout'];
    return `allow it with a udev rule: SUBSYSTEM=="${subsystem}", KERNEL=="${path.split('/').at(-1) ?? path}", MODE="0660", GROUP="${group}"`;
  }
  return `add this user to the group ${name} (sudo usermod -aG ${name} "$USER") and sign in again`;
}

/**
 * Advice for a HID device: a udev rule for its vendor and product ids. The tag admits the user at the computer. A till
 * that runs as a service or over SSH has no such seat, so the rule also contains the group of serial ports.
 */
export function hidPermissionAdvice(vendorId: number, productId: number): string {
  return (
    `put this line into /etc/udev/rules.d/70-tillbridge.rules and plug the terminal in again: SUBSYSTEM=="hidraw", ` +
    `ATTRS{idVendor}=="${usbIdText(vendorId)}", ATTRS{idProduct}=="${usbIdText(productId)}", TAG+="uaccess", GROUP="dialout", MODE="0660"`
  );
}

/** Advice for the port on this computer; a plain sentence on systems without groups. */
export async function adviseOnSerialPort(path: string): Promise<string> {
  if (process.platform !== 'linux') return 'the operating system does not let this user open it';
  try {
    const [{ gid }, groups] = await Promise.all([stat(path), readFile('/etc/group', 'utf8')]);
    return serialPermissionAdvice(path, gid, groups);
  } catch {
    return 'the operating system does not let this user open it';
  }
}
