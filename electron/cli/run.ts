/**
 * The command line. Every command prints for people, or with --json exactly one JSON value on standard output. Exit
 * codes: 0 done (for `sale`: captured); 1 not done; 2 invalid command line; 3 outcome unknown: still checking, or
 * payments of an earlier run are, or a partial approval waits for a decision; 4 and 5 captured for less and for more
 * (README.md).
 */
import { Command, CommanderError } from 'commander';
import { toFailure } from '../contract/index.ts';
import { ownVersion, type ProgramLocation } from '../starter/index.ts';
import { registerAudit } from './audit.ts';
import { Cli, UsageError, type Io } from './cli.ts';
import { registerDayCommands } from './day.ts';
import { registerDecode } from './decode.ts';
import { registerDeviceCommands } from './devices.ts';
import { registerDoctor } from './doctor.ts';
import { registerKioskPolicy } from './kiosk-policy.ts';
import { registerPaymentCommands } from './payments.ts';
import { registerPrinters } from './printers.ts';
import { registerReceipt } from './receipt.ts';
import { registerSale } from './sale.ts';
import { registerSecrets } from './secrets.ts';
import { registerServers } from './servers.ts';
import { registerSetup } from './setup.ts';
import { registerSettings } from './settings.ts';
import { programHere, registerUpdate } from './update.ts';
import { registerUrl } from './url.ts';

/**
 * Read together with the code: later an update may be installed, or this folder may be closed to the user that the
 * program has become.
 */
const version = ownVersion();

export function createProgram(cli: Cli, ground: ProgramLocation = programHere): Command {
  const program = new Command('tillbridge')
    .description('Tillbridge on the command line: payments, terminals, devices, sandbox and simulator.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => cli.io.stdout.write(text),
      writeErr: (text) => cli.io.stderr.write(text),
    })
    .showHelpAfterError('Try --help.');
  registerSale(program, cli);
  registerPaymentCommands(program, cli);
  registerReceipt(program, cli);
  registerPrinters(program, cli);
  registerDayCommands(program, cli);
  registerAudit(program, cli);
  registerServers(program, cli);
  registerSetup(program, cli);
  registerSettings(program, cli);
  registerSecrets(program, cli);
  registerDeviceCommands(program, cli);
  registerDoctor(program, cli);
  registerDecode(program, cli);
  registerUrl(program, cli);
  registerKioskPolicy(program, cli);
  registerUpdate(program, cli, ground);
  return program;
}

/**
 * Runs one command.
 * @param words without `node` and the script
 * @param ground folder of this program; tests of updates use another folder
 * @returns the exit code
 */
export async function run(words: readonly string[], io: Io, ground: ProgramLocation = programHere): Promise<number> {
  const cli = new Cli(io, words.includes('--json'));
  try {
    await createProgram(cli, ground).parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // `--help` also throws, with exit code 0.
      if (error.exitCode !== 0) cli.fail({ code: 'CFG_INVALID', message: error.message.replace(/^error: /, '') }, 2);
    } else {
      const failure = toFailure(error);
      cli.fail(failure, error instanceof UsageError || failure.code === 'CFG_INVALID' ? 2 : 1);
    }
  }
  return cli.exitCode;
}
