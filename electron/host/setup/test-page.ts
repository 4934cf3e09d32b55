/** A page that shows whether a receipt printer prints, before it is kept. */
import { Printer, parsePrinter } from '../receipts/index.ts';
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

/** Of these every printer knows the characters. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '');

/** @throws TillError PRINTER_… */
export async function printTestPage(address: string, { shop }: { shop: string }): Promise<void> {
  const printer = new Printer({ address, now: () => Date.now(), isEscPos: true });
  const lines = [
    plain(shop),
    'Test page',
    '',
    '1234567890'.repeat(4),
    'If this can be read, it works.',
    '',
    '',
    '',
    '',
  ];
  try {
    // ESC @: as after switching on. GS V 66 0: cut, where there is a knife.
    await printer.print(Buffer.concat([Buffer.from('\x1b@'), Buffer.from(lines.join('\n')), Buffer.from([0x1d, 0x56, 66, 0])])); // oxfmt-ignore
  } finally {
    await printer.close();
  }
}
