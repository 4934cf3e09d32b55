/** `tillbridge receipt`: the receipt of a payment as text, as a PDF, or on the receipt printer. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { TillError } from '../contract/index.ts';
import { receiptText } from '../host/index.ts';
import type { Cli } from './cli.ts';
import { withFolder, type FolderFlags } from './folder.ts';
import { file, reversalId, whole, withData, withId, withJson, withPlatform } from './options.ts';

interface ReceiptFlags extends FolderFlags {
  merchant?: boolean;
  reversal?: string;
  pdf?: string;
  print?: boolean;
  columns: number;
}

const DEFAULT_COLUMNS = 42;

export function registerReceipt(program: Command, cli: Cli): void {
  withJson(withPlatform(withData(withId(program.command('receipt'), 'attempt'))))
    .description('show the receipt of a payment; print it, or save it as a PDF')
    .option('--merchant', 'the merchant’s copy')
    .option('--reversal <id>', 'the receipt of one reversal of the payment', reversalId)
    .option('--pdf <file>', 'write it as a PDF', file)
    .option('--print', 'print it on the receipt printer of the data folder’s settings')
    .option('--columns <n>', 'width of the text', whole(24, 120), DEFAULT_COLUMNS)
    .action((attempt: string, flags: ReceiptFlags) => receipt(cli, attempt, flags));
}

/** Exit code 0 if the receipt was given, 1 if not; the payment itself is unaffected. */
async function receipt(cli: Cli, attempt: string, flags: ReceiptFlags): Promise<void> {
  await withFolder(cli, flags, async ({ client }) => {
    const copy = flags.merchant ? 'merchant' : 'customer';
    const which = { attempt, copy, ...(flags.reversal === undefined ? {} : { reversal: flags.reversal }) } as const;
    if (!flags.print && flags.pdf === undefined) {
      const composed = await client.receipt.get(which);
      cli.print(composed, receiptText(composed, flags.columns));
      return;
    }
    const given: { pdf?: string; printer?: string } = {};
    const lines: string[] = [];
    if (flags.pdf !== undefined) {
      const { base64, isDuplicate } = await client.receipt.pdf(which);
      save(flags.pdf, base64);
      given.pdf = flags.pdf;
      lines.push(`Saved as ${flags.pdf}${isDuplicate ? ', marked as a duplicate' : ''}.`);
    }
    if (flags.print) {
      const { printer, isConfirmed, isDuplicate } = await client.receipt.print(which);
      given.printer = printer;
      const what = isConfirmed ? 'Printed on' : 'Sent to';
      lines.push(`${what} ${printer}${isDuplicate ? ', marked as a duplicate' : ''}.`);
    }
    cli.print({ attempt, copy, ...given }, lines.join('\n'));
  });
}

function save(path: string, base64: string): void {
  try {
    writeFileSync(path, Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new TillError('CFG_INVALID', `--pdf ${path} cannot be written.`, { cause });
  }
}
