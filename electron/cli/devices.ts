/** `tillbridge devices`, `device`, `activate`, `deactivate`, `cancel`, `reboot`, `idle`, `metrics`, `discover`. */
import { Argument, type Command } from 'commander';
import type {
  ActionResult,
  DeviceAction,
  DeviceChange,
  DeviceMetric,
  DeviceView,
  Discovered,
  ReadBack,
} from '../contract/index.ts';
import { discoverTerminals } from '../../native/index.ts';
import { notAskedWords, portRulesOf } from '../host/index.ts';
import type { HostClient } from '../host/index.ts';
import type { Cli } from './cli.ts';
import { asNamed } from './payments.ts';
import { closing, connect, withShared, type ConnectionFlags } from './connection.ts';
import {
  cableAddress,
  cableAddresses,
  operatorName,
  withData,
  withId,
  withJson,
  withPlatform,
  whole,
  words,
} from './options.ts';

interface ActFlags extends ConnectionFlags {
  activationCode?: string;
  operator?: string;
}

interface DiscoverFlags {
  data?: string;
  also?: string[];
}

const actions: readonly { name: string; action: DeviceAction; what: string }[] = [
  { name: 'activate', action: 'ACTIVATE', what: 'activate a Device' },
  { name: 'deactivate', action: 'DEACTIVATE', what: 'deactivate a Device' },
  { name: 'cancel', action: 'CANCEL', what: 'cancel the running payment or action of a Device' },
  { name: 'reboot', action: 'REBOOT', what: 'restart a Device' },
];

export function registerDeviceCommands(program: Command, cli: Cli): void {
  const add = (name: string, what: string): Command => {
    const command = withPlatform(
      program.command(name).description(what),
      'base address of the platform; default: the running Tillbridge answers',
    ).option(
      '--terminal <address>',
      'terminal on a cable of this computer, for actions through the cable',
      cableAddress,
    );
    return withJson(withData(command, 'data folder of the running Tillbridge'));
  };
  const using = async (flags: ConnectionFlags, task: (client: HostClient) => Promise<void>): Promise<void> =>
    closing(await connect(cli, flags), ({ client }) => task(client));
  const withOperator = (command: Command): Command =>
    command.option(
      '--operator <name>',
      'name of the person who asks; the PIN comes from TILLBRIDGE_PIN or a prompt',
      operatorName,
    );
  const act = (flags: ActFlags, request: Parameters<HostClient['device']['act']>[0]): Promise<void> =>
    using(flags, async (client) => {
      const result = await asNamed(cli, flags.operator, (by) => client.device.act({ ...request, ...by }));
      cli.print(result, resultLine(result));
    });

  add('devices', "list the platform's Devices").action((flags: ConnectionFlags) =>
    using(flags, async (client) => {
      const devices = await client.device.list();
      cli.print(devices, devices.length === 0 ? 'The platform has no Devices.' : devices.map(deviceLine).join('\n'));
    }),
  );

  withId(add('device', 'show the current state of one Device at the platform'), 'id').action(
    (device: string, flags: ConnectionFlags) =>
      using(flags, async (client) => {
        const view = await client.device.get({ device });
        cli.print(view, deviceLine(view));
      }),
  );

  withId(add('metrics', 'list the latest metrics of a Device'), 'id')
    .option('--limit <n>', 'how many', whole(1, 100), 20)
    .action((device: string, flags: ConnectionFlags & { limit: number }) =>
      using(flags, async (client) => {
        const metrics = await client.device.metrics({ device, limit: flags.limit });
        cli.print(metrics, metrics.length === 0 ? 'No metrics yet.' : metrics.map(metricLine).join('\n'));
      }),
    );

  for (const { name, action, what } of actions) {
    withOperator(withId(add(name, what), 'id'))
      .option('--activation-code <code>', 'code that the terminal shows (some gateways need it)', words(0, 32))
      .action((device: string, flags: ActFlags) => {
        const { activationCode } = flags;
        return act(flags, { device, action, ...(activationCode === undefined ? {} : { activationCode }) });
      });
  }

  withOperator(withId(add('idle', 'set the idle message of a Device'), 'id'))
    .addArgument(new Argument('<text>', 'the message').argParser(words(0, 200)))
    .action((device: string, idleMessage: string, flags: ActFlags) =>
      act(flags, { device, action: 'CREATE_IDLE_MESSAGE', idleMessage }),
    );

  withJson(withData(program.command('discover'), 'data folder of the running Tillbridge'))
    .description('search every serial port and HID device for terminals')
    .option(
      '--also <address...>',
      'more addresses to query, such as a pseudo-terminal or a device server: serial:PATH, tcp:HOST:PORT',
      cableAddresses,
    )
    .action((flags: DiscoverFlags) => discover(cli, flags));
}

async function discover(cli: Cli, flags: DiscoverFlags): Promise<void> {
  const started = performance.now();
  // A running Tillbridge holds its own terminals, so it answers for them and is not disturbed.
  const dataDir = cli.dataDir(flags.data);
  await withShared(dataDir, async (client) => {
    const own = client
      ? await client.terminal.discover()
      : await discoverTerminals({ also: flags.also ?? [], notAsked: portRulesOf(dataDir) });
    // The running till probes the ports that it lists; the addresses on the command line are probed from here.
    const named = client && flags.also ? await discoverTerminals({ also: flags.also, list: async () => [] }) : [];
    const found = [...own, ...named];
    const tookMs = Math.round(performance.now() - started);
    cli.print({ found, tookMs }, [...found.map(discoveredLine), `${found.length} searched in ${tookMs} ms`].join('\n'));
  });
}

function deviceLine(device: DeviceView): string {
  const state = `${device.isEnabled === null ? 'unknown whether enabled' : device.isEnabled ? 'enabled' : 'not enabled'}, connection ${device.connection}`;
  const cable = device.terminalId === null ? '' : `, terminal ${device.terminalId}`;
  const { refusal } = device;
  const why = refusal ? `\n    It receives no payments: ${refusal.message} [${refusal.code}]` : '';
  const offers = device.offers
    .filter((offer) => offer.route !== 'none')
    .map((offer) => `${offer.action} by ${offer.route}`);
  return `${device.id}  ${device.name ?? '-'}  ${device.serialNumber ?? '-'}  ${device.processor ?? '-'}  ${state}${cable}\n    ${offers.join(', ') || 'no actions'}${why}`;
}

function metricLine(metric: DeviceMetric): string {
  const other = Object.entries(metric.other).map(([key, value]) => `${key}=${String(value)}`);
  return [
    metric.createdAt ?? '-',
    metric.connection ?? '-',
    metric.networkType ?? '-',
    metric.signalStrength ?? '-',
    ...other,
  ].join('  ');
}

function resultLine(result: ActionResult): string {
  const payment = result.attempt ? ` Payment ${result.attempt.id}: ${result.attempt.state}.` : '';
  const away = result.isAway ? ' The platform did not see the terminal as online.' : '';
  return `${result.action} by ${result.route} in ${result.tookMs} ms: ${readBackLine(result.readBack)}.${payment}${away}`;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function readBackLine(seen: ReadBack): string {
  switch (seen.kind) {
    case 'payment':
      return `payment ${seen.attempt} is ${seen.state}`;
    case 'restarted':
      return seen.seenBy === 'cable'
        ? `terminal restarted, back after ${seconds(seen.tookMs)}`
        : `connection open -> closed -> open, back after ${seconds(seen.tookMs)}`;
    case 'not-back':
      return `terminal not back after ${seconds(seen.afterMs)}`;
    case 'never-away':
      return 'accepted; the platform never showed the terminal as away';
    case 'changed':
      return seen.changes.map(changeWords).join(', ') || 'read back, nothing changed';
    case 'unread':
      return 'done, but the Device could not be read back';
    case 'taken':
      return 'the terminal shows it';
  }
}

function changeWords({ field, from, to }: DeviceChange): string {
  if (field === 'idle-message') return `idle message "${from ?? ''}" -> "${to ?? ''}"`;
  return `${field} ${from} -> ${to}`;
}

function discoveredLine(one: Discovered): string {
  const who = [one.family, one.model, one.serialNumber, one.firmware].filter((part) => part !== null).join(' ');
  const left = one.notAsked ? ` (${notAskedWords(one)})` : '';
  const why = one.failure ? ` (${one.failure.message} [${one.failure.code}])` : left;
  return `${one.verdict.padEnd(11)} ${one.address}  ${who}${why}  ${one.tookMs} ms`;
}
