/**
 * The setup while its host is killed: at every step in the middle of the answer, while settings are written, and at moments all through
 * the test payment. It goes on where it was, nothing is half set, and whatever reached the platform is voided.
 * TILLBRIDGE_RUNS: how often each is done, with other moments each time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  toFailure,
  type HostState,
  type SetupAnswer,
  type SetupStep,
  type SetupView,
} from '../../electron/contract/index.ts';
import { Cli } from '../../electron/cli/cli.ts';
import { RunningTill } from '../../electron/cli/running-till.ts';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import { hostFileSchema } from '../../electron/starter/index.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { simulator } from './in-process.ts';

const RUNS = Math.min(10, Number(process.env['TILLBRIDGE_RUNS'] ?? '1'));
const ann = { name: 'Ann', pin: '482915' };

let dataDir: string;
let sandbox: Sandbox;
let terminal: RunningSimulator;
let till: RunningTill;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge kills '));
  [sandbox, terminal] = await Promise.all([
    startSandbox(),
    simulator('--family', 'mms', '--tcp', '0', '--card', 'approve'),
  ]);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const io = {
    env: { ...process.env, TILLBRIDGE_NO_KEY_STORE: '1' },
    stdin: Readable.from([]),
    stdout: nowhere,
    stderr: nowhere,
  };
  const cli = new Cli({ ...io, onInterrupt: () => () => undefined, quit: () => undefined }, false);
  till = await RunningTill.open(cli, dataDir);
}, 120_000);
afterEach(async () => {
  await till.close();
  await Promise.all([sandbox.close(), terminal.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** The host as it runs now, if it does; false: it is between two lives. */
function killHost(): boolean {
  try {
    process.kill(hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8'))).pid, 'SIGKILL');
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

/** In its file: no key store is asked (TILLBRIDGE_NO_KEY_STORE). */
function keptPassword(): string | undefined {
  const { entries } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { entries: { id: string }[] };
  return entries[0] && readFileSync(join(dataDir, `platform-password.${entries[0].id}`), 'utf8');
}

/** What was kept and what is set fit together, at whatever moment. */
function checkWhole(): void {
  const kept = readFileSync(join(dataDir, 'setup.json'), 'utf8');
  JSON.parse(kept);
  expect(kept).not.toContain(sandbox.password);
  try {
    const { mode, platform } = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as {
      mode: string;
      platform: Record<string, string>;
    };
    // A live till has all that it needs, and an account never stands there without its password.
    expect(platform).toMatchObject({ username: sandbox.username });
    expect(JSON.stringify(platform)).not.toContain(sandbox.password);
    expect(keptPassword()).toBe(sandbox.password);
    if (mode === 'live') expect(platform['merchant']).toBe(sandbox.merchant);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

const state = (): Promise<SetupView> => till.call((client) => client.setup.state());

async function answer(step: SetupStep, view: SetupView): Promise<void> {
  const operator = view.answers.person ? { operator: ann } : {};
  try {
    await till.call((client) => client.setup.answer({ answer: answerTo(step), ...operator }));
  } catch (error) {
    // Taken by the life before, or a terminal that is not there yet after a kill: the state says how to go on.
    const { code, context } = toFailure(error);
    const isGoneOn = code === 'SETUP_STEP' || context?.['fault'] === 'test-terminal' || code === 'ROLE_REQUIRED';
    if (!isGoneOn) throw error;
    await pause(200);
  }
}

/** Goes all the way; `moments`: how long after a step's answer left its host is killed, milliseconds. */
async function setUp(moments: Map<string, number>, onTest: () => void = () => undefined): Promise<number> {
  let kills = 0;
  for (let view = await state(); view.step !== null; view = await state()) {
    const name = view.isRestarting ? 'restarting' : view.step;
    const moment = moments.get(name);
    moments.delete(name);
    if (view.step === 'test') onTest();
    const killed =
      moment === undefined ? Promise.resolve() : pause(moment).then(() => void (kills += Number(killHost())));
    const isOpen = view.test?.state === 'planned' || view.test?.state === 'held';
    if (view.isRestarting || isOpen) await pause(50);
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

/** Exactly one test payment has reached the platform, and it is proven voided. */
async function checkMoney(): Promise<void> {
  const all = await authorizations();
  for (const one of all) expect(one).toMatchObject({ is_void: true, transfer: null });
  const { test: made } = await state();
  expect(made).toMatchObject({ state: 'voided', provenAt: expect.any(String) as string });
  const own = await till.call((client) => client.payment.list({ limit: 50 }));
  expect(own.every(({ id, state: ended }) => id.startsWith('setup-test-') && ended !== 'captured')).toBe(true);
  expect(all).toHaveLength(1);
  // Those before it never came as far as the bank.
  const { 0: last, length: others } = own.filter(({ authorization }) => authorization !== null);
  expect([last?.id, others]).toEqual([made?.attempt, 1]);
  const window = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 1_000).toISOString(),
  };
  expect((await till.call((client) => client.day.totals(window))).ledgers).toEqual([]);
}

const steps = ['mode', 'account', 'merchant', 'shop', 'terminal', 'restarting', 'person', 'receipts', 'open'] as const;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each(numbered(RUNS))('killed in the middle of every answer, time %i', { timeout: 600_000 }, async (run) => {
  const kills = await setUp(new Map(steps.map((step, index) => [step, ((run * 37 + index * 53) % 160) + run])));
  expect(kills).toBeGreaterThanOrEqual(steps.length - 1);
  await checkMoney();
});

/** Kills the host once its state is so; gives up when the test payment is over. */
async function killOnce(isSo: (host: HostState) => boolean): Promise<boolean> {
  for (;;) {
    const { state: host } = await till.call((client) => client.snapshot());
    const made = host.setup?.test?.state;
    if (isSo(host)) return killHost();
    if (made === 'voided' || made === 'not-paid') return false;
    await pause(2);
  }
}

const ofTest = ({ attempts }: HostState) => attempts.find(({ id }) => id.startsWith('setup-test-'));
test.each<[string, (host: HostState) => boolean]>([
  ['the terminal asks for a card', (host) => ofTest(host)?.prompt === 'present-card'],
  ['the card is read', (host) => ofTest(host)?.prompt === 'processing'],
  ['the bank is asked', (host) => ofTest(host)?.prompt === 'asking-bank'],
  ['the bank has said yes', (host) => ofTest(host)?.timings.some(({ step }) => step === 'bank-approved') ?? false],
  ['it is held', (host) => ofTest(host)?.state === 'authorized' || host.setup?.test?.state === 'held'],
  ['it is being given back', (host) => ofTest(host)?.checking?.reason === 'releasing'],
  ['it is given back, and not asked about again', (host) => ofTest(host)?.state === 'released'],
])('killed when %s', { timeout: 600_000 }, async (_, isSo) => {
  const killed = vi.fn<(was: boolean) => void>();
  let isWatched = false;
  await setUp(new Map(), () => {
    if (isWatched) return;
    isWatched = true;
    void killOnce(isSo).then(killed);
  });
  await checkMoney();
  expect(killed).toHaveBeenCalled();
});

/** From before anything is sent to after it was given back. */
const moments = RUNS > 1 ? [0, 40, 120, 300, 600, 1_000, 1_600, 2_500] : [40];
test.each(moments.flatMap((moment) => numbered(RUNS).map((run) => moment + run * 13)))(
  'killed %i ms after the test payment was asked for',
  { timeout: 600_000 },
  async (moment) => {
    await setUp(new Map([['test', moment]]));
    await checkMoney();
  },
);
