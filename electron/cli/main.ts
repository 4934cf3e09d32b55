/**
 * The command line. Every command prints for people, or with --json one JSON value on standard output and nothing else there.
 * Exit codes: 0 done (for `sale`: captured), 1 not done, 2 the words of the command make no sense, 3 not known yet: still
 * checking, or payments of an earlier run are, or a part waits for a decision (README.md).
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { toFailure } from '../contract/index.ts';
import { registerDayCommands } from './day.ts';
import { registerDecode } from './decode.ts';
import { registerDeviceCommands } from './devices.ts';
import { registerDoctor } from './doctor.ts';
import { fail, setJson } from './output.ts';
import { registerPaymentCommands, waitSeconds } from './payments.ts';
import { registerReceipt } from './receipt.ts';
import { runSale } from './sale.ts';
import { registerServers } from './servers.ts';
import { printLink } from './link.ts';

const program = new Command('tillbridge')
  .description('Tillbridge on the command line: payments, terminals, devices, sandbox and simulator.')
  .exitOverride()
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .showHelpAfterError('Try --help.');

program
  .command('sale')
  .description('take one card-present payment; without --terminal and --platform on the practice terminal')
  .requiredOption('--amount <amount>', 'amount, e.g. 12.34')
  .option('--currency <code>', 'ISO 4217 code', 'USD')
  .option(
    '--terminal <address>',
    'practice, serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER, or device:SERIALNUMBER for one without a cable',
  )
  .option('--platform <url>', 'base address of the platform (credentials: TILLBRIDGE_USERNAME, TILLBRIDGE_PASSWORD)')
  .option('--data <dir>', 'data folder')
  .option('--order <reference>', 'order reference')
  .addOption(
    new Option('--kind <kind>', 'sale, a hold to be captured later, or money back without a payment before it')
      .choices(['sale', 'authorization', 'refund'])
      .default('sale'),
  )
  .option('--tip <amount>', 'on top of the amount')
  .addOption(
    new Option('--partial <what>', 'when the bank approves less: leave it to be decided, take it, or give it back')
      .choices(['ask', 'accept', 'release'])
      .default('accept'),
  )
  .addOption(
    new Option('--route <route>', 'who drives the terminal: this till, or the platform').choices(['cable', 'cloud']),
  )
  .option('--again', 'this is another purchase: do not ask about the same one minutes ago')
  .option('--operator <name>', 'who asks for a refund; a PIN is read from TILLBRIDGE_PIN or asked for')
  .option('--card-timeout <seconds>', 'how long the terminal waits for a card', seconds, 60)
  .option(
    '--give-up <seconds>',
    'stop waiting for an unclear answer after this long; the next start goes on',
    waitSeconds,
    120,
  )
  .addOption(new Option('--card <card>', 'practice card').choices(['approve', 'decline', 'cancel']).default('approve'))
  .addOption(new Option('--family <family>', 'what the practice terminal is').choices(['mms', 'neo2']).default('mms'))
  .option('--json', 'print JSON and nothing else')
  .action(runSale);

registerPaymentCommands(program);
registerReceipt(program);
registerDayCommands(program);
registerServers(program);
registerDeviceCommands(program);
registerDoctor(program);
registerDecode(program);

program
  .command('link')
  .description('print a fresh one-time link to the running browser shell')
  .option('--data <dir>', 'data folder')
  .option('--display', 'to the customer display, which can do nothing but look')
  .action(printLink);

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 255) throw new InvalidArgumentError('Give 1 to 255 seconds.');
  return value;
}

setJson(process.argv.includes('--json'));
try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version end here too, with code 0.
    if (error.exitCode === 0) process.exitCode = 0;
    else fail({ code: 'CFG_INVALID', message: error.message.replace(/^error: /, '') }, 2);
  } else {
    const failure = toFailure(error);
    fail(failure, failure.code === 'CFG_INVALID' ? 2 : 1);
  }
}
