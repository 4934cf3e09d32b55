import { createServer } from 'node:net';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, it } from 'vitest';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import {
  mmsFaults,
  startSimulator,
  type MmsTerminal,
  type RunningSimulator,
  type SimulatorOptions,
} from '../../../../native/simulator/index.ts';
import { TestHost } from './host-side.ts';
import { closeAll, connectControl, connectHost, makePtyPair, onCleanup } from './net.ts';
import { sale, SERIAL_NUMBER } from './test-bench.ts';
import { storyTime, until } from '../../../waiting.ts';

afterEach(closeAll);

const quick = { readMs: { chip: 5, contactless: 5, swipe: 5 }, completeMs: 5, resetDelayMs: 20, bootMs: 60 };

async function start(options: Partial<SimulatorOptions<'mms'>> = {}): Promise<RunningSimulator<MmsTerminal>> {
  const simulator = await startSimulator({
    family: 'mms',
    carrier: { tcp: 0 },
    ...options,
    terminal: { pace: quick, ...options.terminal },
  });
  onCleanup(() => simulator.close());
  return simulator;
}

/** Runs one sale over any link: start, answer, end. Returns the whole story. */
async function pay(host: TestHost): Promise<string[]> {
  host.say(commands.startTransaction(1, sale));
  await until(() => host.story.some((line) => line.endsWith('080202')), 'the online request');
  host.say(commands.resumeTransaction(2, { deviceSerialNumber: SERIAL_NUMBER, authorizationResponseCode: '00' }));
  await until(() => host.story.some((line) => /^0105 ..0[04]0[07]00$/.test(line)), 'the end');
  return host.story;
}

describe('the simulator on TCP', () => {
  it('completes a sale with an autopilot over a real socket', async () => {
    const simulator = await start({ autopilot: { card: 'approve' }, autopilotDelayMs: 10 });
    expect(simulator.address).toMatch(/^tcp:127\.0\.0\.1:[1-9][0-9]+$/);
    const { host } = await connectHost(simulator.address);
    expect(await pay(host)).toEqual([
      'rsp 1001 01000000',
      '0101 10010200',
      '0101 10080202',
      'rsp 1004 00000000',
      '0105 10020600',
      '0101 10080302',
      '0101 10010300',
      '0105 10000000',
    ]);
  });

  it('serves one client, and closes a second client, which may connect after the first has left', async () => {
    const { address } = await start();
    const first = await connectHost(address);
    const second = await connectHost(address);
    await until(() => second.isClosed, 'the second is closed');
    first.host.say(commands.echo(1, Uint8Array.of(1)));
    await until(() => first.host.responses.length === 1, 'the first is served');
    expect(second.host.wire).toEqual([]);
    first.socket.destroy();
    await until(async () => {
      const third = await connectHost(address);
      third.host.say(commands.echo(2, Uint8Array.of(2)));
      return until(() => third.isClosed || third.host.responses.length === 1, 'an answer, or the door').then(
        () => third.host.responses.length === 1,
      );
    }, 'a third is served');
  });

  it('drops the partial frame of a client before it serves the next client', async () => {
    const { address } = await start();
    const first = await connectHost(address);
    first.socket.write(Uint8Array.of(0xc0, 0x00, 0x00, 0x00, 0x00, 0x40, 0xaa));
    await storyTime(30, 'half a frame on its way');
    first.socket.destroy();
    await until(async () => {
      const next = await connectHost(address);
      next.host.say(commands.echo(2, Uint8Array.of(2)));
      return until(() => next.isClosed || next.host.responses.length === 1, 'an answer, or the door').then(
        () => next.host.responses.length === 1,
      );
    }, 'the next is served at its first word');
  });

  it('breaks the connection and stops listening when unplugged, and uses the same port when plugged in', async () => {
    const simulator = await start();
    const till = await connectHost(simulator.address);
    till.host.say(commands.startTransaction(1, sale));
    await until(() => till.host.responses.length === 1, 'started');
    await simulator.setPluggedIn(false);
    await until(() => till.isClosed, 'the till notices');
    await expect(connectHost(simulator.address)).rejects.toThrow('ECONNREFUSED');
    expect(simulator.terminal.step).toBe('waiting-card');
    const { address } = simulator;
    await simulator.setPluggedIn(true);
    expect(simulator.address).toBe(address);
    const again = await connectHost(address);
    again.host.say(commands.cancelTransaction(2));
    await until(() => again.host.story.includes('0105 00030100'), 'cancelled');
  });

  it('is unplugged by a fault in the middle of a reply', async () => {
    const simulator = await start({ terminal: { pace: quick, behaviours: [mmsFaults.halfReplyThenUnplug()] } });
    const till = await connectHost(simulator.address);
    till.host.say(commands.echo(1, Uint8Array.of(1)));
    await until(() => till.isClosed, 'the till notices');
    expect(till.host.messages).toEqual([]);
  });

  it('reports a port that is in use, and releases all its other resources', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onCleanup(() => new Promise((resolve) => other.close(() => resolve())));
    const bound = other.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    await expect(start({ carrier: { tcp: port } })).rejects.toMatchObject({ code: 'LINK_BUSY' });
    await expect(start({ control: port })).rejects.toMatchObject({ code: 'LINK_BUSY' });
  });

  it('reports a port that another program holds on its return, and listens again when the port is free', async () => {
    const simulator = await start();
    const port = Number(simulator.address.split(':').at(-1));
    await simulator.setPluggedIn(false);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    await expect(simulator.setPluggedIn(true)).rejects.toMatchObject({ code: 'LINK_BUSY' });
    await new Promise<void>((resolve) => other.close(() => resolve()));
    const till = await until(() => connectHost(simulator.address).catch(() => null), 'back');
    till.host.say(commands.echo(1, Uint8Array.of(1)));
    await until(() => till.host.responses.length === 1, 'served');
  });

  it('closes idempotently and leaves no listener', async () => {
    const simulator = await start({ control: 0 });
    await Promise.all([simulator.close(), simulator.close()]);
    await simulator.close();
    await expect(connectHost(simulator.address)).rejects.toThrow('ECONNREFUSED');
    await expect(connectControl(simulator.controlAddress ?? '')).rejects.toThrow('ECONNREFUSED');
  });
});

describe.skipIf(process.platform === 'win32')('the simulator on a serial device', () => {
  async function openTill(path: string): Promise<{ host: TestHost; port: SerialPort }> {
    const port = new SerialPort({ path, baudRate: 115_200, autoOpen: false });
    const host = new TestHost((bytes) => void port.write(bytes));
    port.on('data', (chunk: Buffer) => host.hear(chunk));
    port.on('error', () => {});
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    onCleanup(() => new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve())));
    return { host, port };
  }

  it('completes a sale over a pty pair through the real binding, loses the device and finds it again', async () => {
    const pair = await makePtyPair();
    const simulator = await start({
      carrier: { serial: pair.terminal },
      autopilot: { card: 'approve' },
      autopilotDelayMs: 10,
      control: 0,
    });
    const control = await connectControl(simulator.controlAddress ?? '');
    const till = await openTill(pair.till);
    expect((await pay(till.host)).at(-1)).toBe('0105 10000000');

    await pair.pull();
    await until(() => control.states.at(-1)?.isPluggedIn === false, 'the simulator notices');
    await new Promise<void>((resolve) => (till.port.isOpen ? till.port.close(() => resolve()) : resolve()));
    await pair.putBack();
    await until(() => control.states.at(-1)?.isPluggedIn === true, 'it is back');
    const again = await openTill(pair.till);
    again.host.say(commands.echo(3, Uint8Array.of(0xc0, 0xdb)));
    await until(() => again.host.responses.length === 1, 'it answers');
  });

  it('reports a missing device, and a path that is no serial device', async () => {
    await expect(start({ carrier: { serial: '/dev/no-such-port' } })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    await expect(start({ carrier: { serial: '/dev/null' } })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
  });

  it('reports a device that another program holds', async () => {
    const pair = await makePtyPair();
    await start({ carrier: { serial: pair.terminal } });
    await expect(start({ carrier: { serial: pair.terminal } })).rejects.toMatchObject({ code: 'LINK_BUSY' });
  });
});
