import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { contract, type Contract } from '../../../../electron/contract/index.ts';
import { openLocalSocket, type LocalSocket } from '../../../../electron/host/api/index.ts';
import { testHost, type TestHost } from '../../renderer/fixtures/test-host.ts';

let folder: string;
let host: TestHost;
let local: LocalSocket;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge access '));
  host = testHost('e1');
  // The carriers' test host answers the whole contract; only its engine is missing.
  local = await openLocalSocket(host.router, folder);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await local.close();
  rmSync(folder, { recursive: true });
});

function connect(path: string): ContractRouterClient<Contract> {
  const socket = new WebSocket(`ws://localhost${path}`, { createConnection: () => createConnection(local.path) });
  sockets.push(socket);
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}

/** Every procedure of the contract by its path, e.g. "payment.start". */
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
  host.publish({ type: 'display', display: { basket: null } });
  expect((await events.next()).value).toMatchObject({ kind: 'event', event: { type: 'display' } });
});

test('nothing else of the contract is found on a display’s connection', async () => {
  const others = pathsOf(contract).filter((path) => path !== 'snapshot' && path !== 'events');
  expect(others.length).toBeGreaterThan(25);
  const client: unknown = connect('/display');
  for (const path of others) {
    const procedure = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client);
    await expect((procedure as (input: object) => Promise<unknown>)({}), path).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});

test('what a display asks for does not happen; the same on a till’s connection does', async () => {
  await expect(connect('/display').payment.start(sale)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(host.starts).toEqual([]);
  await connect('/contract').payment.start(sale);
  expect(host.starts).toEqual([sale.id]);
});
