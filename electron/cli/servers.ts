/** `tillbridge sandbox` and `tillbridge simulator`: things that serve until they are told to stop. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { ensureDataDir } from '../starter/index.ts';
import { TillError } from '../contract/index.ts';
import {
  API_PAGE_PATH,
  formerSandboxFlags,
  readSandboxFlags,
  sandboxFlags,
  startSandbox,
  type SandboxFlagValues,
} from '../sandbox/index.ts';
import { readFlags, startSimulator, usage } from '../../native/simulator/index.ts';
import { note, print } from './output.ts';

interface SandboxFlags extends SandboxFlagValues {
  port: number;
  data?: string;
}

export function registerServers(program: Command): void {
  const sandboxCommand = program
    .command('sandbox')
    .description('serve a local platform; prints its address and credentials')
    .option('--port <n>', 'port; 0 takes a free one', port, 0)
    .option('--data <dir>', 'folder of its database; without it everything is forgotten at the end')
    .option('--json', 'print one JSON line {url, username, password, merchant, processor}')
    .action(async (flags: SandboxFlags) => {
      const sandbox = await startSandbox({
        port: flags.port,
        ...moreOptions(flags),
        ...(flags.data === undefined ? {} : { dataDir: ensureDataDir(flags.data) }),
      });
      const { url, username, password, merchant, processor } = sandbox;
      print(
        { url, username, password, merchant, processor },
        `Sandbox at ${url}\n  TILLBRIDGE_USERNAME=${username}\n  TILLBRIDGE_PASSWORD=${password}\n  merchant ${merchant} on ${processor}\n  API page ${url}${API_PAGE_PATH}\nCtrl+C stops it.`,
      );
      await untilTold();
      await sandbox.close();
    });

  for (const [flag, words] of Object.entries(sandboxFlags)) sandboxCommand.option(`--${flag}`, words);
  for (const flag of formerSandboxFlags) sandboxCommand.addOption(new Option(`--${flag}`).hideHelp());

  program
    .command('simulator')
    .description('a card terminal in software, on a serial device or a TCP port (--help says more)')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (_flags: object, command: Command) => {
      const flags = readFlags(command.args);
      if (flags === 'help') {
        print({ usage }, usage);
        return;
      }
      const simulator = await startSimulator(flags.options);
      const { address, serialNumber, model, controlAddress } = simulator;
      print(
        { address, serialNumber, model, control: controlAddress },
        `${model} ${serialNumber} at ${address}${controlAddress ? `, control at ${controlAddress}` : ''}\nCtrl+C stops it.`,
      );
      await untilTold();
      await simulator.close();
    });
}

function moreOptions(flags: SandboxFlagValues): ReturnType<typeof readSandboxFlags> {
  try {
    return readSandboxFlags(flags);
  } catch (error) {
    if (error instanceof RangeError) throw new TillError('CFG_INVALID', error.message);
    throw error;
  }
}

/** Resolves on SIGINT or SIGTERM, and when whoever started us is gone: nothing is left running behind a killed shell. */
function untilTold(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (process.ppid !== parent) done();
    }, 500);
    const done = (): void => {
      clearInterval(watch);
      process.off('SIGINT', done);
      process.off('SIGTERM', done);
      resolve();
    };
    process.on('SIGINT', done);
    process.on('SIGTERM', done);
  });
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    note(`"${text}" is no port.`);
    throw new InvalidArgumentError('Give a port from 0 to 65535.');
  }
  return value;
}
