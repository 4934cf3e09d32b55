import { TillError } from './failure.ts';

export type ParsedAddress =
  | { readonly kind: 'serial'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'hid'; readonly serialNumber: string };

/**
 * Reads `serial:PATH`, `tcp:HOST:PORT` (with an IPv6 host in brackets) or `hid:SERIALNUMBER`. @throws CFG_INVALID with
 * the fault when the address is invalid.
 */
export function parseTerminalAddress(text: string): ParsedAddress {
  const refuse = (why: string) =>
    new TillError('CFG_INVALID', `"${text}" is not a terminal address: ${why}`, { context: { address: text } });
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  switch (colon < 0 ? '' : text.slice(0, colon)) {
    case 'serial':
      if (rest === '' || rest.includes('\0')) throw refuse('a path is expected after serial:');
      return { kind: 'serial', path: rest };
    case 'hid':
      if (rest.trim() === '') throw refuse('a serial number is expected after hid:');
      return { kind: 'hid', serialNumber: rest };
    case 'tcp': {
      const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]\s/]+)):([0-9]{1,5})$/.exec(rest);
      const host = match?.[1] ?? match?.[2];
      const port = Number(match?.[3]);
      if (host === undefined) throw refuse('tcp:HOST:PORT is expected');
      if (port < 1 || port > 65_535) throw refuse('a port is 1 to 65535');
      return { kind: 'tcp', host, port };
    }
    default:
      throw refuse('it begins with serial:, tcp: or hid:');
  }
}
