/** The receipt printer as it is typed in the setup. */
import { mayBePrinter } from '../../config/index.ts';
import { parsePrinter, terminalAddressOf } from '../receipts/index.ts';
import { setupRefused } from './faults.ts';

/** As it is kept. `terminal`: the address of the till's own. @throws TillError SETUP_ANSWER */
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
