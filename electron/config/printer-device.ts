/**
 * Paths that receipts may be written to: devices alone. Bytes written to a plain file replace the file's beginning, so a setting
 * that took one could overwrite the journal, the audit log or a script that the till's user runs later.
 */
import { statSync, type Stats } from 'node:fs';

/** `LPT1`, `\\.\COM3`, or a printer's share, `\\counter-2\receipts`. A file in a share has one more part in its name. */
const WINDOWS_PORT = /^(?:\\\\\.\\)?(?:lpt|com)[1-9][0-9]{0,2}$/iu;
const WINDOWS_SHARE = /^\\\\(?![.?]+\\)[^\\/:*?"<>|]+\\(?!\.+$)[^\\/:*?"<>|]+$/u;

/** Windows says too little about an open printer, so there the name decides: files on a drive and in a share have other names. */
export const isWindowsPrinterName = (path: string): boolean => WINDOWS_PORT.test(path) || WINDOWS_SHARE.test(path);

/** A pipe is none: a program may read commands from it. */
export const isPrinterDevice = (found: Stats): boolean => found.isCharacterDevice();

/**
 * Whether a printer's address may be kept as a setting. A device that is unplugged may: `openPath` checks again before each
 * receipt.
 */
export function mayBePrinter(printer: string, platform: NodeJS.Platform = process.platform): boolean {
  if (!printer.startsWith('path:')) return true;
  const path = printer.slice('path:'.length);
  if (platform === 'win32') return isWindowsPrinterName(path);
  try {
    return isPrinterDevice(statSync(path));
  } catch {
    return true;
  }
}
