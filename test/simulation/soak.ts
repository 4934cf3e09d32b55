/**
 * The soak: one real host, over TCP to simulated terminals and over HTTP to the sandbox in separate processes, runs
 * payments back to back while one request in twenty goes wrong. Then every payment is compared with the sandbox's
 * records, and the host's memory after each 500 payments with its memory after the first 500.
 *
 *   node --expose-gc test/simulation/soak.ts [--payments 2000] [--lanes 8] [--seed 1]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { idempotencyIdOf, newAttemptId, type Clock } from '../../electron/domain/index.ts';
import { type AttemptView } from '../../electron/contract/index.ts';
import { composeHost, type Host } from '../../electron/host/index.ts';
import { createRandom } from './random.ts';
import { storyTime, until } from '../waiting.ts';

/** Fractions of all requests: five in a hundred. */
const rates = {
  'drop-request': 0.005,
  'drop-reply': 0.01,
  duplicate: 0.005,
  'too-many-requests': 0.005,
  'server-error': 0.005,
  'server-error-after': 0.005,
  unavailable: 0.005,
  html: 0.005,
  'half-body': 0.005,
};
/** Speed of the engine's waits between look-ups; everything else is real. */
const SPEED = 10;
const STEP = 500;
/** Maximum growth of the heap since the first 500 payments, in bytes: a leak of a few kB a payment exceeds it. */
const MAX_GROWTH = 12 * 1024 * 1024;

interface Login {
  url: string;
  username: string;
  password: string;
  merchant: string;
}

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '2000' },
    lanes: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
});
const payments = Number(values.payments);
const laneCount = Number(values.lanes);
const children: ChildProcess[] = [];

async function child<T>(file: string, args: readonly string[]): Promise<T> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', path, ...args];
  const started = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(started);
  return new Promise((resolve, reject) => {
    createInterface({ input: started.stdout }).once('line', (line) => resolve(JSON.parse(line) as T));
    started.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

function quickClock(): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * SPEED,
    monotonic: () => performance.now() * SPEED,
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs / SPEED);
      return () => clearTimeout(timer);
    },
  };
}

async function ask<T>(login: Login, path: string, body?: object): Promise<T> {
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const reply = await fetch(`${login.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return (await reply.json()) as T;
}

interface Listed {
  _embedded?: Record<string, Row[]>;
  _links: { next?: { href: string } };
}
interface Row {
  id: string;
  state: string;
  amount: number;
  is_void?: boolean;
  transfer?: string | null;
  idempotency_id: string | null;
}

async function listAll(login: Login, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let path: string | null = `/${name}?limit=100`; path !== null;) {
    const page: Listed = await ask<Listed>(login, path);
    rows.push(...(page._embedded?.[name] ?? []));
    path = page._links.next ? page._links.next.href.replace(login.url, '') : null;
  }
  return rows;
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

function memory(done: number): number {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  console.log(`after ${done} payments: heap ${megabytes(heapUsed)} MB, RSS ${megabytes(rss)} MB`);
  return heapUsed;
}

async function readyAt(running: Host, id: string): Promise<void> {
  const isReady = () => running.state().terminals.some((one) => one.id === id && one.state === 'ready');
  await until(isReady, `terminal ${id} is ready`);
}

async function sellAll(host: Host, terminals: readonly string[]): Promise<{ ids: string[]; heaps: number[] }> {
  const random = createRandom(values.seed);
  const ids: string[] = [];
  const heaps = [memory(0)];
  let done = 0;
  const lane = async (terminal: string): Promise<void> => {
    while (ids.length < payments) {
      const id = newAttemptId(Date.now(), random.bytes(8));
      ids.push(id);
      const amountMinor = random.int(300, 20_000);
      for (let tries = 0; ; tries += 1) {
        try {
          await host.client.payment.start({ id, amountMinor, currency: 'USD', terminal, isRepeatMeant: true });
          break;
        } catch (error) {
          if (tries >= 150) {
            console.log(
              `stuck before ${id}:`,
              host.state().attempts.filter((one) => one.terminal.id === terminal && one.finishedAt === null),
            );
            throw error;
          }
          await storyTime(100, 'the next try of the cashier'); // still busy with the last payment's display
        }
      }
      await host.settled(id, { cardMs: 20_000, inDoubtMs: 60_000 }, () => undefined);
      done += 1;
      if (done % STEP === 0) heaps.push(memory(done));
    }
  };
  await Promise.all(terminals.map(lane));
  return { ids, heaps };
}

/** Compares every payment as the till shows it with the sandbox's records under its key. */
function compare(views: readonly AttemptView[], holds: readonly Row[], transfers: readonly Row[]): string[] {
  const wrong: string[] = [];
  const byKey = Map.groupBy(holds, (hold) => hold.idempotency_id ?? '');
  const byId = new Map(transfers.map((one) => [one.id, one]));
  const known = new Set(views.map(({ id }) => idempotencyIdOf(id)));
  for (const key of byKey.keys()) if (!known.has(key)) wrong.push(`${key}: only the sandbox knows it`);
  let captured = 0;
  for (const { id, state, transfer, capturedMinor } of views) {
    const own = byKey.get(idempotencyIdOf(id)) ?? [];
    if (own.length > 1) wrong.push(`${id}: ${own.length} authorizations`);
    const [hold] = own;
    if (state === 'captured') {
      captured += 1;
      const shown = byId.get(transfer ?? '');
      if (hold?.transfer !== transfer || shown?.amount !== capturedMinor) wrong.push(`${id}: captured on screen only`);
    } else if (!['failed', 'voided', 'declined', 'cancelled'].includes(state)) wrong.push(`${id}: ${state}`);
    else if (hold && hold.state === 'SUCCEEDED' && !hold.is_void) wrong.push(`${id}: ${state}, and held or captured`);
  }
  if (transfers.length !== captured) wrong.push(`${transfers.length} Transfers, ${captured} captured on screen`);
  return wrong;
}

const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-soak-'));
let host: Host | undefined;
try {
  const [login, terminals] = await Promise.all([
    child<Login>('../../electron/sandbox/main.ts', ['--json']),
    child<string[]>('soak-terminals.ts', [String(laneCount)]),
  ]);
  const { url, username, password, merchant } = login;
  const till = {
    name: 'Till',
    shop: 'Soak',
    currency: 'USD',
    locale: 'en-US',
    maxAmountMinor: 1_000_000,
    cardTimeoutMs: 60_000,
  };
  host = await composeHost(
    {
      dataDir,
      mode: 'live',
      isKiosk: false,
      version: 'soak',
      till,
      platform: { url, username, password, merchant },
      terminals: terminals.map((address) => ({ address, isPractice: false })),
      practice: null,
      localSocket: false,
    },
    { paymentClock: quickClock() },
  );
  for (const address of terminals) await readyAt(host, address);
  await ask(login, '/sandbox/control', { type: 'fault-profile', profile: { rates, seed: Number(values.seed) } });
  const startedAt = Date.now();
  const { ids, heaps } = await sellAll(host, terminals);
  const seconds = (Date.now() - startedAt) / 1000;
  await ask(login, '/sandbox/control', { type: 'fault-profile', profile: {} });
  // The reconciliation poll finds late records.
  await storyTime(3_000, 'a reconciliation poll');
  const running = host;
  const views = await Promise.all(
    ids.map(async (attempt) => running.settled(attempt, { cardMs: 1, inDoubtMs: 30_000 }, () => undefined)),
  );
  const wrong = compare(views, await listAll(login, 'authorizations'), await listAll(login, 'transfers'));
  const ends = Map.groupBy(views, ({ state }) => state);
  const doubted = views.filter(({ timings }) => timings.some(({ step }) => step === 'checking')).length;
  const growth = Math.max(...heaps.slice(2), heaps[1] ?? 0) - (heaps[1] ?? 0);
  for (const line of wrong.slice(0, 20)) console.log(`WRONG ${line}`);
  console.log(
    `ends: ${[...ends].map(([state, all]) => `${state} ${all.length}`).join(', ')}; ${doubted} had to be checked`,
  );
  console.log(
    `${ids.length} payments over ${laneCount} terminals in ${seconds.toFixed(0)} s, ${wrong.length} not accounted for, heap grew by ${megabytes(growth)} MB after the first ${STEP}`,
  );
  const failed = (wrong.length > 0 ? 1 : 0) + (growth > MAX_GROWTH ? 1 : 0);
  console.log(`${2 - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await host?.close();
  for (const one of children) one.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
