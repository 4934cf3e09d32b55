/** Gives each payment of a filled journal its own data, indexes the payments, and measures searches. */
import { sameCardWithinMsOf } from '../../../electron/contract/index.ts';
import { DatabaseSync } from 'node:sqlite';
import { History } from '../../../electron/host/history/index.ts';
import { openJournal } from '../../../electron/host/journal/index.ts';
import { openOrderPayments } from '../../../electron/host/pay-links/index.ts';
import { PaymentEngine } from '../../../electron/host/payments/index.ts';
import { FakeDevices, FakePlatform, FakeTerminal, ManualClock } from '../../unit/host/payments/world.ts';

const clean = (text: string): string => text;
const ROUNDS = 20;
/** A short task is measured in processor ticks, so many rounds are needed for precision. */
const ORDER_ROUNDS = 300;

/**
 * Processor time that a task costs this thread, milliseconds. It blocks the host for that time, and does not depend on
 * the load of the machine.
 */
async function costOf(task: () => void | Promise<void>): Promise<number> {
  const began = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

export interface MeasuredHistory {
  sorting: { totalMs: number; p99Ms: number };
  searches: { what: string; found: number; ms: number[] }[];
  /** Lookups of all payments of an order, which the duplicate checks repeat each time the cashier presses a key. */
  orders: { what: string; found: number; ms: number[] }[];
}

/** Runs the real indexing, then each kind of search some twenty times. */
export async function measureHistory(path: string, payments: number): Promise<MeasuredHistory> {
  const journal = openJournal({ path, clean });
  const clock = new ManualClock();
  const engine = new PaymentEngine({
    sameCardWithinMs: sameCardWithinMsOf({}),
    journal,
    terminals: new FakeTerminal(),
    devices: new FakeDevices(),
    platform: new FakePlatform(),
    clock,
    random: () => 0,
    publish: () => undefined,
    publishUnmatched: () => undefined,
    log: () => undefined,
  });
  const turns: number[] = [];
  let next: (() => void) | null = null;
  const history = new History({
    finder: journal.finder,
    engine,
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (_, task) => {
        next = task;
        return () => undefined;
      },
    },
    locale: () => 'en-US',
    onSorted: () => undefined,
    log: (_, message, context) => {
      throw new Error(`${message}: ${JSON.stringify(context)}`);
    },
  });
  const turn = async (task: () => void): Promise<void> => {
    next = null;
    turns.push(await costOf(task));
  };
  await turn(() => history.start());
  for (let task: (() => void) | null = next; task; task = next) await turn(task);
  if (!journal.finder.isComplete()) throw new Error('not sorted in');
  journal.close();
  giveFaces(path);

  const opened = openJournal({ path, clean });
  const reading = new PaymentEngine({
    sameCardWithinMs: sameCardWithinMsOf({}),
    journal: opened,
    terminals: new FakeTerminal(),
    devices: new FakeDevices(),
    platform: new FakePlatform(),
    clock,
    random: () => 0,
    publish: () => undefined,
    publishUnmatched: () => undefined,
    log: () => undefined,
  });
  const searching = new History({
    finder: opened.finder,
    engine: reading,
    clock,
    locale: () => 'en-US',
    onSorted: () => undefined,
    log: () => undefined,
  });
  const middle = Math.floor(payments / 2);
  const wanted: { what: string; text: string; group?: 'declined' }[] = [
    { what: 'the first page', text: '' },
    { what: 'only declined', text: '', group: 'declined' },
    { what: 'an amount, 42.60', text: '42.60' },
    { what: 'an amount half typed, 4', text: '4' },
    { what: 'last four, 4412', text: '4412' },
    { what: 'an order, T-' + middle, text: `T-${middle}` },
    { what: 'an approval code', text: String((middle * 104_729) % 1_000_000).padStart(6, '0') },
    { what: 'a payment’s own reference', text: `${String(middle).padStart(8, '0')}-bench` },
    { what: 'a time, 14:32', text: '14:32' },
    { what: 'visa 4412 42.60 nov 21', text: 'visa 4412 42.60 nov 21' },
    { what: 'nothing at all', text: 'no such thing' },
  ];
  const measured = async (what: string, ask: () => number | Promise<number>, rounds = ROUNDS) => {
    const ms: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) ms.push(await costOf(async () => void (found = await ask())));
    return { what, found, ms };
  };
  const searches: MeasuredHistory['searches'] = [];
  for (const { what, text, group } of wanted) {
    const one = await measured(what, async () => {
      const { counts } = await searching.search({ text, limit: 60, ...(group ? { group } : {}) });
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    });
    searches.push(one);
  }
  const paymentsOf = openOrderPayments(opened.finder, reading);
  const orders = [
    await measured('an order of one payment', () => paymentsOf(`T-${middle - (middle % 8) + 1}`).length, ORDER_ROUNDS),
    await measured('a reference that comes every day', () => paymentsOf('A-1').length, ORDER_ROUNDS),
    await measured('an order nobody has paid', () => paymentsOf('T-none').length, ORDER_ROUNDS),
  ];
  opened.close();
  const totalMs = turns.reduce((sum, ms) => sum + ms, 0);
  return {
    sorting: { totalMs, p99Ms: turns.toSorted((a, b) => a - b)[Math.floor(turns.length * 0.99)] ?? 0 },
    searches,
    orders,
  };
}

/** The filled journal repeats one payment, so each copy gets its own texts, amount and state. */
function giveFaces(path: string): void {
  const db = new DatabaseSync(path);
  const groups = ['paid', 'paid', 'paid', 'paid', 'paid', 'given-back', 'declined', 'cancelled'];
  const rows = db.prepare('SELECT started_at, id FROM payment').all();
  const face = db.prepare('UPDATE payment SET words = ?, grp = ? WHERE started_at = ? AND id = ?');
  db.exec('PRAGMA synchronous = OFF; BEGIN; DELETE FROM payment_amount');
  const amount = db.prepare("INSERT INTO payment_amount VALUES ('USD', ?, ?, ?)");
  for (const [n, row] of rows.entries()) {
    const [at, id] = [String(row['started_at']), String(row['id'])];
    const four = String((n * 7_919) % 10_000).padStart(4, '0');
    const approval = String((n * 104_729) % 1_000_000).padStart(6, '0');
    face.run(
      `t-${n} table ${n % 40} visa ${four} ${approval} au${n}x9qk2jd4 tr${n}m2p7f3k9 b61378a ${id}`,
      groups[n % 8] ?? 'paid',
      at,
      id,
    );
    amount.run((n * 37) % 20_000, at, id);
  }
  db.exec('COMMIT');
  db.close();
}
