import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TillError } from '../../../electron/contract/index.ts';
import { hostConfigSchema, type Settings } from '../../../electron/config/index.ts';
import { launchStack, type StackEvent } from '../../../electron/starter/index.ts';
import { defaultReceiptSettings } from '../../../electron/config/receipt-settings.ts';
import { settle, standInFork, StillClock } from './stand-ins.ts';

const till = {
  name: 'Till 1',
  shop: 'Shop',
  currency: 'USD',
  locale: 'en-US',
  maxAmountMinor: 100,
  cardTimeoutMs: 60_000,
};
const training: Settings = { mode: 'training', till, platform: null, terminals: [] };
const sandboxLine = (port = 4001, password = 'secret') =>
  `${JSON.stringify({ url: `http://127.0.0.1:${port}`, username: 'U', password, merchant: 'MU1', processor: 'DUMMY_V1' })}\n`;
const simulated = { address: 'tcp:127.0.0.1:9001', serialNumber: 'B61378A', model: 'M', control: '127.0.0.1:9002' };
const simulatorLine = `${JSON.stringify(simulated)}\n`;

function start(settings: Settings = training, readSettings?: () => Promise<Settings>) {
  const processes = standInFork();
  const clock = new StillClock();
  const events: StackEvent[] = [];
  const stack = launchStack(
    { dataDir: '/data', version: '1.2.3', isKiosk: false, settings, localSocket: true },
    {
      fork: processes.fork,
      entries: { host: '/h', sandbox: '/s', simulator: '/i' },
      clock,
      ...(readSettings ? { readSettings } : {}),
      onEvent: (e) => events.push(e),
    },
  );
  return { ...processes, clock, events, stack };
}

async function startUp(run = start()) {
  run.last('sandbox').prints(sandboxLine());
  run.last('simulator').prints(simulatorLine);
  await settle();
  run.last('host').says({ type: 'ready', socket: '/data/sock', epoch: 'one' });
  await run.stack.ready;
  return run;
}

test('the host gets the addresses of sandbox and practice terminal in training mode', async () => {
  const run = start();
  expect(run.all.map((child) => child.request.name)).toEqual(['sandbox', 'simulator']);
  run.last('sandbox').prints(sandboxLine().slice(0, 20));
  run.last('sandbox').prints(sandboxLine().slice(20));
  await settle();
  expect(run.all.length).toBe(2);
  run.last('simulator').prints(simulatorLine);
  await settle();
  const [message] = run.last('host').sent as [{ type: string; config: unknown }];
  expect(message.type).toBe('config');
  expect(hostConfigSchema.parse(message.config)).toEqual({
    dataDir: '/data',
    recordsDir: join('/data', 'training'),
    mode: 'training',
    settingsNoted: 'all',
    isKiosk: false,
    version: '1.2.3',
    till: { ...till, tabs: true },
    platform: { url: 'http://127.0.0.1:4001', username: 'U', password: 'secret', merchant: 'MU1' },
    terminals: [{ address: 'tcp:127.0.0.1:9001', isPractice: true }],
    practice: { control: '127.0.0.1:9002', terminalId: 'practice' },
    localSocket: true,
  });
  run.last('host').says({ type: 'ready', socket: '/data/sock', epoch: 'one' });
  await expect(run.stack.ready).resolves.toEqual({ socket: '/data/sock', epoch: 'one' });
  await run.stack.stop();
});

test('live mode starts only the host', async () => {
  const platform = { url: 'https://x.example', username: 'u', password: 'p', merchant: null };
  const asWritten = {
    managers: [{ name: 'Ann', pin: 'scrypt$1' }],
    ports: { neverAsk: ['usb:04b8'], onlyAsk: [] },
    receipts: { ...defaultReceiptSettings, columns: 32 },
  };
  const run = start({ ...training, mode: 'live', platform, terminals: ['serial:/dev/ttyUSB0'], ...asWritten });
  expect(run.all.map((child) => child.request.name)).toEqual(['host']);
  const [message] = run.last('host').sent as [{ config: Record<string, unknown> }];
  expect(message.config).toMatchObject({
    recordsDir: '/data',
    mode: 'live',
    platform,
    terminals: [{ address: 'serial:/dev/ttyUSB0', isPractice: false }],
    practice: null,
    ...asWritten,
  });
  await run.stack.stop();
});

test('a host that crashes restarts at once, with the same configuration', async () => {
  const run = await startUp();
  const before = run.last('host');
  before.exit({ code: null, signal: 'SIGKILL' });
  const after = run.last('host');
  expect(after).not.toBe(before);
  expect(after.sent).toEqual(before.sent);
  after.says({ type: 'ready', socket: '/data/sock', epoch: 'two' });
  expect(run.events.filter((event) => event.type !== 'line')).toMatchObject([
    { type: 'helper-up', name: 'sandbox' },
    { type: 'helper-up', name: 'simulator' },
    { type: 'host-up', run: { epoch: 'one' } },
    { type: 'host-down', exit: { signal: 'SIGKILL' }, retryInMs: 0 },
    { type: 'host-up', run: { epoch: 'two' } },
  ]);
  await run.stack.stop();
});

test('repeated crashes of the host delay its restart, and its reason is reported', async () => {
  const run = await startUp();
  for (let death = 0; death < 3; death += 1) {
    run.last('host').says({ type: 'fatal', failure: { code: 'JRNL_CORRUPT', message: 'broken' } });
    run.last('host').exit({ code: 1, signal: null });
  }
  expect(run.all.filter((child) => child.request.name === 'host').length).toBe(3);
  expect(run.events.findLast((event) => event.type === 'host-down')).toMatchObject({
    retryInMs: 1_000,
    failure: { code: 'JRNL_CORRUPT' },
  });
  await run.clock.move(999);
  expect(run.all.filter((child) => child.request.name === 'host').length).toBe(3);
  await run.clock.move(1);
  expect(run.all.filter((child) => child.request.name === 'host').length).toBe(4);
  await run.stack.stop();
});

test('sandbox and practice terminal come back on the same ports, and the host stays', async () => {
  const run = await startUp();
  run.last('sandbox').exit({ code: 1, signal: null });
  run.last('simulator').exit({ code: 1, signal: null });
  expect(run.last('sandbox').request.args).toEqual(['--json', '--data', join('/data', 'training'), '--port', '4001']);
  expect(run.last('simulator').request.args.join(' ')).toBe('--family mms --json --tcp 9001 --control 9002');
  run.last('sandbox').prints(sandboxLine());
  run.last('simulator').prints(simulatorLine);
  await settle();
  expect(run.all.filter((child) => child.request.name === 'host').length).toBe(1);
  await run.stack.stop();
});

test('a sandbox that comes back with other credentials restarts the host with them', async () => {
  const run = await startUp();
  run.last('host').obeysStop = false;
  run.last('sandbox').exit({ code: 1, signal: null });
  run.last('sandbox').prints(sandboxLine(4001, 'other'));
  const first = run.all.find((child) => child.request.name === 'host');
  expect(first?.sent.at(-1)).toEqual({ type: 'stop' });
  first?.exit({ code: 0, signal: null });
  await settle();
  const [message] = run.last('host').sent as [{ config: { platform: { password: string } } }];
  expect(run.last('host')).not.toBe(first);
  expect(message.config.platform.password).toBe('other');
  await run.stack.stop();
});

test('stop ends host, then practice terminal, then sandbox, and no process restarts', async () => {
  const run = await startUp();
  run.last('host').obeysStop = false;
  const stopped = run.stack.stop();
  expect(run.last('host').sent.at(-1)).toEqual({ type: 'stop' });
  expect(run.last('simulator').kills).toEqual([]);
  run.last('host').exit({ code: 0, signal: null });
  await stopped;
  expect(run.last('simulator').kills).toEqual(['SIGTERM']);
  expect(run.last('sandbox').kills).toEqual(['SIGTERM']);
  expect(run.all.length).toBe(3);
  expect(run.all.every((child) => !child.isAlive)).toBe(true);
  expect(run.clock.pending).toBe(0);
  await run.stack.stop();
});

test('a process that does not end when asked is killed within a limit', async () => {
  const run = await startUp();
  run.last('host').obeysStop = false;
  run.last('simulator').obeysTerm = false;
  run.last('sandbox').obeysTerm = false;
  const stopped = run.stack.stop();
  await run.clock.move(9_999);
  expect(run.last('host').isAlive).toBe(true);
  await run.clock.move(1);
  expect(run.last('host').kills).toEqual(['SIGKILL']);
  await run.clock.move(3_000);
  expect(run.last('simulator').kills).toEqual(['SIGTERM', 'SIGKILL']);
  await run.clock.move(3_000);
  expect(run.last('sandbox').kills).toEqual(['SIGTERM', 'SIGKILL']);
  await stopped;
});

test('a stop while sandbox and practice terminal start ends both, and the host never starts', async () => {
  const run = start();
  const stopped = run.stack.stop();
  await stopped;
  await expect(run.stack.ready).rejects.toMatchObject({ code: 'HOST_STOPPING' });
  expect(run.all.map((child) => [child.request.name, child.isAlive])).toEqual([
    ['sandbox', false],
    ['simulator', false],
  ]);
});

test('a stop between the helpers and the host leaves no host behind', async () => {
  const run = start();
  run.last('sandbox').prints(sandboxLine());
  run.last('simulator').prints(simulatorLine);
  await run.stack.stop();
  await expect(run.stack.ready).rejects.toMatchObject({ code: 'HOST_STOPPING' });
  expect(run.all.every((child) => !child.isAlive)).toBe(true);
});

test.each([
  [
    'says why',
    'CFG_INVALID',
    (run: ReturnType<typeof start>) => {
      run.last('host').says({ type: 'fatal', failure: { code: 'CFG_INVALID', message: 'no such currency' } });
      run.last('host').exit({ code: 1, signal: null });
    },
  ],
  [
    'ends without a word',
    'HOST_INTERNAL',
    (run: ReturnType<typeof start>) => run.last('host').exit({ code: 7, signal: null }),
  ],
  ['talks nonsense', 'IPC_INVALID', (run: ReturnType<typeof start>) => run.last('host').says({ type: 'hello' })],
])('a first start whose host %s stops everything and rejects', async (_name, code, happen) => {
  const run = start();
  run.last('sandbox').prints(sandboxLine());
  run.last('simulator').prints(simulatorLine);
  await settle();
  happen(run);
  await expect(run.stack.ready).rejects.toMatchObject({ code });
  expect(run.all.every((child) => !child.isAlive)).toBe(true);
  expect(run.all.length).toBe(3);
});

test('a sandbox that prints rubbish or ends at once fails without its password in the message', async () => {
  const run = start();
  run.last('simulator').prints(simulatorLine);
  run.last('sandbox').prints('{"password":"hunter2"}\n');
  await expect(run.stack.ready).rejects.toThrow(/first line of the sandbox/);
  await expect(run.stack.ready).rejects.not.toThrow(/hunter2/);
});

test('a process that is never ready is killed and reported', async () => {
  const run = start();
  run.last('simulator').prints(simulatorLine);
  await run.clock.move(30_000);
  await expect(run.stack.ready).rejects.toThrow('The sandbox was not ready within 30 s');
});

test('the reason of a failed start is the last error line of the process', async () => {
  const run = start();
  run.last('simulator').prints(simulatorLine);
  run.last('sandbox').complains('Error: no such table\n    at Object.<anonymous>\n\nNode.js v24.0.0\n');
  run.last('sandbox').exit({ code: 1, signal: null });
  await expect(run.stack.ready).rejects.toThrow('exit code 1 (Error: no such table)');
});

test('a port is passed to the host only while it runs', async () => {
  const run = await startUp();
  const port = {};
  expect(run.stack.connect(port)).toBe(true);
  expect(run.last('host').ports).toEqual([port]);
  run.last('host').exit({ code: null, signal: 'SIGKILL' });
  expect(run.stack.connect(port)).toBe(false);
  await run.stack.stop();
});

const live: Settings = {
  mode: 'live',
  till,
  platform: { url: 'https://x.example', username: 'u', password: 'p', merchant: null },
  terminals: [],
};
/** Configuration of the newest run of the host. */
const configOf = (run: ReturnType<typeof start>) => {
  const [{ config }] = run.last('host').sent as [{ config: unknown }];
  return hostConfigSchema.parse(config);
};
const hosts = (run: ReturnType<typeof start>) => run.all.filter(({ request }) => request.name === 'host').length;
const say = async (run: ReturnType<typeof start>, message: object) => {
  run.last('host').says(message);
  await settle();
  await settle();
};
const reload = (run: ReturnType<typeof start>, signIns: unknown[] = []) => say(run, { type: 'reload', signIns });

const up = (run: ReturnType<typeof start>) => {
  run.last('host').says({ type: 'ready', socket: '/data/sock', epoch: 'e' });
  return run.stack.ready;
};
const startLive = (read: () => Promise<Settings>) => {
  const run = start(live, read);
  return up(run).then(() => run);
};

test('changed settings apply after a restart, which keeps people signed in once', async () => {
  let { name } = till;
  const run = await startLive(() => Promise.resolve({ ...live, till: { ...till, name } }));
  await reload(run);
  expect(hosts(run)).toBe(1);
  const signIns = [{ digest: 'd', name: 'Maya', idleMs: 5 }];
  name = 'Bar';
  await reload(run, signIns);
  await up(run);
  expect(configOf(run)).toMatchObject({ till: { name: 'Bar' }, signIns });
  run.last('host').exit({ code: null, signal: 'SIGKILL' });
  expect(configOf(run)).toMatchObject({ till: { name: 'Bar' } });
  expect(configOf(run).signIns).toBeUndefined();
  await up(run);
  // Intended restarts do not count as crashes, so they are never delayed.
  for (const other of ['A', 'B', 'C', 'D', 'E']) {
    name = other;
    await reload(run);
    await up(run);
  }
  expect([hosts(run), configOf(run).till.name]).toEqual([8, 'E']);
  await run.stack.stop();
  await reload(run);
  expect(hosts(run)).toBe(8);
});

test('a setting that is changed while the host ends is used after the restart', async () => {
  const written = ['Theirs', 'Mine'];
  const run = await startLive(() => Promise.resolve({ ...live, till: { ...till, name: written.shift() ?? 'Mine' } }));
  await reload(run);
  expect([hosts(run), configOf(run).till.name]).toEqual([2, 'Mine']);
  await run.stack.stop();
});

test('a live setting does not restart the host, the next start uses it, and a pending change survives a crash', async () => {
  const written = { ...till };
  const run = await startLive(() => Promise.resolve({ ...live, till: { ...till, ...written } }));
  const crash = () => {
    run.last('host').exit({ code: null, signal: 'SIGKILL' });
    return settle().then(() => up(run));
  };
  written.shop = 'Café';
  await say(run, { type: 'live-changed' });
  await reload(run);
  expect([hosts(run), run.last('host').isAlive]).toEqual([1, true]);
  await crash();
  expect([hosts(run), configOf(run).till]).toMatchObject([2, written]);
  // The host was about to request a restart, and had not reported a live change yet.
  Object.assign(written, { shop: 'Bar', name: 'Till 2' });
  await say(run, { type: 'live-changed' });
  expect(configOf(run).till).toMatchObject({ shop: 'Café', name: till.name });
  await crash();
  expect(configOf(run).till).toMatchObject(written);
  await run.stack.stop();
});

test('settings that cannot be used are reported, and the host continues', async () => {
  const run = await startLive(() => Promise.reject(new TillError('CFG_INVALID', 'till.name: may not be empty')));
  await reload(run);
  expect(run.events.at(-1)).toMatchObject({ type: 'settings-refused', failure: { code: 'CFG_INVALID' } });
  expect([hosts(run), run.last('host').isAlive]).toEqual([1, true]);
  // The next host shows the failure too: the written and the current settings still differ.
  run.last('host').exit({ code: null, signal: 'SIGKILL' });
  await up(run);
  const failure = { code: 'CFG_INVALID', message: 'till.name: may not be empty' };
  expect(run.last('host').sent).toContainEqual({ type: 'settings-refused', failure });
  await run.stack.stop();
});

test('a change from training to live and back ends and starts sandbox and practice terminal', async () => {
  let next = live;
  const run = await startUp(start(training, () => Promise.resolve(next)));
  await reload(run);
  expect(run.all.filter(({ isAlive }) => isAlive).map(({ request }) => request.name)).toEqual(['host']);
  expect(configOf(run)).toMatchObject({ mode: 'live', platform: live.platform, terminals: [], practice: null });
  run.last('host').says({ type: 'ready', socket: '/data/sock', epoch: 'two' });
  next = training;
  await reload(run);
  expect(hosts(run)).toBe(2);
  run.last('sandbox').prints(sandboxLine(4007));
  run.last('simulator').prints(simulatorLine);
  await settle();
  await settle();
  expect(configOf(run)).toMatchObject({ mode: 'training', platform: { url: 'http://127.0.0.1:4007' } });
  await run.stack.stop();
  expect(run.all.every(({ isAlive }) => !isAlive)).toBe(true);
});

test('the till continues as before if training does not start', async () => {
  const run = await startLive(() => Promise.resolve(training));
  await reload(run);
  run.last('simulator').prints(simulatorLine);
  run.last('sandbox').exit({ code: 1, signal: null });
  await settle();
  await settle();
  await settle();
  expect(run.events.findLast(({ type }) => type === 'settings-refused')).toMatchObject({
    failure: { code: 'HOST_INTERNAL' },
  });
  expect(configOf(run)).toMatchObject({ mode: 'live', platform: live.platform });
  expect(run.all.filter(({ isAlive }) => isAlive).map(({ request }) => request.name)).toEqual(['host']);
  await run.stack.stop();
});

test('a silent host is killed and restarted; a slow host is not', async () => {
  const run = await startUp();
  const host = run.last('host');
  host.says({ type: 'alive' });
  await run.clock.move(19_000);
  expect(host.kills).toEqual([]);
  host.says({ type: 'alive' });
  await run.clock.move(19_000);
  expect(host.kills).toEqual([]);
  await run.clock.move(2_000);
  expect(host.kills).toEqual(['SIGKILL']);
  expect(run.last('host')).not.toBe(host);
  await run.stack.stop();
});

test('quitting waits for a host that answers after seconds, and not for a silent host', async () => {
  const run = await startUp();
  const open = [{ id: 'one', totalMinor: 1999, currency: 'USD', state: 'working' }];
  const slow = run.stack.closing();
  await run.clock.move(3_000);
  run.last('host').says({ type: 'closing', open, isIdle: false });
  await expect(slow).resolves.toEqual(open);
  const silent = run.stack.closing();
  await run.clock.move(6_000);
  await expect(silent).resolves.toEqual([]);
  await run.stack.stop();
});
