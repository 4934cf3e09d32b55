/**
 * The printers of Windows. Bytes get to one as they are through its share, so one that is not shared cannot be used.
 * Never run on a Windows computer yet; its test reads what Get-Printer is documented to give.
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
  /** `\\localhost\receipts`; null: it is not shared. */
  path: string | null;
}

/** Rejects where PowerShell cannot be asked. */
export async function windowsPrinters(): Promise<WindowsPrinter[]> {
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', COMMAND], {
    timeout: WITHIN_MS,
    windowsHide: true,
    maxBuffer: 1_000_000,
  });
  return readPrinters(stdout);
}

/** One printer comes as an object, several as an array, none as nothing. Throws on anything else. */
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
