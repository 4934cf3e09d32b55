/** Parses printer addresses. Pure. */
import { TillError } from '../../../contract/index.ts';
import { printerAddressSchema } from '../../../config/index.ts';

export type PrinterAddress =
  | { kind: 'tcp'; host: string; port: number }
  | { kind: 'serial'; path: string; baudRate: number }
  | { kind: 'path'; path: string }
  /** Print queue of the operating system. */
  | { kind: 'system'; queue: string };

/** @throws CFG_INVALID */
export function parsePrinter(address: string): PrinterAddress {
  const wrong = (why: string): TillError =>
    new TillError('CFG_INVALID', `receipts.printer: ${address} ${why}`, { context: { printer: address } });
  const checked = printerAddressSchema.safeParse(address);
  if (!checked.success) throw wrong(checked.error.issues[0]?.message ?? 'is not a printer');
  if (address.startsWith('path:')) return { kind: 'path', path: address.slice('path:'.length) };
  if (address.startsWith('system:')) return { kind: 'system', queue: address.slice('system:'.length) };
  if (address.startsWith('serial:')) {
    const at = address.lastIndexOf('@');
    return { kind: 'serial', path: address.slice('serial:'.length, at), baudRate: Number(address.slice(at + 1)) };
  }
  const [, host = '', port = ''] = /^tcp:\/\/(.+):([0-9]+)$/.exec(address) ?? [];
  if (Number(port) < 1 || Number(port) > 65_535) throw wrong('has no port between 1 and 65535');
  return { kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/**
 * The same place in the form of terminal addresses: `serial:PATH` or `tcp:HOST:PORT`. A queue never matches a terminal.
 */
export function terminalAddressOf(place: PrinterAddress): string {
  if (place.kind === 'tcp') return `tcp:${place.host.includes(':') ? `[${place.host}]` : place.host}:${place.port}`;
  return place.kind === 'system' ? `system:${place.queue}` : `serial:${place.path}`;
}
