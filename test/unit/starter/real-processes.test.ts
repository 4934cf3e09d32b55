/** @module-tag ci-only */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launchStack, nodeForker, type Stack, type StackEvent } from '../../../electron/starter/index.ts';
import { until } from '../../waiting.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const till = { name: 'T', shop: 'S', currency: 'USD', locale: 'en', maxAmountMinor: 100, cardTimeoutMs: 60_000 };
const entries = {
  host: join(import.meta.dirname, 'children/host.ts'),
  sandbox: join(import.meta.dirname, 'children/serves.ts'),
  simulator: join(import.meta.dirname, 'children/serves.ts'),
};

let dataDir: string;
let stack: Stack | null = null;
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge stack ');
});
afterEach(async () => {
  await stack?.stop();
});

function launch(env: Record<string, string> = {}, asksByChannel = process.platform === 'win32') {
  const events: StackEvent[] = [];
  const pids: number[] = [];
  const fork = nodeForker({ env: { ...process.env, ...env, TILLBRIDGE_PASSWORD: 'hunter2' }, asksByChannel });
  stack = launchStack(
    {
      dataDir,
      version: '0',
      isKiosk: false,
      settings: { mode: 'training', till, platform: null, terminals: [] },
      localSocket: true,
    },
    {
      fork: (request) => {
        const child = fork(request);
        if (child.pid !== undefined) pids.push(child.pid);
        return child;
      },
      entries,
      onEvent: (event) => events.push(event),
    },
  );
  return { stack, events, pids };
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('three real processes start, a killed host is back at once, and all have ended after stop', async () => {
  const { stack, events, pids } = launch();
  const first = await stack.ready;
  expect(first.socket).toBe(`${dataDir}/sock`);
  expect(pids.length).toBe(3);
  process.kill(Number(first.epoch), 'SIGKILL');
  const ups = () => events.filter((event) => event.type === 'host-up');
  await until(() => ups().length === 2, 'second life');
  expect(events.find((event) => event.type === 'host-down')).toMatchObject({ retryInMs: 0 });
  expect(ups()[1]).not.toMatchObject({ run: { epoch: first.epoch } });
  await stack.stop();
  expect(events.map((event) => (event.type === 'line' ? event.line : null))).toContain('host: asked to stop');
  expect(pids.filter(isAlive)).toEqual([]);
});

test('helpers end in order through their channel where a signal would end them at once', async () => {
  const { stack, pids } = launch({}, true);
  await stack.ready;
  // No signal is sent: the handler of the program would report it.
  const kill = vi.spyOn(process, 'kill');
  await stack.stop();
  expect(kill.mock.calls.filter(([, signal]) => signal === 'SIGTERM')).toEqual([]);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('a killed sandbox comes back on its port', async () => {
  const { stack, events, pids } = launch();
  await stack.ready;
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await until(() => events.filter((event) => event.type === 'helper-up').length === 3, 'sandbox back');
  expect(events.some((event) => event.type === 'host-down')).toBe(false);
});

test('a stop during the start leaves no process', async () => {
  const { stack, pids } = launch();
  await until(() => pids.length === 2, 'helpers');
  await stack.stop();
  await expect(stack.ready).rejects.toMatchObject({ code: 'HOST_STOPPING' });
  expect(pids.filter(isAlive)).toEqual([]);
});

test('the reason of a host that cannot start is reported, and no process stays', async () => {
  const { stack, pids } = launch({ TEST_HOST: 'fatal' });
  await expect(stack.ready).rejects.toMatchObject({ code: 'CFG_INVALID', plainMessage: 'No such currency' });
  expect(pids.filter(isAlive)).toEqual([]);
});

test('a host with a bug at the start is reported with its last lines', async () => {
  const { stack } = launch({ TEST_HOST: 'throws' });
  await expect(stack.ready).rejects.toThrow(/The host ended while starting: exit code 1 \(.*a bug at start/);
});

test('a missing entry module is a failed start, not a hang', async () => {
  const broken = launchStack(
    {
      dataDir,
      version: '0',
      isKiosk: false,
      settings: { mode: 'live', till, platform: null, terminals: [] },
      localSocket: true,
    },
    { fork: nodeForker({ env: process.env }), entries: { ...entries, host: join(dataDir, 'nowhere.ts') } },
  );
  await expect(broken.ready).rejects.toThrow(/The host ended while starting/);
});

test('the processes end when the starter is killed', async () => {
  const parent = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'children/starter.ts')],
    { env: { ...process.env, TEST_DATA: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const pids: number[] = await new Promise((resolve) =>
    parent.stdout.once('data', (chunk) => resolve(JSON.parse(String(chunk)))),
  );
  expect(pids.length).toBe(3);
  expect(pids.every(isAlive)).toBe(true);
  parent.kill('SIGKILL');
  await until(() => !pids.some(isAlive), 'orphans end');
});
