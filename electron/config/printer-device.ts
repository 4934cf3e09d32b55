/**
 * Receipts may be written to devices only. Bytes written to a plain file replace the beginning of the file. A setting
 * could thus overwrite the journal, the audit log or a script that the till's user runs later.
 */
import { statSync, type Stats } from 'node:fs';

/**
 * `LPT1`, `\\.\COM3`, or a shared printer, `\\counter-2\receipts`. A file in a share has a further part in its path.
 */
const WINDOWS_PORT = /^(?:\\\\\.\\)?(?:lpt|com)[1-9][0-9]{0,2}$/iu;
const WINDOWS_SHARE = /^\\\\(?![.?]+\\)[^\\/:*?"<>|]+\\(?!\.+$)[^\\/:*?"<>|]+$/u;

/**
 * Windows reports too little about an open printer, so the name decides: files on a drive and in a share have other
 * names.
 */
export const isWindowsPrinterName = (path: string): boolean => WINDOWS_PORT.test(path) || WINDOWS_SHARE.test(path);

/** A pipe is not a printer: a program may read commands from it. */
export const isPrinterDevice = (found: Stats): boolean => found.isCharacterDevice();

/**
 * True if the address of a printer may be kept as a setting. An unplugged device may be kept, because `openPath` checks
 * again before each receipt.
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
