/**
 * The password is changed at the platform while a real till sells once a second, with a simulated terminal. With both
 * passwords stored no sale fails. With a single password, the till reports the refusal within a sale, does not report
 * that sale as paid, and keeps open payments in `checking` until the new password is stored.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOpenAttempt, type AttemptView, type HostState } from '../../electron/contract/index.ts';
import { Cli } from '../../electron/cli/cli.ts';
import { RunningTill } from '../../electron/cli/running-till.ts';
import { secretsOf } from '../../electron/cli/secrets-of.ts';
import { CONTROL_PATH, startSandbox, type ControlRequest, type Sandbox } from '../../electron/sandbox/index.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { simulator } from './in-process.ts';
import { quietFor, storyTime, until } from '../waiting.ts';

const NEW = 'new "password" with % and ü🙂';

let dataDir: string;
let sandbox: Sandbox;
let terminal: RunningSimulator;
let till: RunningTill;
/** Another user's credentials, which a change of the till's password does not affect. */
let admin: { username: string; password: string };

const basic = ({ username, password }: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

async function control(command: ControlRequest, as = admin): Promise<{ username?: string; password?: string }> {
  const response = await fetch(`${sandbox.url}${CONTROL_PATH}`, {
    method: 'POST',
    headers: { authorization: basic(as), 'content-type': 'application/json' },
    body: JSON.stringify(command),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { username?: string; password?: string };
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge change '));
  [sandbox, terminal] = await Promise.all([
    startSandbox(),
    simulator('--family', 'mms', '--tcp', '0', '--card', 'approve'),
  ]);
  const { username = '', password = '' } = await control({ type: 'create-user', role: 'ROLE_PLATFORM' }, sandbox);
  admin = { username, password };
  const platform = { url: sandbox.url, username: sandbox.username, merchant: sandbox.merchant };
  const settings = { platform, terminals: [terminal.address] };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  await secretsOf(cliWith(), dataDir).keep(sandbox.password, platform);
  await openTill();
}, 120_000);
afterEach(async () => {
  await till.close();
  await Promise.all([sandbox.close(), terminal.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

function cliWith(env: NodeJS.ProcessEnv = {}): Cli {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const io = {
    env: { ...process.env, TILLBRIDGE_NO_KEY_STORE: '1', ...env },
    stdin: Readable.from([]),
    stdout: nowhere,
    stderr: nowhere,
  };
  return new Cli({ ...io, onInterrupt: () => () => undefined, quit: () => undefined }, false);
}

async function openTill(env?: NodeJS.ProcessEnv): Promise<void> {
  till = await RunningTill.open(cliWith(env), dataDir);
  await reaches((now) => now.terminals.some((one) => one.state === 'ready') && now.platform.state === 'reachable');
}

const state = async (): Promise<HostState> => (await till.call((client) => client.snapshot())).state;

const reaches = (isSo: (state: HostState) => boolean): Promise<HostState> =>
  until(async () => {
    const now = await state();
    return isSo(now) && now;
  }, 'that state of the till');

const begin = (id: string, amountMinor: number) =>
  till.call((client) => client.payment.start({ id, amountMinor, currency: 'USD' }));

async function sell(id: string, amountMinor = 1_000): Promise<AttemptView> {
  await begin(id, amountMinor);
  return until(async () => {
    const view = await till.call((client) => client.payment.get({ attempt: id }));
    return !isOpenAttempt(view) && view;
  }, 'the end of the sale');
}

const change = () => control({ type: 'set-password', user: sandbox.username, password: NEW });

/** Sells once a second; the password is changed in the middle of a sale. */
async function sellOverChange(count: number, changedIn: number): Promise<void> {
  const ended: string[] = [];
  let changing: Promise<unknown> = Promise.resolve();
  for (let sale = 0; sale < count; sale += 1) {
    const second = storyTime(1_000, 'a sale a second');
    if (sale === changedIn) changing = storyTime(150, 'in the middle of a sale').then(change);
    ended.push((await sell(`both-stored-${sale}`, 1_000 + sale)).state);
    await second;
  }
  await changing;
  expect(ended).toEqual(Array.from({ length: count }, () => 'captured'));
}

test(
  'no sale fails when the password changes at any time, if both passwords are stored',
  { timeout: 240_000 },
  async () => {
    await till.call((client) => client.secrets.set({ password: NEW }));
    await sellOverChange(12, 4);
    const view = await till.call((client) => client.secrets.where());
    expect(view.kept.map(({ worksSince }) => worksSince !== null)).toEqual([true, false]);
    expect((await state()).platform.state).toBe('reachable');
  },
);

test('no sale fails if both passwords are in the environment', { timeout: 240_000 }, async () => {
  await till.close();
  await openTill({ TILLBRIDGE_PASSWORD: NEW, TILLBRIDGE_FORMER_PASSWORD: sandbox.password });
  await sellOverChange(6, 2);
  expect((await till.call((client) => client.secrets.where())).source).toBe('environment');
  expect((await state()).platform.state).toBe('reachable');
});

test(
  'a single stored password is reported within one sale, which is not charged, and the new password fixes it at once',
  { timeout: 240_000 },
  async () => {
    expect((await sell('before-change')).state).toBe('captured');
    await change();
    const refused = await sell('after-change', 1_100);
    expect(refused).toMatchObject({ state: 'failed', mayHaveCharged: false, failure: { code: 'API_UNAUTHORIZED' } });
    const { platform } = await state();
    expect(platform).toMatchObject({ state: 'refused', failure: { code: 'API_UNAUTHORIZED' } });
    await till.call((client) => client.secrets.set({ password: NEW }));
    await reaches((now) => now.platform.state === 'reachable');
    expect((await sell('after-new-one', 1_200)).state).toBe('captured');
  },
);

test(
  'a payment with a lost reply before the change stays checking until the new password is stored',
  { timeout: 240_000 },
  async () => {
    await control({ type: 'fault', operation: 'createAuthorization', kind: 'drop', when: 'after' });
    await control({ type: 'fault', operation: 'listAuthorizations', kind: 'drop', when: 'before', times: 3 });
    await begin('reply-lost-1', 1_300);
    await reaches((now) => now.attempts.some(({ id, state: is }) => id === 'reply-lost-1' && is === 'checking'));
    await change();
    await reaches((now) => now.platform.state === 'refused');
    for (let looks = 0; looks < 30; looks += 1) {
      const view = await till.call((client) => client.payment.get({ attempt: 'reply-lost-1' }));
      expect(view).toMatchObject({ state: 'checking', mayHaveCharged: true });
      await quietFor(100, 'an end of the payment');
    }
    await till.call((client) => client.secrets.set({ password: NEW }));
    const view = await reaches((now) => now.attempts.every((one) => !isOpenAttempt(one)));
    expect(view.attempts.find(({ id }) => id === 'reply-lost-1')).toMatchObject({ state: 'captured' });
  },
);
