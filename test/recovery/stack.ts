/**
 * The whole stack as `npm start` has it: electron/host/main.ts, sandbox and simulator under the real supervisor, with
 * no part of the suite inside them and every clock at its own pace. The host's process is killed at moments of a sale,
 * the supervisor starts it again, and till and platform are compared.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import { connectShared, type Connection } from '../../electron/cli/connection.ts';
import {
  hostFileSchema,
  launchStack,
  nodeForker,
  sandboxLineSchema,
  type Stack,
} from '../../electron/starter/index.ts';
import { program } from '../fixtures/programs.ts';
import { Platform } from './platform.ts';
import { delay } from './process-children.ts';
import { compare, type Finding } from './verdict.ts';

/** Step of the payment after which the host is killed, and milliseconds after it. */
const moments = [
  ['terminal-started', 0],
  ['card-read', 0],
  ['card-read', 4],
  ['bank-answered', 0],
  ['bank-answered', 8],
  ['terminal-finished', 0],
  ['terminal-finished', 3],
  ['captured', 0],
  ['done', 0],
] as const;

export interface StackResult {
  name: string;
  findings: Finding[];
  state: AttemptView['state'] | null;
  /** Time from the kill to the end of the payment, including the supervisor's restart. */
  resolvedMs: number;
}

const AMOUNT_MINOR = 1275;
/** The till searches for a request that it never sent through the whole window of twenty seconds. */
const RESOLVED_WITHIN_MS = 60_000;

/** Runs every moment on one stack; `report` gets each result as it comes. */
export async function runStack(report: (result: StackResult) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-recovery-stack-'));
  let hostPid = 0;
  let sandboxSaid = '';
  const fork = nodeForker({ env: process.env });
  const stack: Stack = launchStack(
    {
      dataDir,
      version: 'recovery',
      isKiosk: false,
      settings: {
        mode: 'training',
        till: {
          name: 'Till',
          shop: 'S',
          currency: 'USD',
          locale: 'en-US',
          maxAmountMinor: 100_000,
          cardTimeoutMs: 60_000,
        },
        platform: null,
        terminals: [],
      },
      localSocket: true,
    },
    {
      fork: (request) => {
        const child = fork(request);
        if (request.name === 'host') hostPid = child.pid ?? 0;
        if (request.name === 'sandbox') child.onStdout((text) => (sandboxSaid += text));
        return child;
      },
      entries: {
        host: program('electron/host/main.ts'),
        sandbox: program('electron/sandbox/main.ts'),
        simulator: program('native/simulator/main.ts'),
      },
    },
  );
  try {
    await stack.ready;
    const login = sandboxLineSchema.parse(JSON.parse(sandboxSaid.split('\n')[0] ?? ''));
    const platform = new Platform(login);
    for (const [step, laterMs] of moments) {
      const id = randomUUID();
      const name = `stack sale killed ${laterMs} ms after ${step}`;
      const findings: Finding[] = [];
      await sellUntil(dataDir, id, step);
      await delay(laterMs);
      process.kill(hostPid, 'SIGKILL');
      const killedAt = performance.now();
      const view = await resolvedView(dataDir, id, hostPid);
      const resolvedMs = performance.now() - killedAt;
      const log = readFileSync(join(dataDir, 'training', 'journal.sqlite.recovery-log'), 'utf8');
      findings.push(...compare(id, view, await platform.truth(id), log));
      report({ name, findings, state: view?.state ?? null, resolvedMs });
    }
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withHost<Answer>(dataDir: string, task: (connection: Connection) => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + 20_000;
  for (;;) {
    const connection = await connectShared(dataDir);
    if (connection) {
      try {
        return await task(connection);
      } finally {
        await connection.close();
      }
    }
    if (performance.now() > end) throw new Error('the host did not come back');
    await delay(20);
  }
}

/** Charges, taps the card, and resolves as soon as the payment has passed `step`. */
async function sellUntil(dataDir: string, id: string, step: string): Promise<void> {
  await withHost(dataDir, async ({ client }) => {
    const until = async (isEnough: () => Promise<boolean>): Promise<void> => {
      const end = performance.now() + 20_000;
      while (!(await isEnough())) {
        if (performance.now() > end) throw new Error('the practice terminal did not take the payment');
        await delay(2);
      }
    };
    await until(async () => (await client.snapshot()).state.terminals.some(({ state }) => state === 'ready'));
    await client.payment.start({ id, amountMinor: AMOUNT_MINOR, currency: 'USD' });
    const hasPassed = async (): Promise<boolean> =>
      (await client.payment.get({ attempt: id })).timings.some((one) => one.step === step);
    if (step !== 'terminal-started') {
      await until(async () => (await client.snapshot()).state.practice?.can.includes('tap') ?? false);
      await client.practice.choose({ card: 'approve' });
      await client.practice.gesture({ gesture: 'tap' });
    }
    await until(hasPassed);
  });
}

/** Process id of this folder's host by its file, or null while the file is being written. */
function hostPidIn(dataDir: string): number | null {
  try {
    return hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8'))).pid;
  } catch {
    return null;
  }
}

/** The payment from the next host, once it has ended. */
async function resolvedView(dataDir: string, id: string, deadPid: number): Promise<AttemptView | undefined> {
  const end = performance.now() + RESOLVED_WITHIN_MS;
  let view: AttemptView | undefined;
  while (performance.now() < end) {
    const pid = hostPidIn(dataDir);
    if (pid !== null && pid !== deadPid) {
      view = await withHost(dataDir, ({ client }) => client.payment.get({ attempt: id }));
      if (!isOpenAttempt(view)) return view;
    }
    await delay(50);
  }
  return view;
}
