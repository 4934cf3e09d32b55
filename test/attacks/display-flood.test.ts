/**
 * A flood from one customer display against a selling till, over the real browser shell and the real host: every
 * permitted and every forbidden message. The cashier sells during the flood, and is answered as quickly as without it.
 *
 * @module-tag full-flood
 * @module-tag ci-only
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { nodeFlags, ownNode } from '../../build/scripts/parts/paths.mjs';
import type { Contract } from '../../electron/contract/index.ts';
import { requestLink } from '../../electron/starter/index.ts';
import { program } from '../fixtures/programs.ts';
import { openLink, toLoopback, type Let } from '../loopback.ts';
import { storyTime } from '../waiting.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

/** Pairs of sales, with and without the flood, over all ways of flooding; the full run has a minute of flood. */
const PAIRS = Number(process.env['TILLBRIDGE_FLOOD_PAIRS'] ?? 11);
const WITHIN = 1.2;
/** Response times vary on a busy computer, so more pairs are measured if needed. */
const MAX_PAIRS = 5 * PAIRS;
const UP = { timeout: 120_000, interval: 200 };

let dataDir: string;
let shell: ChildProcess;
let display: ChildProcess | undefined;
const sockets: WebSocket[] = [];
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge flood ');
  const words = ['--training', '--no-open', '--port', '0', '--data', dataDir];
  shell = spawn(ownNode, [...nodeFlags, program('electron/web/main.ts'), ...words], { stdio: 'ignore' });
});
afterEach(async () => {
  display?.disconnect();
  for (const socket of sockets.splice(0)) socket.terminate();
  const ended = once(shell, 'exit');
  shell.kill('SIGTERM');
  await ended;
});

type Till = ContractRouterClient<Contract>;

async function cashier(origin: string, { cookie, key }: Let): Promise<Till> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/contract`, ['tillbridge', `tillbridge.key.${key}`], {
    origin,
    headers: { cookie },
    lookup: toLoopback,
  });
  sockets.push(socket);
  await once(socket, 'open');
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}

/** Processor time of the till's own processes so far, in seconds: shell, host. */
function spentS(): number {
  const ours = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === shell.pid
      );
    } catch {
      return false;
    }
  });
  return [String(shell.pid), ...ours].reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return sum;
    }
  }, 0);
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Makes one sale; returns the cashier's wait for each answer, in milliseconds. */
async function sell(till: Till, at: number): Promise<number[]> {
  const waits: number[] = [];
  const timed = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    const answer = await asked;
    waits.push(performance.now() - began);
    return answer;
  };
  const id = `A-flood-${String(at).padStart(4, '0')}`;
  await timed(till.payment.start({ id, amountMinor: 5_000 + at, currency: 'USD' }));
  await vi.waitFor(async () => {
    const { state } = await timed(till.snapshot());
    expect(state.practice?.can).toContain('tap');
  }, UP);
  await timed(till.practice.choose({ card: 'approve' }));
  await timed(till.practice.gesture({ gesture: 'tap' }));
  await vi.waitFor(
    async () => {
      const { state } = await timed(till.payment.get({ attempt: id }));
      expect(state).toBe('captured');
    },
    { timeout: 120_000, interval: 30 },
  );
  while (waits.length < 60) await timed(till.payment.list({}));
  return waits;
}

test(
  `one display against ${PAIRS} sales delays the cashier’s answers to at most ${WITHIN} of those without it`,
  { timeout: 900_000 },
  async () => {
    const link = await vi.waitFor(() => requestLink(dataDir), UP);
    const { origin, host, port } = new URL(link);
    const till = await cashier(origin, await openLink(link));
    await vi.waitFor(async () => {
      const { state } = await till.snapshot();
      expect(state.terminals.some(({ state: link }) => link === 'ready')).toBe(true);
    }, UP);
    const looks = await openLink(await requestLink(dataDir, { isDisplay: true }));
    const flooder = fork(
      join(import.meta.dirname, 'flood.mjs'),
      [`ws://127.0.0.1:${port}`, host, looks.cookie, looks.key],
      { execPath: ownNode },
    );
    display = flooder;
    // The first sale waits for the end of the start and loads code.
    await sell(till, 0);
    const ratios: number[] = [];
    const spent = { without: 0, with: 0 };
    const lines: string[] = [];
    for (let pair = 1; pair <= PAIRS || (pair <= MAX_PAIRS && median(ratios) > WITHIN); pair += 1) {
      const round = async (isFlooded: boolean) => {
        let name = '';
        if (isFlooded) {
          flooder.send('go');
          [{ floods: name }] = (await once(flooder, 'message')) as [{ floods: string }];
          await storyTime(300, 'the flood is under way before the sale is measured');
        }
        const before = spentS();
        const waits = await sell(till, pair * 2 + Number(isFlooded));
        spent[isFlooded ? 'with' : 'without'] += spentS() - before;
        if (isFlooded) {
          flooder.send('stop');
          await once(flooder, 'message');
        }
        return { name, ms: median(waits) };
      };
      // The order alternates, so that changes over time affect both sides.
      const first = await round(pair % 2 === 0);
      const second = await round(pair % 2 !== 0);
      const [flooded, quiet] = pair % 2 === 0 ? [first, second] : [second, first];
      ratios.push(flooded.ms / quiet.ms);
      lines.push(`${flooded.name}: ${quiet.ms.toFixed(1)} ms without, ${flooded.ms.toFixed(1)} ms with`);
    }
    const all = median(ratios);
    console.log(
      [
        ...lines,
        `median of the ratios ${all.toFixed(2)}; processor ${spent.without.toFixed(1)} s without, ${spent.with.toFixed(1)} s with`,
      ].join('\n'),
    );
    expect(all).toBeLessThanOrEqual(WITHIN);
  },
);
