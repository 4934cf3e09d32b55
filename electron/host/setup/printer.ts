/** Validates the receipt printer typed in the setup. */
import { mayBePrinter } from '../../config/index.ts';
import { parsePrinter, terminalAddressOf } from '../receipts/index.ts';
import { setupRefused } from './faults.ts';

/**
 * Printer address in stored form. `terminal` is the address of the till's terminal.
 * @throws SETUP_ANSWER
 */
export function checkPrinter(typed: string, terminal: string | undefined): string {
  const printer = typed.trim();
  if (!mayBePrinter(printer)) throw setupRefused('printer-file', { printer });
  if (terminalAddressOf(parsed(printer)) === terminal) throw setupRefused('printer-terminal', { printer });
  return printer;
}

function parsed(printer: string): ReturnType<typeof parsePrinter> {
  try {
    return parsePrinter(printer);
  } catch (error) {
    throw setupRefused('printer-address', { printer }, error);
  }
}
