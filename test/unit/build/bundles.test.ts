/** @module-tag ci-only */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, test } from 'vitest';
import { electronBuild, ensureBuilt } from '../../../build/scripts/parts/build.mjs';
import type { Contract } from '../../../electron/contract/index.ts';
import { ensureDataDir, readSettings } from '../../../electron/config/index.ts';
import { launchStack, nodeForker } from '../../../electron/starter/index.ts';
import { openLocal } from '../../local-socket.ts';

const out = resolve(import.meta.dirname, '../../../build/out/electron');

test('the bundles for Electron run host, sandbox and practice terminal', { timeout: 180_000 }, async () => {
  await ensureBuilt(electronBuild, () => {});
  const dataDir = ensureDataDir(mkdtempSync(join(tmpdir(), 'tillbridge bundles ')));
  const stack = launchStack(
    {
      dataDir,
      version: '0',
      isKiosk: false,
      settings: await readSettings({ dataDir, env: {} }),
      localSocket: true,
    },
    {
      fork: nodeForker({ env: process.env }),
      entries: { host: join(out, 'host.js'), sandbox: join(out, 'sandbox.js'), simulator: join(out, 'simulator.js') },
    },
  );
  try {
    const { socket: address } = await stack.ready;
    const socket = openLocal(address, '/contract');
    await new Promise((opened, failed) => socket.once('open', opened).once('error', failed));
    const client: ContractRouterClient<Contract> = createORPCClient(
      new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
    );
    await expect
      .poll(async () => (await client.snapshot()).state.terminals[0]?.state, { timeout: 60_000 })
      .toBe('ready');
    const { state } = await client.snapshot();
    expect(state.till.mode).toBe('training');
    expect(state.terminals[0]?.model).toBe('DynaFlex II PED');
    socket.terminate();
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true });
  }
});

test('the preload is a single script that needs only Electron, and main imports only allowed modules', async () => {
  await ensureBuilt(electronBuild, () => {});
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  const required = [...read('preload.cjs').matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]);
  expect(required).toEqual(['electron']);
  expect(read('preload.cjs')).not.toMatch(/^\s*(import|export) /m);
  expect(JSON.parse(read('package.json'))).toMatchObject({ type: 'module', main: 'main.js' });
  // The process that owns the windows must not load a native module, a server or the host.
  const imported = [...read('main.js').matchAll(/from\s*"([^"./][^"]*)"/g)].map((match) => match[1] ?? '');
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual(expect.arrayContaining(['electron']));
  expect(imported).not.toContain('serialport');
  expect(imported).not.toContain('fastify');
});
