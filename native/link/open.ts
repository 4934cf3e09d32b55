import type { ParsedAddress } from './address.ts';
import { openHidLink, type HidPolicy } from './hid-link.ts';
import type { Link } from './link.ts';
import { openSerialLink, type SerialSettings } from './serial-link.ts';
import { openTcpLink } from './tcp-link.ts';

/** Rejects with the codes of the link's kind: serial, HID or TCP. */
export function openLink(
  address: ParsedAddress,
  options: { serial: SerialSettings; timeoutMs?: number; signal?: AbortSignal | undefined; hid?: HidPolicy },
): Promise<Link> {
  switch (address.kind) {
    case 'serial':
      return openSerialLink(address.path, options.serial, options);
    case 'tcp':
      return openTcpLink(address, options);
    case 'hid':
      return openHidLink(address.serialNumber, { ...options, ...options.hid });
  }
}
