/** A till in training is made live by commands alone, in the order in which the till's messages ask for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HostState } from '../../electron/contract/index.ts';
import { Cli } from '../../electron/cli/cli.ts';
import { RunningTill } from '../../electron/cli/running-till.ts';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import { tillbridge } from './in-process.ts';
import { until } from '../waiting.ts';

const env = { TILLBRIDGE_NO_KEY_STORE: '1' };
let sandbox: Sandbox;
let data: string;
let till: RunningTill;
beforeAll(async () => {
  sandbox = await startSandbox();
}, 60_000);
afterAll(() => sandbox.close());
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'tillbridge going live '));
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const io = { env: { ...process.env, ...env }, stdin: Readable.from([]), stdout: nowhere, stderr: nowhere };
  till = await RunningTill.open(
    new Cli({ ...io, onInterrupt: () => () => undefined, quit: () => undefined }, false),
    data,
  );
}, 120_000);
afterEach(async () => {
  await till.close();
  rmSync(data, { recursive: true, force: true });
}, 60_000);

const on = (words: string[], input: string[] = []) => tillbridge([...words, '--data', data], env, input);

const reaches = (isSo: (state: HostState) => boolean): Promise<HostState> =>
  until(async () => {
    const { state } = await till.call((client) => client.snapshot());
    return isSo(state) && state;
  }, 'that state of the till');

test('the password comes last and makes the till live; until then doctor reports a problem', async () => {
  expect((await on(['settings', 'set', 'platform.url', sandbox.url])).code).toBe(0);
  expect((await on(['settings', 'set', 'platform.username', sandbox.username])).code).toBe(0);
  const practising = await reaches(({ settings }) => settings?.failure?.message.includes('platform.password') ?? false);
  expect(practising.till.mode).toBe('training');
  const unsafe = await on(['doctor']);
  expect(unsafe.code).toBe(1);
  expect(unsafe.stdout).toMatch(
    /problem.*The saved settings are not in use: .*platform\.password: is missing.*training/,
  );
  expect((await on(['secrets', 'set'], [`${sandbox.password}\n`])).stdout).toContain(
    'The platform accepts the password.',
  );
  const live = await reaches(({ till: { mode } }) => mode === 'live');
  expect(live.settings?.failure ?? null).toBeNull();
  expect((await on(['doctor'])).stdout).not.toContain('not in use');
}, 180_000);

test('a live till is moved to another user, whose password is kept for that user', async () => {
  await on(['settings', 'set', 'platform.url', sandbox.url]);
  await on(['settings', 'set', 'platform.username', 'before']);
  await on(['secrets', 'set', '--untaken'], ['old\n']);
  await reaches(({ till: { mode } }) => mode === 'live');
  await on(['settings', 'set', 'platform.username', sandbox.username]);
  await reaches(({ settings }) => settings?.failure?.message.includes('platform.password') ?? false);
  expect((await on(['secrets', 'set'], [`${sandbox.password}\n`])).stdout).toContain(
    'The platform accepts the password.',
  );
  const state = await reaches(({ settings, platform }) => !settings?.failure && platform.state === 'reachable');
  expect(state.till.mode).toBe('live');
}, 180_000);
