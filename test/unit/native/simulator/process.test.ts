/**
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { program } from '../../../fixtures/programs.ts';
import { testDeck } from '../../../../native/simulator/index.ts';
import { openBlob } from './host-side.ts';
import { closeAll, connectControl, connectHost, onCleanup } from './net.ts';
import { sale, SERIAL_NUMBER } from './test-bench.ts';
import { quietFor, until } from '../../../waiting.ts';

const main = program('native/simulator/main.ts');

afterEach(closeAll);

interface Run {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  exit: Promise<number | null>;
}

function watch(child: ChildProcess): Run {
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  // Node does not emit 'close' after a disconnect, so this waits for 'exit'. The delay lets the last output arrive.
  const exit = new Promise<number | null>((done) => child.once('exit', (code) => setTimeout(done, 20, code)));
  onCleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  });
  return { child, stdout: () => out, stderr: () => err, exit };
}

function run(...args: string[]): Run {
  return watch(spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'pipe'] }));
}

async function ready(
  of: Run,
): Promise<{ address: string; serialNumber: string; model: string; control: string | null }> {
  await until(() => of.stdout().includes('\n'), 'the ready line');
  return JSON.parse(of.stdout().split('\n')[0] ?? '');
}

describe('the simulator as a process', () => {
  it('prints its address, serves a sale, obeys the control port, and never reveals a card number', async () => {
    const simulator = run('--family', 'mms', '--tcp', '0', '--control', '0', '--json', '--serial-number', '0a1b2c3');
    const said = await ready(simulator);
    expect(said).toEqual({
      address: expect.stringMatching(/^tcp:127\.0\.0\.1:[0-9]+$/),
      serialNumber: '0A1B2C3',
      model: 'DynaFlex II PED',
      control: expect.stringMatching(/^127\.0\.0\.1:[0-9]+$/),
    });
    const control = await connectControl(said.control ?? '');
    const { host } = await connectHost(said.address);
    const numbers: string[] = [];
    for (const { id, asksForPin } of testDeck) {
      const [requests, ends] = [count(host.story, '0101 10080202'), count(host.story, '0105 10000000')];
      control.send({ type: 'choose', card: id });
      host.say(commands.startTransaction(1, sale));
      await until(() => control.states.at(-1)?.can.includes('insert'), 'asked for a card');
      control.send({ type: 'gesture', gesture: 'insert' });
      if (asksForPin) {
        await until(() => control.states.at(-1)?.can.includes('enter-pin'), 'asked for the PIN');
        control.send({ type: 'gesture', gesture: 'enter-pin' });
      }
      await until(() => count(host.story, '0101 10080202') > requests, 'online');
      numbers.push(openBlob(host.blob('0802')).data.get(0x5a)?.replace('F', '') ?? '');
      host.say(
        commands.resumeTransaction(2, {
          deviceSerialNumber: Uint8Array.of(0x0a, 0x1b, 0x2c, 0x30),
          authorizationResponseCode: '00',
        }),
      );
      await until(() => control.states.at(-1)?.display.includes('REMOVE CARD'), 'asked to take it out');
      control.send({ type: 'gesture', gesture: 'remove' });
      await until(() => count(host.story, '0105 10000000') > ends, 'done');
    }
    // The platform can read every number; other parties cannot.
    expect(numbers).toEqual(testDeck.map(({ pan }) => pan));
    simulator.child.stdin?.end();
    expect(await simulator.exit).toBe(0);
    const spoken = `${simulator.stdout()}${simulator.stderr()}${control.text}`;
    expect(control.states.length).toBeGreaterThan(20);
    for (const { pan } of testDeck) {
      expect(spoken).not.toContain(pan);
      // Only the last four digits appear.
      expect(spoken).not.toContain(pan.slice(2, 12));
      expect(host.wireHex).not.toContain(pan);
      expect(host.wireHex).not.toContain(Buffer.from(pan).toString('hex').toUpperCase());
    }
    expect(spoken).not.toMatch(/[0-9]{13,}/);
    expect(simulator.stderr()).toBe('');
    expect(simulator.stdout().split('\n')).toHaveLength(2);
  }, 180_000);

  it.each([
    ['approve', '0101 10080202'],
    ['decline', '0101 10080202'],
    ['cancel', '0105 00030200'],
  ])('acts by itself with --card %s', async (card, expected) => {
    const simulator = run('--family', 'mms', '--tcp', '0', '--json', '--card', card);
    const said = await ready(simulator);
    expect(said.control).toBeNull();
    const { host } = await connectHost(said.address);
    host.say(commands.startTransaction(1, sale));
    await until(() => host.story.includes(expected), expected);
    if (card === 'cancel') return;
    const number = openBlob(host.blob('0802')).data.get(0x5a);
    expect(number).toBe(testDeck.find(({ id }) => id === (card === 'decline' ? 'no-funds' : 'approve'))?.pan);
    host.say(commands.resumeTransaction(2, { deviceSerialNumber: SERIAL_NUMBER, authorizationResponseCode: '00' }));
    await until(() => host.story.includes('0105 10000000'), 'done, card out');
  });

  it('prints plain text without --json, and its flags with --help', async () => {
    const plain = run('--family', 'mms', '--tcp', '0');
    await until(() => plain.stdout().includes('\n'), 'a line');
    expect(plain.stdout()).toMatch(/^DynaFlex II PED B61378A on tcp:127\.0\.0\.1:[0-9]+\n$/);
    const help = run('--help');
    expect(await help.exit).toBe(0);
    expect(help.stdout()).toContain('--family mms');
  });

  it('refuses wrong flags with exit code 2, on standard error only', async () => {
    const wrong = run('--family', 'mms', '--tcp', '65536', '--json');
    expect(await wrong.exit).toBe(2);
    expect(wrong.stderr().split('\n')[0]).toBe('--tcp 65536 is not a port from 0 to 65535');
    expect(wrong.stderr()).toContain('Usage:');
    expect(wrong.stdout()).toBe('');
  });

  it('ends with exit code 1 and the code in the message when the device is missing', async () => {
    const lost = run('--family', 'mms', '--serial', '/dev/no-such-port', '--json');
    expect(await lost.exit).toBe(1);
    expect(lost.stderr()).toMatch(/LINK_NOT_FOUND\)\n$/);
    expect(lost.stdout()).toBe('');
  });
});

describe('the simulator process', () => {
  const flags = ['--family', 'mms', '--tcp', '0', '--control', '0', '--json'];

  // On Windows, a signal ends a process at once.
  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'ends on %s, with clients connected',
    async (signal) => {
      const simulator = run(...flags);
      const { address, control } = await ready(simulator);
      await connectHost(address);
      await connectControl(control ?? '');
      simulator.child.kill(signal);
      expect(await simulator.exit).toBe(0);
    },
  );

  it('ends when its standard input ends', async () => {
    const simulator = run(...flags);
    await ready(simulator);
    simulator.child.stdin?.end();
    expect(await simulator.exit).toBe(0);
  });

  it('ends when its parent disconnects or sends stop', async () => {
    for (const leave of [
      (child: ChildProcess) => child.disconnect(),
      (child: ChildProcess) => void child.send({ type: 'stop' }),
    ]) {
      const simulator = watch(fork(main, flags, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] }));
      await ready(simulator);
      leave(simulator.child);
      expect(await simulator.exit).toBe(0);
    }
  });

  it('continues if it has no standard input', async () => {
    const simulator = watch(spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] }));
    const { address } = await ready(simulator);
    await quietFor(200, 'an end of the simulator');
    const { host } = await connectHost(address);
    host.say(commands.echo(1, Uint8Array.of(1)));
    await until(() => host.responses.length === 1, 'it answers');
  });
});

function count(story: readonly string[], line: string): number {
  return story.filter((one) => one === line).length;
}
