/** `tillbridge devices`, `device`, `activate`, `deactivate`, `cancel`, `reboot`, `idle`, `metrics`, `discover`. */
import type { Command } from 'commander';
import type { ActionResult, DeviceAction, DeviceMetric, DeviceView, Discovered } from '../contract/index.ts';
import { discoverTerminals } from '../../native/index.ts';
import { defaultDataDir } from '../starter/index.ts';
import { connect, connectShared, type Connection, type ConnectionFlags } from './connection.ts';
import { print } from './output.ts';

interface ActFlags extends ConnectionFlags {
  activationCode?: string;
}

export function registerDeviceCommands(program: Command): void {
  const withConnection = (command: Command): Command =>
    command
      .option('--platform <url>', 'base address of the platform; without it the running Tillbridge is asked')
      .option('--terminal <address>', 'a terminal on a cable of this computer, for what goes by cable')
      .option('--data <dir>', 'data folder of the running Tillbridge')
      .option('--json', 'print JSON and nothing else');

  withConnection(program.command('devices').description("list the platform's devices")).action(
    (flags: ConnectionFlags) =>
      using(flags, async ({ client }) => {
        const devices = await client.device.list();
        print(devices, devices.length === 0 ? 'The platform has no devices.' : devices.map(deviceLine).join('\n'));
      }),
  );

  withConnection(program.command('device <id>').description('show one device, as the platform has it now')).action(
    (id: string, flags: ConnectionFlags) =>
      using(flags, async ({ client }) => {
        const device = await client.device.get({ device: id });
        print(device, deviceLine(device));
      }),
  );

  withConnection(program.command('metrics <id>').description('list the latest metrics of a device'))
    .option('--limit <n>', 'how many', Number, 20)
    .action((id: string, flags: ConnectionFlags & { limit: number }) =>
      using(flags, async ({ client }) => {
        const metrics = await client.device.metrics({ device: id, limit: flags.limit });
        print(metrics, metrics.length === 0 ? 'No metrics yet.' : metrics.map(metricLine).join('\n'));
      }),
    );

  const actions: readonly { name: string; action: DeviceAction; what: string }[] = [
    { name: 'activate', action: 'ACTIVATE', what: 'put a device into service' },
    { name: 'deactivate', action: 'DEACTIVATE', what: 'take a device out of service' },
    { name: 'cancel', action: 'CANCEL', what: 'cancel what runs on a device' },
    { name: 'reboot', action: 'REBOOT', what: 'restart a device' },
  ];
  for (const { name, action, what } of actions) {
    withConnection(program.command(`${name} <id>`).description(what))
      .option('--activation-code <code>', 'the code the terminal shows (some gateways ask for it)')
      .action((id: string, flags: ActFlags) =>
        using(flags, async ({ client }) => {
          const { activationCode } = flags;
          const result = await client.device.act({
            device: id,
            action,
            ...(activationCode === undefined ? {} : { activationCode }),
          });
          print(result, resultLine(result));
        }),
      );
  }

  withConnection(program.command('idle <id> <text>').description('set the idle message of a device')).action(
    (id: string, text: string, flags: ConnectionFlags) =>
      using(flags, async ({ client }) => {
        const result = await client.device.act({ device: id, action: 'CREATE_IDLE_MESSAGE', idleMessage: text });
        print(result, resultLine(result));
      }),
  );

  program
    .command('discover')
    .description('look at every serial port and HID device for terminals')
    .option(
      '--also <address...>',
      'more addresses to ask, e.g. a pseudo-terminal or a device server: serial:PATH, tcp:HOST:PORT',
    )
    .option('--data <dir>', 'data folder of the running Tillbridge')
    .option('--json', 'print JSON and nothing else')
    .action(async (flags: { data?: string; also?: string[] }) => {
      const started = performance.now();
      // A running Tillbridge holds its own terminals: it answers for them instead of being disturbed.
      const shared = await connectShared(flags.data ?? defaultDataDir(process.env, process.platform));
      try {
        const own = shared
          ? await shared.client.terminal.discover()
          : await discoverTerminals({ also: flags.also ?? [] });
        // The running till looks at what its lists know; what is named here is asked from here.
        const named = shared && flags.also ? await discoverTerminals({ also: flags.also, list: async () => [] }) : [];
        const found = [...own, ...named];
        const tookMs = Math.round(performance.now() - started);
        print(
          { found, tookMs },
          [...found.map(discoveredLine), `${found.length} looked at in ${tookMs} ms`].join('\n'),
        );
      } finally {
        await shared?.close();
      }
    });
}

async function using(flags: ConnectionFlags, task: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await connect(flags);
  try {
    await task(connection);
  } finally {
    await connection.close();
  }
}

function deviceLine(device: DeviceView): string {
  const state = `${device.isEnabled ? 'enabled' : 'not enabled'}, connection ${device.connection}`;
  const cable = device.terminalId === null ? '' : `, on the cable as ${device.terminalId}`;
  const offers = device.offers
    .filter((offer) => offer.route !== 'none')
    .map((offer) => `${offer.action} by ${offer.route}`);
  return `${device.id}  ${device.name ?? '-'}  ${device.serialNumber ?? '-'}  ${device.processor ?? '-'}  ${state}${cable}\n    ${offers.join(', ') || 'no actions'}`;
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
  return `${result.action} by ${result.route} in ${result.tookMs} ms: ${result.readBack}.${payment}`;
}

function discoveredLine(one: Discovered): string {
  const who = [one.family, one.model, one.serialNumber, one.firmware].filter((part) => part !== null).join(' ');
  const why = one.failure ? ` (${one.failure.message} [${one.failure.code}])` : '';
  return `${one.verdict.padEnd(11)} ${one.address}  ${who}${why}  ${one.tookMs} ms`;
}
