/** The receipt printer as it is typed in the setup. */
import { parsePrinter } from '../receipts/index.ts';
import { setupRefused } from './faults.ts';

/** As it is kept. @throws TillError SETUP_ANSWER */
export function checkPrinter(typed: string): string {
  const printer = typed.trim();
  try {
    parsePrinter(printer);
    return printer;
  } catch (error) {
    throw setupRefused('printer-address', { printer }, error);
  }
}
