import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import {
  contract,
  outcomeNameOf,
  rightOf,
  scopes,
  type Contract,
  type Scope,
} from '../../../../electron/contract/index.ts';
import { Loads, openLocalSocket, PLACES, type LocalSocket } from '../../../../electron/host/api/index.ts';
import { localAddressText, newLocalAddress, readLocalAddress } from '../../../../electron/starter/index.ts';
import { openLocal } from '../../../local-socket.ts';
import { attempt, at, finished, visa } from '../../renderer/fixtures/states.ts';
import { testHost, type TestHost } from '../../renderer/fixtures/test-host.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const loads = new Loads();
const contextFor = (scope: Scope) => ({ load: loads.open(scope) });
let folder: string;
let host: TestHost;
let local: LocalSocket;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  folder = temporaryFolder('tillbridge access ');
  host = testHost('e1');
  // The carriers' test host answers the whole contract, except for the engine.
  local = await openLocalSocket(host.router, { dataDir: folder, isKiosk: false, version: '0', contextFor });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await local.close();
});

const pathOf = ({ address }: LocalSocket) => readLocalAddress(address).path;

function connect(path: string): ContractRouterClient<Contract> {
  const socket = openLocal(local.address, path);
  socket.on('error', () => {});
  sockets.push(socket);
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}

/** All procedures of the contract by path, such as "payment.start". */
function pathsOf(part: object, before = ''): string[] {
  return Object.entries(part).flatMap(([name, value]: [string, object]) =>
    '~orpc' in value ? [`${before}${name}`] : pathsOf(value, `${before}${name}.`),
  );
}

const sale = { id: 'A-00000000-one', amountMinor: 1234, currency: 'USD' };

test('a display reads the state and follows it', async () => {
  const client = connect('/display');
  const { epoch, seq } = await client.snapshot();
  const events = await client.events({ epoch, after: seq });
  const next = events.next();
  host.publish({ type: 'display', display: { basket: null } });
  expect((await next).value).toMatchObject({ kind: 'event', seq: seq + 1, event: { type: 'display' } });
});

test.each(scopes)('the host answers "not found" to procedures that are not listed in the scope %s', async (scope) => {
  const others = pathsOf(contract).filter((path) => !rightOf(path.split('.'))?.scopes.includes(scope));
  if (scope === 'display') expect(others.length).toBeGreaterThan(45);
  const client: unknown = connect(`/${scope}`);
  for (const path of others) {
    const procedure = path
      .split('.')
      .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], client);
    await expect((procedure as (input: object) => Promise<unknown>)({}), path).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});

test('the host ignores a command from a display and runs the same command from a till window', async () => {
  await expect(connect('/display').payment.start(sale)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(host.starts).toEqual([]);
  await connect('/contract').payment.start(sale);
  expect(host.starts).toEqual([sale.id]);
});

test.runIf(process.platform === 'win32')('the host gives the next pipe a name that cannot be guessed', async () => {
  const before = pathOf(local);
  await local.close();
  local = await openLocalSocket(host.router, { dataDir: folder, isKiosk: false, version: '0', contextFor });
  expect(pathOf(local)).toMatch(/^\\\\\.\\pipe\\tillbridge-[0-9a-f]{32}$/);
  expect(pathOf(local)).not.toBe(before);
});

test('the host refuses a client that has the socket’s name without its secret', async () => {
  const path = pathOf(local);
  for (const address of [path, localAddressText(newLocalAddress(path))]) {
    const refused = new Promise((said) => openLocal(address, '/till').once('error', said));
    await expect(refused, address).resolves.toMatchObject({ message: expect.stringContaining('401') as string });
  }
  const plain = new WebSocket('ws://localhost/till', { createConnection: () => createConnection(path) });
  await expect(new Promise((said) => plain.once('error', said))).resolves.toMatchObject({
    message: expect.stringContaining('401') as string,
  });
});

test('the host reveals nothing to a process that uses the name of an ended host', async () => {
  const { address } = local;
  await local.close();
  const heard: string[] = [];
  const taken = createServer();
  const others = new WebSocketServer({ server: taken });
  // Impostor that accepts every client and echoes its proof.
  others.on('headers', (lines, { headers }) =>
    lines.push(`x-tillbridge-proof: ${String(headers['x-tillbridge-proof'])}`),
  );
  others.on('connection', (socket) => socket.on('message', (data) => heard.push((data as Buffer).toString())));
  await new Promise<void>((done) => taken.listen(readLocalAddress(address).path, done));
  const socket = openLocal(address, '/till');
  socket.once('open', () => socket.send('a password'));
  await new Promise((said) => socket.once('error', said));
  expect(heard).toEqual([]);
  others.close();
  await new Promise((done) => taken.close(done));
  local = await openLocalSocket(host.router, { dataDir: folder, isKiosk: false, version: '0', contextFor });
});

test('the host gives the till’s own path on a kiosk the guest’s scope', async () => {
  await local.close();
  local = await openLocalSocket(host.router, { dataDir: folder, isKiosk: true, version: '0', contextFor });
  const client = connect('/contract');
  await expect(client.history.tabs()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(client.payment.list({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const refund = client.payment.start({ ...sale, kind: 'refund', operator: { name: 'A guest' } });
  await expect(refund).rejects.toMatchObject({ code: 'FAILED', data: { code: 'ROLE_REQUIRED' } });
  await expect(client.payment.start({ ...sale, kind: 'authorization' })).rejects.toMatchObject({ code: 'FAILED' });
  expect(host.starts).toEqual([]);
  await client.payment.start(sale);
  expect(host.starts).toEqual([sale.id]);
});

test('the host lets a guest query only their own payment', async () => {
  const earlier = finished({ id: 'A-00000000-earlier', state: 'captured', capturedMinor: 4260, card: visa });
  host.payments.set(earlier.id, earlier);
  host.publish({ type: 'attempt', attempt: earlier });
  host.publish({ type: 'dismissed', add: [outcomeNameOf(earlier)], remove: [] });
  const client = connect('/kiosk');
  await client.payment.start(sale);
  expect(await client.payment.get({ attempt: sale.id })).toMatchObject({ id: sale.id, state: 'working' });
  const notFound = { data: { code: 'PAY_NOT_FOUND' } };
  await expect(client.payment.get({ attempt: earlier.id })).rejects.toMatchObject(notFound);
  const receipt = client.receipt.link({ attempt: earlier.id, copy: 'customer' });
  await expect(receipt).rejects.toMatchObject(notFound);
});

test('the host numbers the events on a kiosk without gaps for hidden events', async () => {
  const client = connect('/kiosk');
  const { epoch, seq } = await client.snapshot();
  const events = await client.events({ epoch, after: seq });
  const first = events.next();
  host.publish({ type: 'unmatched', unmatched: { at: at(0), attempt: 'A-2', what: 'somebody else’s' } });
  host.publish({ type: 'attempt', attempt: attempt({ id: 'A-3', note: 'for Anna' }) });
  const items = [(await first).value, (await events.next()).value];
  expect(items).toMatchObject([
    { kind: 'event', seq: seq + 1, event: { type: 'dismissed', add: [] } },
    { kind: 'event', seq: seq + 2, event: { type: 'attempt', attempt: { id: 'A-3', note: null } } },
  ]);
  expect(JSON.stringify(items)).not.toMatch(/somebody|Anna/u);
});

const closed = (socket: WebSocket) => new Promise<number>((resolve) => void socket.once('close', resolve));

test('the host lets a till connect when displays have used up their places', async () => {
  const open = (path: string) => {
    const socket = openLocal(local.address, path);
    sockets.push(socket);
    return socket;
  };
  const displays = Array.from({ length: PLACES.display }, () => open('/display'));
  await Promise.all(displays.map((one) => new Promise((resolve) => void one.once('open', resolve))));
  expect(await closed(open('/display'))).toBe(1013);
  expect((await connect('/till').snapshot()).seq).toBe(0);
  displays[0]?.close();
  await vi.waitFor(() => connect('/display').snapshot(), { interval: 20 });
});

test('the host refuses a path without a scope', async () => {
  for (const path of ['/', '/manager', '/display/../till?x', '/__proto__']) {
    const socket = openLocal(local.address, path);
    sockets.push(socket);
    expect(await closed(socket), path).toBe(1008);
  }
});

test.skipIf(process.platform === 'win32')(
  'the host opens its socket elsewhere for a data folder with few letters but many bytes, and clients find it',
  async () => {
    await local.close();
    const umlauts = join(folder, 'ü'.repeat(Math.max(20, 90 - folder.length)));
    mkdirSync(umlauts);
    local = await openLocalSocket(host.router, { dataDir: umlauts, isKiosk: false, version: '0', contextFor });
    expect(Buffer.byteLength(pathOf(local))).toBeLessThanOrEqual(100);
    expect(pathOf(local).startsWith(umlauts)).toBe(false);
    await connect('/contract').payment.start(sale);
    expect(host.starts).toEqual([sale.id]);
  },
);
