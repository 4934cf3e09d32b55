/** Tests the sandbox as a process: its output, and how it ends. */
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../electron/sandbox/arguments.ts';
import { faultProfiles, startSandbox } from '../../electron/sandbox/index.ts';
import { program } from '../fixtures/programs.ts';
import { Client } from './harness.ts';

const entry = program('electron/sandbox/main.ts');
const quiet = ['--disable-warning=ExperimentalWarning'];
const running = new Set<ChildProcess>();
const folders: string[] = [];

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-process-'));
  folders.push(path);
  return path;
}

interface Started {
  child: ChildProcess;
  output(): string;
  errors(): string;
  /** The first line of standard output. */
  line: Promise<string>;
  exit: Promise<number | null>;
}

function watch(child: ChildProcess): Started {
  running.add(child);
  let output = '';
  let errors = '';
  const streams = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
  // The child's own 'close' does not work here: Node does not emit it after disconnect().
  const exit = once(child, 'exit').then(async ([code]) => {
    await Promise.all(streams);
    running.delete(child);
    return code as number | null;
  });
  const line = new Promise<string>((found, failed) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('\n')) found(output.slice(0, output.indexOf('\n')));
    });
    void exit.then((code) => failed(new Error(`Ended with ${code} before it said anything: ${errors}`)));
  });
  // A test that expects silence ignores this promise.
  line.catch(() => {});
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return { child, output: () => output, errors: () => errors, line, exit };
}

const start = (args: string[], stdin: 'ignore' | 'pipe' = 'ignore') =>
  watch(spawn(process.execPath, [...quiet, entry, ...args], { stdio: [stdin, 'pipe', 'pipe'] }));

interface Line {
  url: string;
  username: string;
  password: string;
  merchant: string;
  processor: string;
}

test('the sandbox prints exactly one line with --json, and the same credentials after a restart', async () => {
  const data = folder();
  const first = start(['--json', '--data', data]);
  const said = JSON.parse(await first.line) as Line;
  expect(Object.keys(said)).toEqual(['url', 'username', 'password', 'merchant', 'processor']);
  expect(said).toMatchObject({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), processor: 'DUMMY_V1' });
  await new Client(said.url, said).get(`/merchants/${said.merchant}`);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(first.output().trimEnd().split('\n')).toHaveLength(1);
  expect(first.errors()).toBe('');

  const second = start(['--json', '--data', data]);
  const { url: _, ...again } = JSON.parse(await second.line) as Line;
  expect(said).toMatchObject(again);
  second.child.kill('SIGINT');
  expect(await second.exit).toBe(0);
});

test('the sandbox prints text for people without --json, and serves on the given port', async () => {
  const port = await freePort();
  const sandbox = start(['--port', String(port)]);
  expect(await sandbox.line).toBe(`Sandbox ready: http://127.0.0.1:${port}`);
  sandbox.child.kill('SIGTERM');
  await sandbox.exit;
});

describe('the sandbox', () => {
  test('ends when the pipe on its standard input closes', async () => {
    const sandbox = start(['--json'], 'pipe');
    await sandbox.line;
    sandbox.child.stdin?.end();
    expect(await sandbox.exit).toBe(0);
  });

  test('ends when the IPC channel closes', async () => {
    const sandbox = watch(fork(entry, ['--json'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: quiet }));
    await sandbox.line;
    sandbox.child.disconnect();
    expect(await sandbox.exit).toBe(0);
  });

  test('continues if it never had a standard input', async () => {
    const sandbox = start(['--json'], 'ignore');
    const said = JSON.parse(await sandbox.line) as Line;
    await new Client(said.url, said).get('/devices');
    expect(sandbox.child.exitCode).toBeNull();
  });

  test('ends with its parent even while answers hang', async () => {
    const sandbox = start(['--json']);
    const said = JSON.parse(await sandbox.line) as Line;
    const client = new Client(said.url, said);
    const command = { type: 'fault', operation: 'listDevices', kind: 'answer', delayMs: 300_000 };
    await client.raw('POST', '/sandbox/control', { body: command });
    const hanging = client.raw('GET', '/devices').then(
      () => 'answered',
      () => 'broken off',
    );
    // The reply to a second request proves that the first has arrived: both use the same loop, and the first was sent
    // earlier.
    await client.get('/transfers');
    sandbox.child.kill('SIGTERM');
    expect(await sandbox.exit).toBe(0);
    expect(await hanging).toBe('broken off');
  });
});

describe('wrong flags', () => {
  test.each([
    [['--port', '70000'], /--port/],
    [['--port', 'abc'], /--port/],
    [['--data', ''], /--data/],
    [['--idempotency', 'sometimes'], /--idempotency/],
    [['--unknown'], /--unknown/],
    [['surplus'], /surplus/],
  ])('%j are refused with a message', (args, words) => {
    expect(() => readArguments(args, () => {})).toThrow(RangeError);
    expect(() => readArguments(args, () => {})).toThrow(words);
  });

  test('cause exit code 2, and print no stack', async () => {
    const sandbox = start(['--port', '70000', '--json']);
    expect(await sandbox.exit).toBe(2);
    expect(sandbox.errors()).toMatch(/^--port takes a number from 0 to 65535, not "70000"\.\nUsage: sandbox /);
    expect(sandbox.errors()).not.toMatch(/\n\s+at /);
    expect(sandbox.output()).toBe('');
  });
});

test('include the former flags, which are still accepted', () => {
  const { options } = readArguments(['--bad-day', 'lossy', '--weather-seed', '9'], () => {});
  expect(options.faultProfile).toEqual({ ...faultProfiles.lossy, seed: 9 });
});

describe('a failed start', () => {
  test('prints a message with its code and has exit code 1 when a port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sandbox = start(['--port', String(port)]);
    expect(await sandbox.exit).toBe(1);
    expect(sandbox.errors()).toBe(`Port ${port} is used by another program. (LINK_BUSY)\n`);
    server.close();
  });

  test('prints a message with its code and has exit code 1 when the data folder is a file', async () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    await expect(startSandbox({ dataDir: path })).rejects.toMatchObject({
      code: 'JRNL_UNWRITABLE',
      plainMessage: `The data folder ${path} cannot be used`,
    });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
