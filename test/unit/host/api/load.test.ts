/** Load that a connection may cause: over the real socket of a real host, and over a port like Electron's. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type Person } from '../../../../electron/domain/index.ts';
import { toFailure, type Contract } from '../../../../electron/contract/index.ts';
import { Loads, servePort } from '../../../../electron/host/api/index.ts';
import { composeHost, hashPin, type Host } from '../../../../electron/host/index.ts';
import { Roles } from '../../../../electron/host/roles/index.ts';
import { Pace, PacedInbox } from '../../../../electron/starter/index.ts';
import { openLocal } from '../../../local-socket.ts';
import { hostConfig } from '../host-config.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const people: Person[] = [{ name: 'Mo', roles: ['manager'], pin: hashPin('4711', { N: 2, r: 1, p: 1 }) }];
const operator = { name: 'Mo', pin: '4711' };

let dataDir: string;
let host: Host;
const sockets: WebSocket[] = [];
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge load ');
  host = await composeHost(hostConfig(dataDir, { people, localSocket: true }));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await host.close();
});

async function connect(path: string): Promise<{ socket: WebSocket; till: ContractRouterClient<Contract> }> {
  const socket = openLocal(host.socket ?? '', path);
  sockets.push(socket);
  await once(socket, 'open');
  return { socket, till: createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })) };
}

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => toFailure(error).code,
  );

test('the host hashes a PIN only for permitted commands that may need a PIN and fit the contract', async () => {
  const proofs = vi.spyOn(Roles.prototype, 'prove');
  const till = async (path: string) =>
    (await connect(path)).till as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const [display, kiosk, counter] = [await till('/display'), await till('/kiosk'), await till('/till')];
  const sale = { id: 'A-00000001', amountMinor: 100, currency: 'USD', operator };
  const asked = [
    (display['snapshot'] as unknown as (input: unknown) => Promise<unknown>)({ operator }),
    display['payment']?.['reverse']?.({ attempt: 'A-00000001', operator }),
    kiosk['payment']?.['start']?.({ ...sale, kind: 'refund' }),
    kiosk['payment']?.['start']?.(sale),
    kiosk['payment']?.['get']?.({ attempt: 'A-00000001', operator }),
    kiosk['payment']?.['answerRepeat']?.({ attempt: 'A-of-another', isMeant: true, operator }),
    counter['payment']?.['start']?.({ ...sale, id: 'A-00000002' }),
    counter['payment']?.['list']?.({ operator }),
    counter['payment']?.['reverse']?.({ attempt: 'A-00000001', amountMinor: 'much', operator }),
  ];
  await Promise.allSettled(asked.map(async (one) => one));
  expect(proofs).not.toHaveBeenCalled();
  await codeOf(counter['terminal']?.['forget']?.({ terminal: 'none', operator }) ?? Promise.resolve());
  expect(proofs).toHaveBeenCalledTimes(1);
});

test.each([
  ['/display', 1],
  ['/kiosk', 2],
  ['/till', 2],
] as const)('%s: %i streams may be open, and another once a stream has ended', async (path, most) => {
  const { till } = await connect(path);
  const stop = new AbortController();
  const open = (signal?: AbortSignal) => till.events({ epoch: '', after: 0 }, signal ? { signal } : {});
  await (await open(stop.signal)).next();
  for (let more = 1; more < most; more += 1) await (await open()).next();
  expect(await codeOf(open())).toBe('IPC_BUSY');
  stop.abort();
  await vi.waitFor(async () => expect(await codeOf(open())).toBe('done'));
});

test('the host limits the streams of a display in total, however many connections it opens', async () => {
  const all = await Promise.all(Array.from({ length: 16 }, () => connect('/display')));
  const codes = await Promise.all(
    all.flatMap(({ till }) => [1, 2, 3].map(() => codeOf(till.events({ epoch: '', after: 0 })))),
  );
  expect(codes.filter((code) => code === 'done').length).toBe(16);
  // The cashier's streams have their own limit.
  expect(await codeOf((await connect('/till')).till.events({ epoch: '', after: 0 }))).toBe('done');
});

test(
  'the host closes a connection that reads nothing and uses no more memory than that',
  { timeout: 120_000 },
  async () => {
    const { socket } = await connect('/command');
    const closed = once(socket, 'close');
    socket.pause();
    const ask = (id: number) => socket.send(JSON.stringify({ i: String(id), p: { u: '/snapshot', b: {} } }));
    let id = 0;
    const timer = setInterval(() => {
      for (let at = 0; at < 500 && socket.bufferedAmount < 1_000_000; at += 1) ask((id += 1));
    }, 5);
    // The disconnect is noticed when the socket is read again.
    await vi.waitFor(() => expect(socket.bufferedAmount).toBeGreaterThan(500_000), { timeout: 90_000 });
    clearInterval(timer);
    socket.resume();
    await closed;
    expect((await connect('/till')).till).toBeDefined();
  },
);

test('the host starts 16 of 300 unanswered requests to the platform, keeps 256 waiting and refuses the others', async () => {
  let asked = 0;
  const silent = createServer(() => void (asked += 1));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await host.close();
  const platform = {
    url,
    username: 'USload00000000000000000001',
    password: 'none',
    merchant: 'MUload00000000000000000001',
  };
  host = await composeHost(hostConfig(dataDir, { platform, localSocket: true }));
  const { till } = await connect('/till');
  const codes: string[] = [];
  for (let id = 100; id < 400; id += 1)
    void codeOf(till.device.get({ device: `DVload00000000000000000${id}` })).then((code) => codes.push(code));
  // 16 calls start, 256 wait, and the last 28 are refused.
  await vi.waitFor(() => expect(codes.length).toBe(28), { timeout: 20_000 });
  expect(new Set(codes)).toEqual(new Set(['IPC_BUSY']));
  // The till itself sends requests to the platform too.
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0));
  silent.closeAllConnections();
  await new Promise((done) => silent.close(done));
});

test('the host reads a display no faster than its pace and answers the cashier during that time', async () => {
  const display = await connect('/display');
  const beganAt = performance.now();
  const ended: { name: string; afterMs: number }[] = [];
  const hundred = async (name: string, client: ContractRouterClient<Contract>) => {
    await Promise.all(Array.from({ length: 100 }, () => client.snapshot()));
    ended.push({ name, afterMs: performance.now() - beganAt });
  };
  const { till } = await connect('/till');
  await Promise.all([hundred('display', display.till), hundred('till', till)]);
  expect(ended.map(({ name }) => name)).toEqual(['till', 'display']);
  // 64 at once, then 16 a second.
  expect(ended[1]?.afterMs).toBeGreaterThan(2_000);
});

test('the host disconnects a flooding port and answers another port', async () => {
  const open = (scope: 'display' | 'till') => {
    const { port1, port2 } = new MessageChannel();
    servePort(port1, host.router, scope, host.contextFor(scope));
    return port2;
  };
  const ask = (port: MessagePort, id: number) =>
    port.postMessage(JSON.stringify({ i: String(id), p: { u: '/snapshot', b: {} } }));
  const display = open('display');
  const closed = once(display, 'close');
  let answers = 0;
  display.on('message', () => (answers += 1));
  for (let id = 0; id < 20_000; id += 1) ask(display, id);
  await closed;
  expect(answers).toBeLessThan(500);
  const till = open('till');
  const answered = once(till, 'message');
  ask(till, 1);
  await answered;
  till.close();
});

describe('loads', () => {
  test('requests above the limit of a connection or a scope wait in order', async () => {
    const loads = new Loads();
    const one = loads.open('display');
    const done = await Promise.all([1, 2, 3, 4].map(() => one.begin()));
    const order: string[] = [];
    const fifth = one.begin().then((over) => (order.push('fifth'), over));
    const two = loads.open('display');
    const others = await Promise.all([1, 2, 3, 4].map(() => two.begin()));
    const third = loads
      .open('display')
      .begin()
      .then((over) => (order.push('third'), over));
    await new Promise((turn) => setImmediate(turn));
    expect(order).toEqual([]);
    others[0]?.();
    others[0]?.();
    // The first connection is at its own limit.
    await third;
    expect(order).toEqual(['third']);
    done[0]?.();
    await fifth;
    expect(order).toEqual(['third', 'fifth']);
  });

  test('a third concurrent PIN check of a window is refused, also for another command', () => {
    const load = new Loads().open('till');
    const over = load.proof();
    load.proof();
    expect(() => load.proof()).toThrow('too many requests at once');
    over();
    load.proof();
    expect(() => new Loads().open('display').proof()).toThrow('too many requests at once');
  });

  test('messages pass at the pace, in order, while the sender is paused', () => {
    vi.useFakeTimers();
    try {
      const [heard, held]: [number[], boolean[]] = [[], []];
      const pace = new Pace({ perSecond: 10, burst: 3 }, () => performance.now());
      const inbox = new PacedInbox<number>({
        pace,
        deliver: (one) => heard.push(one),
        hold: (isHeld) => held.push(isHeld),
        most: 50,
        overflow: () => held.push(false, false),
      });
      for (let at = 0; at < 6; at += 1) inbox.push(at);
      expect([heard, held]).toEqual([[0, 1, 2], [true]]);
      vi.advanceTimersByTime(350);
      expect([heard, held]).toEqual([
        [0, 1, 2, 3, 4, 5],
        [true, false],
      ]);
      for (let at = 6; at < 70; at += 1) inbox.push(at);
      expect(held.slice(-2)).toEqual([false, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
