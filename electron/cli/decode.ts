/** `tillbridge decode`: bytes of a terminal's cable in hexadecimal, said in names and fields. For support and for tests. */
import { createInterface } from 'node:readline';
import { Option, type Command } from 'commander';
import type { Family } from '../contract/index.ts';
import { decodeLines } from '../../native/index.ts';

interface DecodeFlags {
  family: Family;
  link: 'hid' | 'serial' | 'message';
}

export function registerDecode(program: Command): void {
  program
    .command('decode')
    .description(
      'read hexadecimal from standard input, one unit a line, and print what each says as one JSON line; card data is never shown',
    )
    .addOption(new Option('--family <family>', 'protocol').choices(['mms', 'neo2']).makeOptionMandatory())
    .addOption(
      new Option('--link <link>', 'hid: one 64-byte report a line; serial: one frame a line; message: without framing')
        .choices(['hid', 'serial', 'message'])
        .makeOptionMandatory(),
    )
    .action(decode);
}

/** Exit code 1 when a line could not be decoded. */
async function decode({ family, link }: DecodeFlags): Promise<void> {
  const decoder = decodeLines({ family, link });
  let isWhole = true;
  const print = (lines: ReturnType<typeof decoder.push>): void => {
    for (const line of lines) {
      if (line.error) isWhole = false;
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
  };
  for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) print(decoder.push(text));
  print(decoder.end());
  if (!isWhole) process.exitCode = 1;
}
