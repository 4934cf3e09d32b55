/** Runs the same sales while the till has other work, and compares the steps with those of a till at rest. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../../electron/cli/connection.ts';
import { keep, type Figures } from './figures.ts';
import { charge, nextId, sellByTill } from './sales.ts';
import { TestBench, Till } from './test-bench.ts';
import { withPayments } from './starts.ts';
import { nowMs } from './words.ts';

const WARM_UP = 8;
const DAY_MS = 24 * 3_600_000;

interface Condition {
  readonly prepare?: (dataDir: string) => void;
  /** Starts the other work, and returns a function that ends it. */
  readonly meanwhile?: (till: Till) => Promise<() => Promise<void>>;
}

export async function under(condition: Condition, sales: number, delayMs: number): Promise<Figures> {
  const { prepare, meanwhile } = condition;
  const figures: Figures = {};
  const testBench = await TestBench.open({ kind: 'tcp', delayMs });
  const till = await Till.start(testBench, { route: 'cable', ...(prepare ? { prepare } : {}) });
  const end = await meanwhile?.(till);
  try {
    for (let nth = 0; nth < sales + WARM_UP; nth += 1) {
      const sale = await sellByTill(till, testBench, nth);
      if (nth >= WARM_UP) keep(figures, sale);
    }
    return figures;
  } finally {
    await end?.();
    await till.close();
    await testBench.close();
  }
}

export const journalOf = (payments: number): Condition => ({ prepare: (dataDir) => withPayments(dataDir, payments) });

/** More windows, each with the stream of events like a screen. Chromium's painting is not included. */
export const windows = (count: number): Condition => ({
  async meanwhile(till) {
    const open = await Promise.all(Array.from({ length: count }, () => till.another()));
    const following = open.map((one) => follow(one).catch(() => undefined));
    return async () => {
      await Promise.all(open.map((one) => one.close()));
      await Promise.all(following);
    };
  },
});

async function follow({ client }: Connection): Promise<void> {
  const { epoch, seq } = await client.snapshot();
  for await (const _item of await client.events({ epoch, after: seq })) void _item;
}

/** Compares with the platform repeatedly, like an open Day screen, and searches the history repeatedly. */
export const dayOpen: Condition = {
  async meanwhile(till) {
    const { client, close } = await till.another();
    const over = new AbortController();
    const look = async (): Promise<void> => {
      const [from, to] = [Date.now() - DAY_MS, Date.now()].map((at) => new Date(at).toISOString());
      if (from === undefined || to === undefined) return;
      await Promise.all([client.day.reconcile({ from, to }), client.history.search({ text: '12.34' })]);
    };
    const looking = (async () => {
      while (!over.signal.aborted) await look();
    })();
    return async () => {
      over.abort();
      await looking.catch(() => undefined);
      await close();
    };
  },
};

/** Sells on all terminals at once, for a number of rounds. */
export async function atOnce(terminals: number, rounds: number, delayMs: number): Promise<Figures> {
  const figures: Figures = {};
  const testBench = await TestBench.open({ kind: 'tcp', delayMs, terminals });
  const till = await Till.start(testBench, { route: 'cable' });
  try {
    for (let round = 0; round < rounds + 1; round += 1) {
      await testBench.marks();
      const pressed = testBench.terminals.map(({ address }, nth) => {
        const id = nextId(nth);
        return { id, pressedMs: nowMs(), sale: charge(till, id, address) };
      });
      await Promise.all(pressed.map(({ sale }) => sale));
      const all = await testBench.marks();
      for (const [nth, { id, pressedMs }] of pressed.entries()) {
        const marks = all.filter(({ terminal, of }) => (terminal === null ? of === id : terminal === nth));
        if (round > 0) keep(figures, { pressedMs, marks });
      }
    }
    return figures;
  } finally {
    await till.close();
    await testBench.close();
  }
}

/** Resources that a till uses after a number of payments. */
export interface Held {
  readonly payments: number;
  /** Resident memory of the host's process, MB (10^6 bytes). */
  readonly memoryMb: number;
  /** Open files, sockets and pipes. */
  readonly handles: number;
  /** All files of the till's data folder, MB. */
  readonly filesMb: number;
}

/** Runs sales in a row, as fast as terminal and platform allow. Reports the till's resources after each tenth. */
export async function inARow(
  payments: number,
  onHeld: (one: Held) => void,
): Promise<{ held: Held[]; figures: Figures }> {
  const figures: Figures = {};
  const held: Held[] = [];
  const testBench = await TestBench.open({ kind: 'tcp', delayMs: 0 });
  const till = await Till.start(testBench, { route: 'cable' });
  try {
    for (let nth = 1; nth <= payments; nth += 1) {
      keep(figures, await sellByTill(till, testBench, nth));
      if (nth % Math.ceil(payments / 10) !== 0) continue;
      const now = holds(till, nth);
      held.push(now);
      onHeld(now);
    }
    return { held, figures };
  } finally {
    await till.close();
    await testBench.close();
  }
}

/** Only Linux shows memory and handles of another process without extra programs; NaN on other systems. */
function holds(till: Till, payments: number): Held {
  const proc = `/proc/${till.pid}`;
  const isLinux = process.platform === 'linux';
  const kilobytes = isLinux ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1] : undefined;
  return {
    payments,
    memoryMb: (Number(kilobytes) * 1024) / 1e6,
    handles: isLinux ? readdirSync(`${proc}/fd`).length : Number.NaN,
    filesMb: sizeOf(till.dataDir) / 1e6,
  };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
