/** `tillbridge printers`: lists receipt printers and their state, prints a test page, and opens the cash drawer. */
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import {
  codePageSchema,
  lacksSpeed,
  nextOf,
  printerCodePages,
  printerSpeeds,
  printerWidths,
  TillError,
  type FoundPrinter,
  type PrinterPaper,
} from '../contract/index.ts';
import { parsePrinter, terminalAddressOf } from '../host/index.ts';
import { heldSettings, SettingsFile } from '../config/index.ts';
import { UsageError, type Cli } from './cli.ts';
import type { Connection } from './connection.ts';
import { withFolder, type FolderFlags } from './folder.ts';
import { operatorName, PIN_OPERATOR, whole, withData, withJson, words } from './options.ts';
import { asNamed, asOperator } from './payments.ts';
import { setSetting } from './settings.ts';
import { InputEnded, TypedInput } from './typed-input.ts';

interface TestFlags extends FolderFlags {
  columns?: number;
  codePage?: string;
  keep?: true;
  operator?: string;
}

interface DrawerFlags extends FolderFlags {
  operator: string;
  why?: string;
  id?: string;
}

/** Printer settings under test. */
interface Trial extends PrinterPaper {
  address: string;
}

const codePage = (text: string): string => {
  if (codePageSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('Name it as the settings do, such as cp858.');
};

const openingId = (text: string): string => {
  if (/^[A-Za-z0-9_-]{8,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Give 8 to 64 letters, digits, hyphens or underscores.');
};

export function registerPrinters(program: Command, cli: Cli): void {
  const printers = program.command('printers').description('receipt printers and the cash drawer');
  const onFolder = (command: Command) => withJson(withData(command));

  onFolder(printers.command('list'))
    .description('list the printers of this computer, the printer in use, and the reason why a printer cannot be used')
    .action((flags: FolderFlags) => list(cli, flags));

  onFolder(printers.command('test'))
    .description(
      'print a page that shows width and letters; at a keyboard the command asks what is wrong and keeps the right settings',
    )
    .argument('[address]', 'address as `printers list` shows it; default: the printer in use', words(1, 300))
    .option('--columns <n>', 'characters a line', whole(24, 80))
    .option('--code-page <name>', 'auto, or a name such as cp858', codePage)
    .option('--keep', 'keep printer, width and code page in the settings once the page is sent')
    .option('--operator <name>', PIN_OPERATOR, operatorName)
    .action(async (address: string | undefined, flags: TestFlags) => {
      try {
        await test(cli, address, flags);
      } catch (error) {
        if (!(error instanceof InputEnded)) throw error;
        cli.note('\nNothing was kept.');
        cli.exitCode = 1;
      }
    });

  onFolder(printers.command('drawer'))
    .description('open the cash drawer on the receipt printer; the audit log records the person')
    .requiredOption('--operator <name>', PIN_OPERATOR, operatorName)
    .option('--why <text>', 'reason, for the audit log', words(1, 200))
    .option('--id <id>', 'id of this opening; a repeated id does not open the drawer again', openingId)
    .action((flags: DrawerFlags) => drawer(cli, flags));
}

const states: Readonly<Record<FoundPrinter['state'], string>> = {
  ready: 'ready',
  'not-ready': 'not ready',
  'not-answering': 'does not answer, but may print',
  'not-asked': 'not queried; try `printers test` if a printer is there',
  unusable: 'cannot be used',
};

const problems: Readonly<Record<NonNullable<FoundPrinter['problem']>, string>> = {
  terminal: 'the card terminal is on it',
  permission: 'this user cannot open it',
  busy: 'another program has it open',
  away: 'it is off, unplugged or moved',
  driver: 'the computer has no printer device for it',
  'not-shared': 'share it in Windows first',
  refuses: 'its queue takes no jobs',
};

function stateText({ state, reason, problem, detail }: FoundPrinter): string {
  return [states[state], reason, problem && problems[problem], detail].filter((part) => part !== null).join(': ');
}

async function list(cli: Cli, flags: FolderFlags): Promise<void> {
  await withFolder(cli, flags, async ({ client }) => {
    const found = await client.printer.list();
    const lines = found.map((one) => `${one.isChosen ? '*' : ' '} ${one.address}  ${one.name}  (${stateText(one)})`);
    const none =
      'No printer found. Name a printer in the network by its address: tillbridge printers test tcp://HOST:9100';
    cli.print({ printers: found }, lines.join('\n') || none);
  });
}

/** Exit code 0 if the page was sent, 1 if not. */
async function test(cli: Cli, named: string | undefined, flags: TestFlags): Promise<void> {
  const file = new SettingsFile(cli.dataDir(flags.data), heldSettings({ env: cli.io.env }));
  const address = named ?? asText(file.get('receipts.printer'));
  if (address === null)
    throw new UsageError('CFG_INVALID', 'No receipt printer is set up: give an address, as `printers list` shows it.');
  const columns = flags.columns ?? Number(file.get('receipts.columns') ?? printerWidths[0]);
  const page = flags.codePage ?? asText(file.get('receipts.codePage')) ?? printerCodePages[0];
  let trial: Trial = { address, columns, codePage: page };
  let isRight = flags.keep === true;
  await withFolder(cli, flags, async (connection) => {
    const typed = cli.io.stdin.isTTY === true && !cli.isJson && flags.keep !== true ? new TypedInput(cli.io) : null;
    try {
      if (!connection.isShared) refuseTerminal(address, file);
      trial = await found(cli, connection, trial, flags);
      for (let next: Trial | null = trial; next !== null; next = typed ? await asked(typed, trial) : null) {
        trial = next;
        const { isConfirmed } = await asNamed(cli, flags.operator, (by) =>
          connection.client.printer.test({ ...trial, ...by }),
        );
        const how = `${trial.address}, ${trial.columns} characters a line, code page ${trial.codePage}`;
        if (typed) cli.note(`${isConfirmed ? 'Printed on' : 'Sent to'} ${how}.`);
        else cli.print({ ...trial, isConfirmed, isKept: isRight }, `${isConfirmed ? 'Printed on' : 'Sent to'} ${how}.`);
      }
      isRight ||= typed !== null;
    } finally {
      typed?.close();
    }
  });
  if (isRight) await keep(cli, trial, file, flags);
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A stopped till does not guard its terminals' ports, so pages for them are refused here. */
function refuseTerminal(address: string, file: SettingsFile): void {
  const port = lacksSpeed(address) ? address : terminalAddressOf(parsePrinter(address));
  const terminals = file.get('terminals');
  const own = Array.isArray(terminals)
    ? terminals.map((one) => (typeof one === 'string' ? one : (one as { address?: string })?.address))
    : [];
  if (own.includes(port))
    throw new TillError(
      'PRINTER_UNREACHABLE',
      `The receipt printer ${address} cannot be reached: the card terminal is on it.`,
    );
}

/** Detects the speed of a serial printer without one. */
async function found(cli: Cli, { client }: Connection, trial: Trial, { operator }: TestFlags): Promise<Trial> {
  if (!lacksSpeed(trial.address)) return trial;
  const { address } = trial;
  const printer = await asNamed(cli, operator, (by) => client.printer.probe({ address, ...by }));
  cli.note(`${printer.address}: ${stateText(printer)}.`);
  return { ...trial, address: printer.address };
}

/**
 * Returns the next settings to try, or null if the page is right.
 * @throws Ended
 */
async function asked(typed: TypedInput, now: Trial): Promise<Trial | null> {
  const isSerial = now.address.startsWith('serial:');
  const ways = `Is the page right? yes, letters (wrong characters), width (the digits break or end early)${isSerial ? ', speed (nothing, or garbled)' : ''}: `;
  for (;;) {
    const answer = (await typed.line(ways)).trim().toLowerCase();
    if (answer === '' || 'yes'.startsWith(answer)) return null;
    if ('letters'.startsWith(answer))
      return { ...now, codePage: nextOf<string>(printerCodePages, now.codePage) ?? now.codePage };
    if ('width'.startsWith(answer))
      return { ...now, columns: nextOf<number>(printerWidths, now.columns) ?? now.columns };
    if (isSerial && 'speed'.startsWith(answer)) return { ...now, address: nextSpeed(now.address) };
  }
}

function nextSpeed(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${nextOf<number>(printerSpeeds, Number(address.slice(at + 1)))}`;
}

/** Stores the settings by the same procedure as every other setting; unchanged settings are skipped. */
async function keep(
  cli: Cli,
  { address, columns, codePage: page }: Trial,
  file: SettingsFile,
  flags: TestFlags,
): Promise<void> {
  const wanted = [
    ['receipts.printer', address],
    ['receipts.columns', String(columns)],
    ['receipts.codePage', page],
  ] as const;
  for (const [name, value] of wanted) {
    if (file.get(name) !== value && JSON.stringify(file.get(name)) !== value) await setSetting(cli, flags, name, value);
  }
  cli.note('Kept in the settings. A running till takes the change over as soon as no payment runs.');
}

async function drawer(cli: Cli, flags: DrawerFlags): Promise<void> {
  await withFolder(cli, flags, async ({ client }) => {
    const { id = `D-${randomUUID()}`, why } = flags;
    const asks = { id, ...(why === undefined ? {} : { why }) };
    const { printer, isRepeat } = await asOperator(cli, flags.operator, (operator) =>
      client.printer.openDrawer({ ...asks, operator }),
    );
    cli.print(
      { id, printer, isRepeat },
      isRepeat ? 'The drawer was already opened for this id.' : `The drawer was opened by ${printer}.`,
    );
  });
}
