/** `tillbridge sandbox` and `tillbridge simulator`: things that serve until they are told to stop. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { TillError } from '../contract/index.ts';
import { ensureDataDir } from '../host/starter/index.ts';
import { startSandbox } from '../sandbox/index.ts';
import { startSimulator } from '../../native/simulator/index.ts';
import { note, print } from './output.ts';

interface SandboxFlags {
  port: number;
  data?: string;
}

interface SimulatorFlags {
  family: 'mms';
  serial?: string;
  tcp?: number;
  serialNumber?: string;
  card?: 'approve' | 'decline' | 'cancel';
  control?: number;
}

export function registerServers(program: Command): void {
  program
    .command('sandbox')
    .description('serve a local platform; prints its address and credentials')
    .option('--port <n>', 'port; 0 takes a free one', port, 0)
    .option('--data <dir>', 'folder of its database; without it everything is forgotten at the end')
    .option('--json', 'print one JSON line {url, username, password, merchant, processor}')
    .action(async (flags: SandboxFlags) => {
      const sandbox = await startSandbox({
        port: flags.port,
        ...(flags.data === undefined ? {} : { dataDir: ensureDataDir(flags.data) }),
      });
      const { url, username, password, merchant, processor } = sandbox;
      print(
        { url, username, password, merchant, processor },
        `Sandbox at ${url}\n  TILLBRIDGE_USERNAME=${username}\n  TILLBRIDGE_PASSWORD=${password}\n  merchant ${merchant} on ${processor}\nCtrl+C stops it.`,
      );
      await untilTold();
      await sandbox.close();
    });

  program
    .command('simulator')
    .description('a card terminal in software, on a serial device or a TCP port')
    .addOption(new Option('--family <family>', 'protocol').choices(['mms']).default('mms'))
    .option('--serial <path>', 'serial device')
    .option('--tcp <port>', 'TCP port on loopback; 0 takes a free one', port)
    .option('--serial-number <sn>', 'seven hexadecimal digits')
    .addOption(new Option('--card <card>', 'present this card by itself').choices(['approve', 'decline', 'cancel']))
    .option('--control <port>', 'control port for the practice terminal screen', port)
    .option('--json', 'print one JSON line when it listens')
    .action(async (flags: SimulatorFlags) => {
      if ((flags.serial === undefined) === (flags.tcp === undefined)) {
        throw new TillError('CFG_INVALID', 'Give either --serial PATH or --tcp PORT.');
      }
      const simulator = await startSimulator({
        family: flags.family,
        ...(flags.serial === undefined ? {} : { serial: flags.serial }),
        ...(flags.tcp === undefined ? {} : { tcp: flags.tcp }),
        ...(flags.serialNumber === undefined ? {} : { serialNumber: flags.serialNumber }),
        // Without a control port nobody could present a card: then the approving card comes by itself.
        ...(flags.card === undefined && flags.control !== undefined ? {} : { card: flags.card ?? 'approve' }),
        ...(flags.control === undefined ? {} : { control: flags.control }),
      });
      const { address, serialNumber, model, controlAddress } = simulator;
      print(
        { address, serialNumber, model, control: controlAddress },
        `${model} ${serialNumber} at ${address}${controlAddress ? `, control at ${controlAddress}` : ''}\nCtrl+C stops it.`,
      );
      await untilTold();
      await simulator.close();
    });
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
