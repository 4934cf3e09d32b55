/**
 * Printers of Windows. Raw bytes reach a printer through its share only, so an unshared printer is unusable. Not yet
 * run on a Windows computer; the test reads documented output of Get-Printer.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
/** PowerShell alone takes seconds to start on a slow computer. */
const WITHIN_MS = 10_000;

const COMMAND =
  '[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-Printer | Select-Object Name,Shared,ShareName | ConvertTo-Json -Compress';

const printerSchema = z.object({ Name: z.string(), Shared: z.boolean().nullish(), ShareName: z.string().nullish() });

export interface WindowsPrinter {
  name: string;
  /** `\\localhost\receipts`, or null if the printer is not shared. */
  path: string | null;
}

/** @throws when PowerShell fails */
export async function windowsPrinters(): Promise<WindowsPrinter[]> {
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', COMMAND], {
    timeout: WITHIN_MS,
    windowsHide: true,
    maxBuffer: 1_000_000,
  });
  return readPrinters(stdout);
}

/**
 * Parses PowerShell's JSON: an object for one printer, an array for several, empty text for none.
 * @throws when the text has another form
 */
export function readPrinters(text: string): WindowsPrinter[] {
  if (text.trim() === '') return [];
  const read: unknown = JSON.parse(text);
  return z
    .array(printerSchema)
    .parse(Array.isArray(read) ? read : [read])
    .map(({ Name, Shared, ShareName }) => ({
      name: Name,
      path: Shared && ShareName ? `\\\\localhost\\${ShareName}` : null,
    }));
}
