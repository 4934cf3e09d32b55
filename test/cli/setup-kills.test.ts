/**
 * The setup while its host is killed: in the middle of every answer, while settings are written, and in every state of
 * the test payment. It resumes at the same step, the settings are never half written, and every payment that reached
 * the platform is voided. TILLBRIDGE_RUNS: number of tills set up this way, killed at other times each; `npm run
 * test:full -- setup` uses ten. Below two, the test payment is killed only in some of its states.
 * @module-tag full-setup
 * @module-tag ci-only
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  toFailure,
  type AttemptView,
  type HostState,
  type SetupAnswer,
  type SetupStep,
  type SetupView,
} from '../../electron/contract/index.ts';
import { Cli } from '../../electron/cli/cli.ts';
import { RunningTill } from '../../electron/cli/running-till.ts';
import { secretsOf } from '../../electron/cli/secrets-of.ts';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import { systemClock } from '../../electron/domain/index.ts';
import { readSettings } from '../../electron/config/index.ts';
import { hostFileSchema, launchStack, nodeForker, type Stack } from '../../electron/starter/index.ts';
import { emptyMirror, withItem, withSnapshot } from '../../renderer/store/mirror-slice.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { program } from '../fixtures/programs.ts';
import { simulator } from './in-process.ts';
import { storyTime } from '../waiting.ts';

const RUNS = Math.min(10, Number(process.env['TILLBRIDGE_RUNS'] ?? '1'));
const ann = { name: 'Ann', pin: '482915' };

/** Makes each moment of a payment that waits for the platform longer than a signal takes. */
const PLATFORM_MS = 100;

let dataDir: string;
let sandbox: Sandbox;
let terminal: RunningSimulator;
let stack: Stack;
let till: RunningTill;
/**
 * The starter's clock advances by this much between two kills: otherwise the wait after repeated crashes would grow
 * each time.
 */
const BETWEEN_KILLS_MS = 20_000;
let passedMs = 0;
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passedMs };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge kills '));
  [sandbox, terminal] = await Promise.all([
    startSandbox({ faultProfile: { latency: { shape: 'fixed', ms: PLATFORM_MS }, rates: {}, seed: 1 } }),
    simulator('--family', 'mms', '--tcp', '0', '--card', 'approve'),
  ]);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const env = { ...process.env, TILLBRIDGE_NO_KEY_STORE: '1' };
  const io = { env, stdin: Readable.from([]), stdout: nowhere, stderr: nowhere };
  const cli = new Cli({ ...io, onInterrupt: () => () => undefined, quit: () => undefined }, false);
  const secrets = secretsOf(cli, dataDir);
  const settingsNow = () => readSettings({ dataDir, env, secrets });
  stack = launchStack(
    { dataDir, version: '1', isKiosk: false, settings: await settingsNow(), localSocket: true },
    {
      fork: nodeForker({ env }),
      entries: {
        host: program('electron/host/main.ts'),
        sandbox: program('electron/sandbox/main.ts'),
        simulator: program('native/simulator/main.ts'),
      },
      readSettings: settingsNow,
      secrets,
      clock,
    },
  );
  await stack.ready;
  till = await RunningTill.open(cli, dataDir);
}, 120_000);
afterEach(async () => {
  await till.close();
  await stack.stop();
  await Promise.all([sandbox.close(), terminal.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Kills the running host; false if it is restarting. */
function killHost(): boolean {
  try {
    const { pid } = hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')));
    passedMs += BETWEEN_KILLS_MS;
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

function answerTo(step: SetupStep): SetupAnswer {
  switch (step) {
    case 'mode':
      return { step, mode: 'sandbox' };
    case 'account':
      return { step, url: sandbox.url, username: sandbox.username, password: sandbox.password };
    case 'merchant':
      return { step, merchant: sandbox.merchant };
    case 'shop':
      return { step, shop: 'Bakery', name: 'Till 2', currency: 'USD', locale: 'en-US', timeZone: null };
    case 'terminal':
      return { step, address: terminal.address };
    case 'person':
      return { step, ...ann };
    case 'receipts':
      return { step, printer: null };
    case 'test':
    case 'open':
      return { step };
  }
}

/** The password is in its file, because no key store is used (TILLBRIDGE_NO_KEY_STORE). */
function keptPassword(): string | undefined {
  const { entries } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { entries: { id: string }[] };
  return entries[0] && readFileSync(join(dataDir, `platform-password.${entries[0].id}`), 'utf8');
}

/** Checks that stored answers and settings are consistent at any time. */
function checkWhole(): void {
  const kept = readFileSync(join(dataDir, 'setup.json'), 'utf8');
  JSON.parse(kept);
  expect(kept).not.toContain(sandbox.password);
  try {
    const { mode, platform } = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as {
      mode: string;
      platform: Record<string, string>;
    };
    // A live till is complete, and an account is always stored together with its password.
    expect(platform).toMatchObject({ username: sandbox.username });
    expect(JSON.stringify(platform)).not.toContain(sandbox.password);
    expect(keptPassword()).toBe(sandbox.password);
    if (mode === 'live') expect(platform['merchant']).toBe(sandbox.merchant);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

const state = (): Promise<SetupView> => till.call((client) => client.setup.state());

async function answer(step: SetupStep, view: SetupView, again = false): Promise<void> {
  const operator = view.answers.person ? { operator: ann } : {};
  const said: SetupAnswer = step === 'test' ? { step, again } : answerTo(step);
  try {
    await till.call((client) => client.setup.answer({ answer: said, ...operator }));
  } catch (error) {
    // The previous host accepted it, or the terminal is not back after a kill: the state shows how to continue.
    const { code, context } = toFailure(error);
    const isGoneOn = code === 'SETUP_STEP' || context?.['fault'] === 'test-terminal' || code === 'ROLE_REQUIRED';
    if (!isGoneOn) throw error;
    await storyTime(200, 'a person who tries again');
  }
}

/**
 * Completes the setup, or runs it to step `until`; `moments`: time in milliseconds from sending a step's answer to the
 * kill of its host.
 */
async function setUp(moments: Map<string, number>, until: SetupStep | null = null): Promise<number> {
  let kills = 0;
  for (let view = await state(); view.step !== until; view = await state()) {
    if (view.step === null) throw new Error('It is set up already');
    const name = view.isRestarting ? 'restarting' : view.step;
    const moment = moments.get(name);
    moments.delete(name);
    const killed =
      moment === undefined
        ? Promise.resolve()
        : storyTime(moment, 'the moment of the kill').then(() => void (kills += Number(killHost())));
    const isOpen = view.test?.state === 'planned' || view.test?.state === 'held';
    if (view.isRestarting || isOpen) await storyTime(50, 'the next look at the setup');
    else await answer(view.step, view);
    await killed;
    if (moment !== undefined) checkWhole();
  }
  return kills;
}

async function authorizations(): Promise<
  { is_void: boolean; transfer: string | null; tags: Record<string, string> }[]
> {
  const login = Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64');
  const headers = { authorization: `Basic ${login}`, 'Service-Version': '2022-02-01' };
  const body = (await (await fetch(`${sandbox.url}/authorizations`, { headers })).json()) as {
    _embedded?: { authorizations?: never[] };
  };
  return body._embedded?.authorizations ?? [];
}

/** Checks that exactly `count` test payments reached the platform, each proven voided. */
async function checkMoney(count: number): Promise<void> {
  const all = await authorizations();
  for (const one of all) expect(one).toMatchObject({ is_void: true, transfer: null });
  const { test: made } = await state();
  expect(made).toMatchObject({ state: 'voided', provenAt: expect.any(String) as string });
  const own = await till.call((client) => client.payment.list({ limit: 50 }));
  expect(own.every(({ id, state: ended }) => id.startsWith('setup-test-') && ended !== 'captured')).toBe(true);
  expect(all).toHaveLength(count);
  // The other attempts never reached the bank.
  const asked = own.filter(({ authorization }) => authorization !== null);
  expect([asked[0]?.id, asked.length]).toEqual([made?.attempt, count]);
  const window = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 1_000).toISOString(),
  };
  expect((await till.call((client) => client.day.totals(window))).ledgers).toEqual([]);
}

const steps = [
  'mode',
  'account',
  'merchant',
  'shop',
  'terminal',
  'restarting',
  'person',
  'receipts',
  'test',
  'open',
] as const;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Times during the test payment: from before the first request to after the void. */
const ofPayment = [40, 300, 0, 600, 120, 1_000, 1_600, 2_500];

test.each(numbered(RUNS))(
  'a host killed in every answer resumes with correct money, time %i',
  { timeout: 600_000 },
  async (run) => {
    const moments = new Map<string, number>(steps.map((step, at) => [step, ((run * 37 + at * 53) % 160) + run]));
    moments.set('test', (ofPayment[run % ofPayment.length] ?? 0) + run * 13);
    const kills = await setUp(moments);
    // A kill during a restart finds no process.
    expect(kills).toBeGreaterThanOrEqual(steps.length - 2);
    await checkMoney(1);
  },
);

const ofTest = ({ attempts }: HostState, id: string | undefined) => attempts.find((one) => one.id === id);
/** States of the test payment in which its host is killed. */
const sights: readonly [string, (host: HostState, attempt: AttemptView | undefined) => boolean][] = [
  ['the terminal asks for a card', (_, attempt) => attempt?.prompt === 'present-card'],
  ['the card is read', (_, attempt) => attempt?.prompt === 'processing'],
  ['the bank is asked', (_, attempt) => attempt?.prompt === 'asking-bank'],
  ['the bank has approved', (_, attempt) => attempt?.timings.some(({ step }) => step === 'bank-approved') ?? false],
  ['it is held', (host, attempt) => attempt?.state === 'authorized' || host.setup?.test?.state === 'held'],
  ['it is being released', (_, attempt) => attempt?.checking?.reason === 'releasing'],
  ['it is released, and not polled again', (_, attempt) => attempt?.state === 'released'],
];

type Sight = (typeof sights)[number][1];

/**
 * Kills the host as soon as the test payment after `before` reaches this state: every step is a numbered event, so none
 * is missed between two polls. Resolves with false if the payment ended before.
 * @param onWatching called once no event can be missed
 */
async function killAt(isSo: Sight, before: string | undefined, onWatching: () => void): Promise<boolean> {
  let met: boolean | null = null;
  const look = (host: HostState | null): boolean | null => {
    const made = host?.setup?.test;
    if (!host || !made || made.attempt === before) return null;
    if (isSo(host, ofTest(host, made.attempt))) return killHost();
    return made.state === 'voided' || made.state === 'not-paid' ? false : null;
  };
  while (met === null)
    met = await till.call(async (client) => {
      let mirror = withSnapshot(emptyMirror(0), await client.snapshot());
      const { epoch, seq } = mirror;
      const events = await client.events({ epoch, after: seq });
      onWatching();
      let found = look(mirror.host);
      if (found !== null) return found;
      for await (const item of events) {
        const next = withItem(mirror, item);
        if (next === 'gap') return null;
        mirror = next;
        found = look(mirror.host);
        if (found !== null) return found;
      }
      return null;
    });
  return met;
}

/** Requests another test payment, and again if a test was not paid, until a test is proven voided. */
async function testAgain(before: string | undefined): Promise<void> {
  for (;;) {
    const view = await state();
    const made = view.test?.attempt === before ? null : view.test;
    if (made?.state === 'voided') return;
    if (made?.state === 'planned' || made?.state === 'held') await storyTime(50, 'the next look at the setup');
    else await answer('test', view, true);
  }
}

test(
  'a host killed in each state of the test payment in turn resumes with correct money',
  { timeout: 600_000 },
  async () => {
    await setUp(new Map(), 'test');
    // One state before the bank is asked, and one after it: a hold must be voided.
    const some = RUNS > 1 ? sights : sights.filter(([sight]) => sight === 'the card is read' || sight === 'it is held');
    for (const [index, [sight, isSo]] of some.entries()) {
      const before = (await state()).test?.attempt;
      const watching = Promise.withResolvers<void>();
      const met = killAt(isSo, before, watching.resolve);
      await watching.promise;
      await testAgain(before);
      expect([sight, await met]).toEqual([sight, true]);
      await checkMoney(index + 1).catch((error: unknown) => {
        throw new Error(`Killed when ${sight}`, { cause: error });
      });
    }
  },
);
