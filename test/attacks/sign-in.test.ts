/**
 * Attacks on a till with sign-ins, over the real socket of a real host and through real commands: another window that
 * reuses a sign-in, a token read from a page, a borrowed name, and PINs tried everywhere at once.
 *
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Person } from '../../electron/domain/index.ts';
import { toFailure, type Contract } from '../../electron/contract/index.ts';
import { composeHost, hashPin, type Host } from '../../electron/host/index.ts';
import { openJournal } from '../../electron/host/journal/index.ts';
import { relay } from '../../electron/web/relay.ts';
import { tillbridgeProcess } from '../cli/processes.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { openLocal } from '../local-socket.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const pin = hashPin('4711', { N: 2, r: 1, p: 1 });
const people: Person[] = [
  { name: 'Mo', roles: ['manager'], pin },
  { name: 'Maya', roles: ['cashier'], pin },
  { name: 'Tom', roles: ['cashier'] },
];

let dataDir: string;
let host: Host | null = null;
const sockets: WebSocket[] = [];
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge-sign-in-');
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ people, signIn: { isOn: true } }), { mode: 0o600 });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await host?.close();
  host = null;
});

async function open(): Promise<void> {
  const signIn = { isOn: true, signedOutAfterMinutes: 5 };
  host = await composeHost(hostConfig(dataDir, { people, signIn, localSocket: true }));
}

type Till = ContractRouterClient<Contract>;

/** Connects another till window. */
function connect(): Promise<Till> {
  return over(openLocal(host?.socket ?? '', '/till'));
}

async function over(socket: WebSocket): Promise<Till> {
  sockets.push(socket);
  await new Promise((opened) => void socket.once('open', opened));
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => toFailure(error).code,
  );
const isIn = (till: Till): Promise<string> => codeOf(till.history.tabs());

test('two windows of a till never share a sign-in, even after the first window was closed', async () => {
  await open();
  const [till, other] = [await connect(), await connect()];
  await till.session.signIn({ name: 'Maya', pin: '4711' });
  expect([await isIn(till), await isIn(other), await isIn(await connect())]).toEqual([
    'done',
    'ROLE_REQUIRED',
    'ROLE_REQUIRED',
  ]);
  sockets[0]?.terminate();
  expect([await isIn(other), await isIn(await connect())]).toEqual(['ROLE_REQUIRED', 'ROLE_REQUIRED']);
});

test('each page has its own connection behind the browser shell, and so its own sign-in', async () => {
  await open();
  const shell = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  shell.on('connection', (browser) => browser.on('message', relay(browser, host?.socket ?? '', '/contract')));
  await once(shell, 'listening');
  const page = () => over(new WebSocket(`ws://127.0.0.1:${(shell.address() as AddressInfo).port}/contract`));
  const [till, other] = [await page(), await page()];
  await till.session.signIn({ name: 'Tom' });
  expect([await isIn(till), await isIn(other), await isIn(await page())]).toEqual([
    'done',
    'ROLE_REQUIRED',
    'ROLE_REQUIRED',
  ]);
  shell.close();
});

/** The host as Electron runs it: pages are passed as ports, three of which are tried. */
const underElectron = `
  const [root, config] = process.argv.slice(1);
  const { EventEmitter, once } = await import('node:events');
  const { createORPCClient } = await import('@orpc/client');
  const { RPCLink } = await import('@orpc/client/message-port');
  const fromStarter = new EventEmitter();
  const toStarter = new EventEmitter();
  process.parentPort = { on: (name, heard) => fromStarter.on(name, heard), postMessage: (said) => toStarter.emit(said.type, said) };
  await import(root + '/electron/host/main.ts');
  fromStarter.emit('message', { data: { type: 'config', config: JSON.parse(config) }, ports: [] });
  await once(toStarter, 'ready');
  const page = (access) => {
    const { port1, port2 } = new MessageChannel();
    fromStarter.emit('message', { data: { type: 'connect', ...access }, ports: [port1] });
    port2.start();
    return createORPCClient(new RPCLink({ port: port2 }));
  };
  const codeOf = (asked) => asked.then(() => 'done', (error) => error.data?.code ?? error.code);
  const [till, other, display] = [page({}), page({ access: 'till' }), page({ access: 'display' })];
  const said = [await codeOf(till.history.tabs()), await codeOf(till.session.signIn({ name: 'Tom' }))];
  for (const one of [till, other, display]) said.push(await codeOf(one.history.tabs()));
  console.log(JSON.stringify(said));
  fromStarter.emit('message', { data: { type: 'stop' }, ports: [] });`;

test('a page passed by Electron has its own sign-in', { timeout: 180_000 }, async () => {
  const config = hostConfig(dataDir, { people, signIn: { isOn: true, signedOutAfterMinutes: 5 } });
  const root = resolve(import.meta.dirname, '../..');
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', underElectron];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, root, JSON.stringify(config)], {
    cwd: root,
  });
  expect(JSON.parse(stdout)).toEqual(['ROLE_REQUIRED', 'done', 'done', 'ROLE_REQUIRED', 'NOT_FOUND']);
});

test('a token read from a page opens nothing after the sign-out, and guessed tokens never do', async () => {
  await open();
  const [till, thief] = [await connect(), await connect()];
  const { token } = await till.session.signIn({ name: 'Maya', pin: '4711' });
  for (const guess of ['', 'Maya', token.slice(0, -1), token.toLowerCase(), `${token}=`, '__proto__']) {
    expect(await thief.session.resume({ token: guess }), guess).toBeNull();
  }
  expect(await isIn(thief)).toBe('ROLE_REQUIRED');
  // A sign-in taken over while valid ends with the cashier's own sign-out.
  expect(await thief.session.resume({ token })).toMatchObject({ name: 'Maya' });
  await till.session.signOut();
  expect(await thief.session.resume({ token })).toBeNull();
  expect([await isIn(thief), await isIn(till)]).toEqual(['ROLE_REQUIRED', 'ROLE_REQUIRED']);
});

test.each(['Maya', ' maya ', 'ＭＡＹＡ', 'Ma\u200Bya', 'MO'])(
  'a name with a PIN is refused without the PIN: %j',
  async (name) => {
    await open();
    const till = await connect();
    for (const given of [{}, { pin: '' }])
      expect(await codeOf(till.session.signIn({ name, ...given }))).toBe('ROLE_REQUIRED');
    await till.session.signIn({ name: 'Tom' });
    const note = { way: 'cash', amountMinor: 100, currency: 'USD' } as const;
    expect(await codeOf(till.otherTender.note({ ...note, id: 'cash-0001', operator: { name } }))).toBe('ROLE_REQUIRED');
    expect(await till.otherTender.list({})).toEqual([]);
    // The hash is not accepted either.
    expect(await codeOf(till.session.signIn({ name, pin: pin.slice(0, 32) }))).toBe('ROLE_PIN_WRONG');
  },
);

/** Wrong PINs of Mo, long ago: the last wait has elapsed. */
function seed(tries: number): void {
  const journal = openJournal({ path: join(dataDir, 'journal.sqlite'), clean: (text) => text });
  for (let tried = 1; tried <= tries; tried += 1) {
    const data = { tries: tried, sinceBootMs: 0 };
    journal.audit({ at: 0, operator: 'Mo', role: 'unknown', action: 'wrong-pin', attempt: null, data });
  }
  journal.close();
}
const pinsLooked = async (): Promise<number> =>
  ((await host?.client.payment.audit({})) ?? []).filter(({ action }) => action === 'wrong-pin').length;

/** All ways to give Mo's PIN. */
const ways = {
  'a sign-in': async (given: string) => codeOf((await connect()).session.signIn({ name: 'Mo', pin: given })),
  'an act': async (given: string) => {
    const till = await connect();
    await till.session.signIn({ name: 'Tom' });
    return codeOf(till.terminal.forget({ terminal: 'none', operator: { name: 'Mo', pin: given } }));
  },
  'a command': (given: string) => command(given),
};

/** `tillbridge` as a process: it calls the running host, or is one itself. */
async function command(given: string): Promise<string> {
  const words = ['explain', 'TR1', 'transfer', '--reason', 'because', '--operator', 'Mo', '--data', dataDir, '--json'];
  const { stdout } = await tillbridgeProcess(words, { TILLBRIDGE_PIN: given });
  return (JSON.parse(stdout) as { error?: { code: string } }).error?.code ?? 'done';
}

/** A separate host in a separate folder, for the platform in its flags. */
async function deviceCommand(given: string): Promise<string> {
  const words = [
    'deactivate',
    'DV1',
    '--platform',
    'http://127.0.0.1:9',
    '--operator',
    'Mo',
    '--data',
    dataDir,
    '--json',
  ];
  const account = { TILLBRIDGE_USERNAME: 'US1', TILLBRIDGE_PASSWORD: 'none' };
  const { stdout } = await tillbridgeProcess(words, { ...account, TILLBRIDGE_PIN: given });
  return (JSON.parse(stdout) as { error?: { code: string } }).error?.code ?? 'done';
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'the fifth wrong PIN by %s locks every way, also for the right PIN',
  // The limit allows twenty processes, each of which computes a hash.
  { timeout: 480_000 },
  async (way) => {
    seed(4);
    await open();
    expect(await ways[way]('0000')).toBe('ROLE_LOCKED');
    for (const again of Object.values(ways)) {
      for (const given of ['0001', '4711']) expect(await again(given)).toBe('ROLE_LOCKED');
    }
    expect(await pinsLooked()).toBe(5);
    // A command with its own platform does not help: while the till runs, or while it is stopped.
    expect(await deviceCommand('4711')).toBe('JRNL_IN_USE');
    await host?.close();
    for (const ask of [command, deviceCommand]) expect(await ask('4711')).toBe('ROLE_LOCKED');
    await open();
    expect(await ways['a sign-in']('4711')).toBe('ROLE_LOCKED');
    expect(await pinsLooked()).toBe(5);
    // Other people do not wait.
    expect(await codeOf((await connect()).session.signIn({ name: 'Maya', pin: '4711' }))).toBe('done');
  },
);

test('forty concurrent attempts over two windows, as sign-ins and acts, lead to a single check', async () => {
  seed(3);
  await open();
  const [one, two] = [await connect(), await connect()];
  await two.session.signIn({ name: 'Tom' });
  const tries = Array.from({ length: 40 }, (_, index) => {
    const operator = { name: 'Mo', pin: index === 39 ? '4711' : String(index) };
    return codeOf(index % 2 === 0 ? one.session.signIn(operator) : two.terminal.forget({ terminal: 'none', operator }));
  });
  const codes = await Promise.all(tries);
  expect(codes.filter((code) => code !== 'ROLE_LOCKED' && code !== 'IPC_BUSY')).toEqual(['ROLE_PIN_WRONG']);
  expect(await pinsLooked()).toBe(4);
});
