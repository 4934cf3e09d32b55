/** `tillbridge sandbox` and `tillbridge simulator`: servers that run until they are stopped. */
import { Option, type Command } from 'commander';
import { toFailure } from '../contract/index.ts';
import { ensureDataDir } from '../config/index.ts';
import { isProcessAlive } from '../starter/index.ts';
import {
  API_PAGE_PATH,
  formerSandboxFlags,
  readSandboxFlags,
  sandboxFlags,
  startSandbox,
  type SandboxFlagValues,
} from '../sandbox/index.ts';
import { readFlags, startSimulator, usage } from '../../native/simulator/index.ts';
import { UsageError, type Cli } from './cli.ts';
import { whole, withData } from './options.ts';

interface SandboxFlags extends SandboxFlagValues {
  port: number;
  data?: string;
}

export function registerServers(program: Command, cli: Cli): void {
  const sandboxCommand = withData(
    program.command('sandbox'),
    'folder of its database; without a folder, nothing is kept at the end',
  )
    .description('serve a local platform; prints its address and credentials')
    .option('--port <n>', 'port; 0 takes a free one', whole(0, 65_535, 'Give a port from 0 to 65535.'), 0)
    .option('--json', 'print one JSON line {url, username, password, merchant, processor}')
    .action((flags: SandboxFlags) => serveSandbox(cli, flags));

  for (const [flag, what] of Object.entries(sandboxFlags)) sandboxCommand.option(`--${flag}`, what);
  for (const flag of formerSandboxFlags) sandboxCommand.addOption(new Option(`--${flag}`).hideHelp());

  program
    .command('simulator')
    .description('simulate a card terminal on a serial device or a TCP port (--help shows more)')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action((_flags: object, command: Command) => serveSimulator(cli, command.args));
}

async function serveSandbox(cli: Cli, flags: SandboxFlags): Promise<void> {
  const sandbox = await startSandbox({
    port: flags.port,
    ...moreOptions(flags),
    ...(flags.data === undefined ? {} : { dataDir: ensureDataDir(flags.data) }),
  }).catch((error: unknown) => {
    // The flags were validated before, so the only possible error is a terminal that the sandbox does not have.
    if (flags.offline && toFailure(error).code === 'CFG_INVALID')
      throw new UsageError('CFG_INVALID', `--offline: ${toFailure(error).message}`);
    throw error;
  });
  const { url, username, password, merchant, processor } = sandbox;
  cli.print(
    { url, username, password, merchant, processor },
    `Sandbox at ${url}\n  TILLBRIDGE_USERNAME=${username}\n  TILLBRIDGE_PASSWORD=${password}\n  merchant ${merchant} on ${processor}\n  API page ${url}${API_PAGE_PATH}\nCtrl+C stops it.`,
  );
  await untilStopped(cli);
  await sandbox.close();
}

async function serveSimulator(cli: Cli, args: readonly string[]): Promise<void> {
  const flags = readFlags(args);
  if (flags === 'help') {
    cli.print({ usage }, usage);
    return;
  }
  const simulator = await startSimulator(flags.options);
  const { address, serialNumber, model, controlAddress } = simulator;
  cli.print(
    { address, serialNumber, model, control: controlAddress },
    `${model} ${serialNumber} at ${address}${controlAddress ? `, control at ${controlAddress}` : ''}\nCtrl+C stops it.`,
  );
  await untilStopped(cli);
  await simulator.close();
}

function moreOptions(flags: SandboxFlagValues): ReturnType<typeof readSandboxFlags> {
  try {
    return readSandboxFlags(flags);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError('CFG_INVALID', error.message);
    throw error;
  }
}

/** Resolves on SIGINT or SIGTERM, and when the parent process has ended, so that no server outlives a killed shell. */
function untilStopped(cli: Cli): Promise<void> {
  const parent = process.ppid;
  const hasParent = isProcessAlive(parent);
  return new Promise((resolve) => {
    const done = (): void => {
      clearInterval(parentCheck);
      stopListening();
      resolve();
    };
    const parentCheck = setInterval(() => {
      // On Windows an orphan keeps its parent's process id, so the end of that process and of its channel are checked.
      const isOrphan = process.ppid !== parent || (hasParent && !isProcessAlive(parent));
      if (isOrphan || (process.send && !process.connected)) done();
    }, 500);
    const stopListening = cli.io.onInterrupt(done);
  });
}
