/**
 * `tillbridge decode`: decodes hexadecimal bytes of a terminal's cable to names and fields. For support and for tests.
 */
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Option, type Command } from 'commander';
import { visibleJson } from '../domain/index.ts';
import { type Family } from '../contract/index.ts';
import { decodeLines, decodeLinks, decodeLinksOf, type DecodeLink } from '../../native/index.ts';
import { UsageError, type Cli } from './cli.ts';
import { familyOption } from './options.ts';

interface DecodeFlags {
  family: Family;
  link: DecodeLink;
}

export function registerDecode(program: Command, cli: Cli): void {
  program
    .command('decode')
    .description(
      'read hexadecimal from standard input, one unit a line, and print the fields of each as one JSON line; card data is never shown',
    )
    .addOption(familyOption('protocol').makeOptionMandatory())
    .addOption(
      new Option(
        '--link <link>',
        'hid: one 64-byte report a line; serial: one frame a line; message: without framing; command, response, notification: the same, for messages whose kind depends on the sender',
      )
        .choices(decodeLinks)
        .makeOptionMandatory(),
    )
    .action((flags: DecodeFlags) => decode(cli, flags));
}

/** Exit code 1 if a line could not be decoded. */
async function decode(cli: Cli, { family, link }: DecodeFlags): Promise<void> {
  const links = decodeLinksOf(family);
  if (!links.includes(link))
    throw new UsageError('CFG_INVALID', `--link ${link}: ${family} knows ${links.join(', ')}.`);
  const decoder = decodeLines({ family, link });
  let isWhole = true;
  const say = (lines: ReturnType<typeof decoder.push>): string[] => {
    if (lines.some(({ error }) => error)) isWhole = false;
    return lines.map((line) => `${visibleJson(line)}\n`);
  };
  try {
    await pipeline(async function* () {
      for await (const text of createInterface({ input: cli.io.stdin, crlfDelay: Infinity })) {
        yield* say(decoder.push(text));
      }
      yield* say(decoder.end());
    }, cli.io.stdout);
  } catch (error) {
    // The reader of the output has closed it (`| head`).
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
  if (!isWhole) cli.exitCode = 1;
}
