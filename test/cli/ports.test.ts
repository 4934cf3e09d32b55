/**
 * Output of `doctor` and `discover` about ports that are excluded, in use or silent. Serial lines of this computer play
 * devices of a device manager, with their names and USB numbers; the rules come from the settings and from ports.json.
 */
import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSocat, layCable, type Cable } from '../unit/native/pty.ts';
import { tillbridge } from './in-process.ts';

/** Devices by name, with the USB numbers of their adapters. */
const listed = {
  printer: '067b:2303',
  scale: '1a86:7523',
  drawer: '1a86:7523',
  board: '2341:0043',
  held: '0403:6001',
  silent: '1a86:55d4',
};
type Name = keyof typeof listed;

describe.skipIf(!hasSocat)('ports on the command line', () => {
  let folder: string;
  let data: string;
  let holder: SerialPort;
  const cables: Cable[] = [];
  const oldPath = process.env['PATH'];
  const path = (name: Name): string => join(folder, `ttyUSB-${name}`);
  const address = (name: Name): string => `serial:${path(name)}`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillbridge-ports-'));
    data = join(folder, 'data');
    mkdirSync(data);
    for (const name of Object.keys(listed) as Name[]) {
      const cable = await layCable();
      cables.push(cable);
      symlinkSync(readlinkSync(cable.near), path(name));
    }
    // Replaces the device manager's database, which has no pseudo-terminals.
    const entries = (Object.keys(listed) as Name[]).map((name, index) => {
      const [vendor, product] = listed[name].split(':');
      return [
        `P: /devices/${name}`,
        `N: ${path(name)}`,
        `E: DEVNAME=${path(name)}`,
        `E: ID_VENDOR_ID=${vendor}`,
        `E: ID_MODEL_ID=${product}`,
        `E: ID_SERIAL_SHORT=PORT000${index}`,
      ].join('\n');
    });
    writeFileSync(join(folder, 'database'), `${entries.join('\n\n')}\n`);
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/udevadm'), `#!/bin/sh\nexec cat '${folder}/database'\n`);
    chmodSync(join(folder, 'bin/udevadm'), 0o755);
    process.env['PATH'] = `${join(folder, 'bin')}:${oldPath}`;
    const settings = { receipts: { printer: `${address('printer')}@38400` }, ports: { neverAsk: [address('scale')] } };
    writeFileSync(join(data, 'settings.json'), JSON.stringify(settings));
    const decision = {
      address: address('drawer'),
      vendorId: '1a86',
      productId: '7523',
      serialNumber: 'PORT0002',
      ask: 'never',
      at: '2026-01-05T09:00:00.000Z',
    };
    writeFileSync(join(data, 'ports.json'), JSON.stringify({ version: 1, ports: [decision] }));
    holder = new SerialPort({ path: path('held'), baudRate: 9_600 });
    await new Promise((resolve) => holder.once('open', resolve));
  });
  afterAll(async () => {
    process.env['PATH'] = oldPath;
    await new Promise<void>((resolve) => holder.close(() => resolve()));
    await Promise.all(cables.map((cable) => cable.pull()));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Expected text of each port's line, by command. */
  const said: Record<'doctor' | 'discover', Record<Name, RegExp>> = {
    doctor: {
      printer: /^note .*: stranger, PORT0000, 067b:2303, not queried: the receipt printer$/,
      scale: /^note .*: stranger, PORT0001, 1a86:7523, not queried: ports in the settings$/,
      drawer: /^note .*: stranger, PORT0002, 1a86:7523, not queried: marked as no terminal on the Terminals screen$/,
      board: /^note .*: stranger, PORT0003, 2341:0043, not queried: by its USB numbers a board$/,
      held: /^note .*: unavailable, PORT0004, 0403:6001, .*the port is held by another program \[LINK_BUSY\]$/,
      silent: /^note .*: stranger, PORT0005, 1a86:55d4, .* \[TERM_SILENT\]$/,
    },
    discover: {
      printer: /^stranger .*\(not queried: the receipt printer\) {2}\d+ ms$/,
      scale: /^stranger .*\(not queried: ports in the settings\) {2}\d+ ms$/,
      drawer: /^stranger .*\(not queried: marked as no terminal on the Terminals screen\) {2}\d+ ms$/,
      board: /^stranger .*\(not queried: by its USB numbers a board\) {2}\d+ ms$/,
      held: /^unavailable .*the port is held by another program \[LINK_BUSY\]\) {2}\d+ ms$/,
      silent: /^stranger .* \[TERM_SILENT\]\) {2}\d+ ms$/,
    },
  };

  test.each(['doctor', 'discover'] as const)(
    '%s says for each port why it was left alone, or the result of probing it',
    async (command) => {
      const { code, stdout } = await tillbridge([command, '--data', data]);
      const lines = stdout.split('\n');
      for (const name of Object.keys(listed) as Name[]) {
        expect(lines.find((line) => line.includes(path(name)) && / ?(?:stranger|unavailable)/.test(line))).toMatch(
          said[command][name],
        );
      }
      // No port counts as a fault of the computer.
      expect(code).toBe(0);
      if (command === 'discover') return;
      expect(stdout).toContain(`ok      receipt printer: ${address('printer')}, never asked`);
      expect(stdout).toContain(`ok      ports.neverAsk: ${address('scale')}`);
    },
    30_000,
  );

  test('the other ports are left alone if only some may be probed, except a port named on the command line', async () => {
    const only = join(folder, 'only');
    mkdirSync(only);
    writeFileSync(join(only, 'settings.json'), JSON.stringify({ ports: { onlyAsk: ['usb:0403'] } }));
    const doctor = await tillbridge(['doctor', '--data', only]);
    expect(doctor.stdout).toContain('ok      ports.onlyAsk: usb:0403');
    for (const name of ['printer', 'scale', 'board', 'silent'] as const) {
      expect(doctor.stdout).toMatch(new RegExp(`${path(name)}: stranger.* not queried: ports in the settings`));
    }
    const asked = await tillbridge(['discover', '--also', address('silent'), '--data', only]);
    expect(asked.stdout).toMatch(new RegExp(`${path('silent')} .*TERM_SILENT`));
  }, 180_000);

  test('contradictory settings are a problem that contains the file and the field', async () => {
    const wrong = join(folder, 'wrong');
    mkdirSync(wrong);
    writeFileSync(join(wrong, 'settings.json'), JSON.stringify({ ports: { neverAsk: ['the scale'] } }));
    const { code, stdout } = await tillbridge(['doctor', '--data', wrong]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/problem .*settings\.json.*ports\.neverAsk/);
    // The remaining findings are printed; probing a port requires the rules.
    expect(stdout).toContain('note    ports: not looked at');
    expect(stdout).toContain('till: not running');
  });
});
