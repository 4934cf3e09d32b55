/**
 * A shop's other devices on real serial lines, with the real manager, drivers and receipt printer: the bytes that each
 * receives from a probe, and receipts while a terminal comes and goes (TILLBRIDGE_RECEIPTS of them, otherwise a
 * sample).
 *
 * @module-tag full-receipts
 * @module-tag ci-only
 */
import { SerialPort } from 'serialport';
import { describe, expect, it } from 'vitest';
import { Printer } from '../../../../electron/host/receipts/printer/printer.ts';
import { hasSocat, layCable } from '../../native/pty.ts';
import { atEnd, namedNodes, polling, Ports, realTill, simulator } from './real.ts';
import { PROBE_BYTES, neighbourNames, PlayedNeighbour, shop, type NeighbourName } from './shop.ts';
import { quietFor, storyTime } from '../../../waiting.ts';

const RECEIPTS = Number(process.env['TILLBRIDGE_RECEIPTS'] ?? 60);
/** Time for which the terminal stays unplugged: longer than the two seconds after which the till probes other ports. */
const AWAY_MS = 6_000;

/** Device other than a terminal, at the far end of a cable. */
async function played(neighbour: NeighbourName) {
  const cable = await layCable();
  atEnd(() => cable.pull());
  const far = new SerialPort({ path: cable.far, baudRate: 9_600 });
  await new Promise((resolve) => far.once('open', resolve));
  atEnd(() => new Promise<void>((resolve) => (far.isOpen ? far.close(() => resolve()) : resolve())));
  const device = new PlayedNeighbour(shop[neighbour], (bytes) => void far.write(bytes));
  atEnd(async () => device.stop());
  far.on('data', (chunk: Buffer) => device.take(chunk));
  return { cable, heard: () => device.heard };
}

describe.skipIf(!hasSocat)('a shop on serial devices', () => {
  const { node, gone } = namedNodes();

  /** Terminal that can be unplugged and plugged in again. */
  async function terminalOn(ports: Ports, name: string): Promise<{ path: string; pull(): Promise<void> }> {
    const cable = await layCable();
    atEnd(() => cable.pull());
    const running = await simulator({ serial: cable.far }, 'B61378A');
    const path = node(name, cable);
    ports.plug(path, 'TERMINAL-ADAPTER');
    return {
      path,
      async pull() {
        ports.unplug(path);
        gone(name);
        await running.close();
        await cable.pull();
      },
    };
  }

  it('sends no probes with a connected terminal, and one probe of 95 bytes per permitted port without it', async () => {
    const devices = Object.fromEntries(
      await Promise.all(neighbourNames.map(async (name) => [name, await played(name)] as const)),
    ) as Record<NeighbourName, Awaited<ReturnType<typeof played>>>;
    const holder = new SerialPort({ path: devices.held.cable.near, baudRate: 9_600 });
    await new Promise((resolve) => holder.once('open', resolve));
    atEnd(() => new Promise<void>((resolve) => holder.close(() => resolve())));
    const ports = new Ports();
    const terminal = await terminalOn(ports, 'ttyACM0');
    const nodes = Object.fromEntries(
      neighbourNames.map((name) => [name, node(`tty-${name}`, devices[name].cable)]),
    ) as Record<NeighbourName, string>;
    for (const name of neighbourNames) ports.plug(nodes[name], '', shop[name].usb);
    const id = `serial:${terminal.path}`;
    const till = realTill([id], { watcher: ports.watch(), printer: `serial:${nodes.printer}` });
    await expect.poll(() => till.view(id).state, polling).toBe('ready');
    const bytes = () => Object.fromEntries(neighbourNames.map((name) => [name, devices[name].heard().length]));
    await quietFor(500, 'a byte to a neighbour');
    expect(bytes()).toEqual({ printer: 0, scale: 0, gps: 0, modem: 0, board: 0, scanner: 0, held: 0 });
    await terminal.pull();
    await expect.poll(() => devices.modem.heard().length, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0);
    await expect.poll(() => devices.scale.heard().length, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0);
    // A terminal comes and goes during that time, without probes of other devices.
    for (let round = 0; round < 5; round += 1) {
      ports.unplug(nodes.scale);
      await storyTime(250, 'a cable that comes and goes');
      ports.plug(nodes.scale, '', shop.scale.usb);
      await storyTime(250, 'a cable that comes and goes');
    }
    console.info(`heard, bytes: ${JSON.stringify(bytes())}`);
    const heard = bytes();
    expect(heard).toMatchObject({ printer: 0, gps: 0, board: 0, scanner: 0, held: 0 });
    for (const name of ['scale', 'modem'] as const) expect(heard[name]).toBeLessThanOrEqual(2 * PROBE_BYTES);
  }, 180_000);

  it(
    `prints ${RECEIPTS} receipts unspoilt while a terminal comes and goes`,
    async () => {
      const { cable, heard } = await played('printer');
      const ports = new Ports();
      const path = node('ttyUSB0', cable);
      ports.plug(path, '');
      const scale = await played('scale');
      ports.plug(node('ttyUSB1', scale.cable), '');
      const first = await terminalOn(ports, 'ttyACM0');
      const id = `serial:${first.path}`;
      const till = realTill([id], { watcher: ports.watch(), printer: `serial:${path}` });
      const printer = new Printer({ address: `serial:${path}@38400`, now: () => Date.now(), isEscPos: false });
      atEnd(() => printer.close());
      const over = new AbortController();
      let moves = 0;
      const moving = (async () => {
        let terminal = first;
        while (!over.signal.aborted) {
          await expect.poll(() => till.view(id).state, polling).toBe('ready');
          await terminal.pull();
          moves += 1;
          await expect.poll(() => till.view(id).state, polling).not.toBe('ready');
          // The wait is long enough for probes of other ports.
          await storyTime(AWAY_MS, 'a terminal that is away');
          terminal = await terminalOn(ports, 'ttyACM0');
        }
      })();
      const jobs: Buffer[] = [];
      const failed: unknown[] = [];
      for (let number = 0; number < RECEIPTS; number += 1) {
        const job = Buffer.from(
          `\u001b@Harbor Street Bakery\nReceipt ${number}\n${'Rye loaf 4.20\n'.repeat(8)}\u001dV\u0001`,
          'latin1',
        );
        jobs.push(job);
        await printer.print(job).catch((error: unknown) => failed.push(error));
        // A pseudo-terminal reports unread bytes as sent, and drops them when it is opened again: an effect of a busy
        // computer.
        const sent = jobs.reduce((sum, { length }) => sum + length, 0);
        if (failed.length === 0) await expect.poll(() => heard().length, polling).toBeGreaterThanOrEqual(sent);
        await storyTime(120, 'the pace of receipts');
      }
      over.abort();
      await moving;
      expect(failed).toEqual([]);
      const all = Buffer.concat(jobs);
      await expect.poll(() => heard().length, polling).toBeGreaterThanOrEqual(all.length);
      expect(heard().equals(all)).toBe(true);
      expect(moves).toBeGreaterThan(0);
      expect(scale.heard().length).toBeGreaterThan(0);
      console.info(
        `${RECEIPTS} receipts, the terminal went ${moves} times: ${failed.length} failed, 0 bytes of others`,
      );
    },
    Math.max(90_000, RECEIPTS * 500),
  );
});
