/**
 * Tests billing across clock jumps, restarts and crashes: every period is charged exactly once.
 * @module-tag full-sandbox
 * @module-tag ci-only
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { BillingInterval } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { ManualClock } from './manual-clock.ts';
import { at, DAY, fetched, HOUR, subscribe } from './subscription-calls.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

/** Random sequences for each property; `npm run test:full` sets a higher number. */
const RUNS = { numRuns: Number(process.env['TILLBRIDGE_RUNS'] ?? 10) };

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder('sandbox-');
});

interface Charged {
  subscription: string;
  cycle: number;
  from: number;
  until: number;
  amount: number;
  credit: number;
  is_prorated: boolean;
  transfer: string | null;
}
interface Moved {
  id: string;
  subscription: string;
  state: string;
  amount: number;
}

/** Billing records and Transfers of a stopped sandbox, in order of creation. */
function onDisk(folder: string): { charges: Charged[]; transfers: Moved[] } {
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  const read = (table: string) =>
    database
      .prepare(`SELECT id, record FROM ${table} ORDER BY rowid`)
      .all()
      .map((row) => ({ ...(JSON.parse(String(row['record'])) as object), id: String(row['id']) }));
  const charges = read('subscription_charges') as unknown as Charged[];
  const transfers = (read('transfers') as unknown as (Moved & { subscription: string | null })[]).filter(
    (one) => one.subscription !== null,
  );
  database.close();
  return { charges, transfers };
}

/**
 * Expects that every charge has its own Transfer, of the amount after its credit, and that every Transfer has a charge.
 */
function expectPaired({ charges, transfers }: ReturnType<typeof onDisk>): void {
  const moved = charges.filter((one) => one.amount > one.credit);
  expect(moved).toHaveLength(transfers.length);
  expect(new Set(moved.map((one) => one.transfer))).toEqual(new Set(transfers.map((one) => one.id)));
  for (const one of moved) {
    const transfer = transfers.find(({ id }) => id === one.transfer);
    expect(transfer).toMatchObject({ subscription: one.subscription, amount: one.amount - one.credit });
  }
}

test('timers alone start, charge and expire Subscriptions', async () => {
  const clock = new ManualClock();
  const harness = await Harness.start({ dataDir }, clock);
  const made = await subscribe(harness, { total_billing_intervals: 3, start_subscription_at: '2026-12-31' });
  // A timer lasts at most about 24 days, so the clock advances by days.
  for (let days = 0; days < 150; days += 1) clock.advance(DAY);
  await harness.sandbox.close();
  expect(clock.waiting).toBe(0);
  const { charges, transfers } = onDisk(dataDir);
  expectPaired({ charges, transfers });
  expect(charges.map((one) => new Date(one.from).toISOString().slice(0, 10))).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
  ]);
  const again = await Harness.start({ dataDir }, clock);
  expect(await fetched(again, made)).toMatchObject({ state: 'EXPIRED' });
  await again.sandbox.close();
});

/** A clock that fires a millisecond early, as timers of an operating system may. */
class HastyClock extends ManualClock {
  override after(delayMs: number, task: () => void): () => void {
    return super.after(Math.max(0, delayMs - 1), task);
  }
}

test('a timer that fires early is set again', async () => {
  const clock = new HastyClock();
  const harness = await Harness.start({ dataDir }, clock);
  const made = await subscribe(harness);
  clock.advance(Date.parse(made.first_charge_at) - clock.now() - 1);
  clock.advance(1);
  await harness.sandbox.close();
  expect(onDisk(dataDir).charges).toMatchObject([{ cycle: 1, subscription: made.id }]);
});

test('the number of timers stays the same with more requests and with far-off Subscriptions', async () => {
  const harness = await Harness.start();
  await harness.client.get('/subscriptions');
  expect(harness.clock.waiting).toBe(0);
  await subscribe(harness);
  harness.clock.advance(HOUR);
  for (let count = 0; count < 5; count += 1) await subscribe(harness, { start_subscription_at: '2030-01-01' });
  const before = harness.clock.waiting;
  for (let count = 0; count < 20; count += 1) {
    harness.clock.advance(1000);
    await harness.client.get('/subscriptions');
  }
  expect(harness.clock.waiting).toBe(before);
  const all = await harness.client.listed<{ id: string }>('/subscriptions', 'subscriptions');
  for (const { id } of all) await harness.client.send('DELETE', `/subscriptions/${id}`);
  harness.clock.advance(30 * DAY);
  expect(harness.clock.waiting).toBe(0);
  await harness.sandbox.close();
});

test('a sandbox that was off catches up at its start, once', async () => {
  const clock = new ManualClock();
  const first = await Harness.start({ dataDir }, clock);
  const made = await subscribe(first);
  await first.sandbox.close();
  clock.advance(100 * DAY);
  for (let round = 0; round < 3; round += 1) await (await Harness.start({ dataDir }, clock)).sandbox.close();
  const { charges, transfers } = onDisk(dataDir);
  expectPaired({ charges, transfers });
  expect(charges.map((one) => [one.subscription, one.cycle])).toEqual([1, 2, 3, 4].map((cycle) => [made.id, cycle]));
});

/** A clock that reports every read. Every point at which a crash matters is between two reads. */
class WatchedClock extends ManualClock {
  onRead: () => void = () => {};

  override now(): number {
    this.onRead();
    return super.now();
  }
}

test('a crash at any point of billing neither loses nor repeats a charge', async () => {
  const clock = new WatchedClock();
  const harness = await Harness.start({ dataDir }, clock);
  const two = [await subscribe(harness), await subscribe(harness, { billing_interval: 'WEEKLY' })];
  await harness.client.post(`/subscriptions/${two[0]?.id}/subscription_balance_entries`, { amount: 300 });
  const images: string[] = [];
  const states = new Set<string>();
  // The files on disk equal those of a killed process, because no other code runs during the copy.
  clock.onRead = () => {
    const content = readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name), 'latin1')]);
    const state = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    // The files do not change between two writes, so each state is tried once.
    if (states.has(state)) return;
    states.add(state);
    const image = mkdtempSync(join(tmpdir(), 'sandbox-image-'));
    cpSync(dataDir, image, { recursive: true });
    images.push(image);
  };
  clock.advance(15 * DAY);
  clock.onRead = () => {};
  await harness.sandbox.close();
  const whole = onDisk(dataDir);
  expect(whole.charges).toHaveLength(4);
  const seen = new Set<number>();
  for (const image of images) {
    const before = onDisk(image);
    expectPaired(before);
    seen.add(before.charges.length);
    const later = await Harness.start({ dataDir: image }, new ManualClock(clock.now()));
    for (const one of two) expect((await fetched(later, one)).state).toBe('ACTIVE');
    await later.sandbox.close();
    const after = onDisk(image);
    expectPaired(after);
    const shown = (list: readonly Charged[]) =>
      list.map((one) => [one.subscription, one.cycle, one.from, one.until, one.amount, one.credit].join(' ')).sort();
    expect(shown(after.charges)).toEqual(shown(whole.charges));
    rmSync(image, { recursive: true, force: true });
  }
  // The images are from before, between and after the charges.
  expect(seen).toContain(0);
  expect(seen.size).toBeGreaterThanOrEqual(4);
}, 180_000);

const monthsOf: Record<Exclude<BillingInterval, 'WEEKLY'>, number> = {
  MONTHLY: 1,
  BIMONTHLY: 2,
  QUARTERLY: 3,
  SEMIYEARLY: 6,
  YEARLY: 12,
  BIYEARLY: 24,
  TRIYEARLY: 36,
};

/** The start of a period, counted from the first period. The sandbox instead goes from each period to the next. */
function periodStart(start: number, interval: BillingInterval, index: number): number {
  if (interval === 'WEEKLY') return start + index * 7 * DAY;
  const date = new Date(start);
  const months = date.getUTCMonth() + index * monthsOf[interval];
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay)) + (start % DAY);
}

type Step =
  | { do: 'jump'; days: number }
  | { do: 'minute' }
  | { do: 'restart' }
  | { do: 'credit'; amount: number }
  | { do: 'back' };

/** Whole units, so that the remaining amount is never an amount that declines. */
const hundreds = fc.integer({ min: 1, max: 25 }).map((count) => count * 100);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('jump' as const), days: fc.integer({ min: 0, max: 200 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'minute' } as const) },
  { weight: 3, arbitrary: fc.constant({ do: 'restart' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('credit' as const), amount: hundreds }) },
  { weight: 1, arbitrary: fc.constant({ do: 'back' } as const) },
);

test('every cycle is charged exactly once under any sequence of clock jumps and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<BillingInterval>('WEEKLY', 'MONTHLY', 'MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'YEARLY'),
      fc.constantFrom('2027-01-31T23:59:00', '2028-02-29T00:00:00', '2026-11-20T09:00:00', '2027-08-30T12:30:00'),
      fc.option(fc.integer({ min: 1, max: 9 })),
      fc.array(step, { minLength: 3, maxLength: 12 }),
      async (billing_interval, day, total, steps) => {
        const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
        const start = at(day);
        const clock = new ManualClock(start);
        let harness = await Harness.start({ dataDir: folder }, clock);
        try {
          const more = total === null ? {} : { total_billing_intervals: total };
          const made = await subscribe(harness, { billing_interval, ...more });
          let credited = 0;
          let latest = start;
          for (const one of steps) {
            if (one.do === 'restart') {
              await harness.sandbox.close();
              harness = await Harness.start({ dataDir: folder }, clock);
            } else if (one.do === 'credit') {
              const path = `/subscriptions/${made.id}/subscription_balance_entries`;
              const { status } = await harness.client.send('POST', path, { body: { amount: one.amount } });
              if (status === 201) credited += one.amount;
              else expect(status).toBe(409);
            } else clock.advance(one.do === 'jump' ? one.days * DAY : one.do === 'minute' ? 61_000 : -3 * HOUR);
            latest = Math.max(latest, clock.now());
          }
          const { state, balance, billing_intervals_done } = await fetched(harness, made);
          await harness.sandbox.close();

          // Periods that have begun. None counts before the first charge, some minutes after the start.
          let count = 0;
          if (latest >= at(made.first_charge_at.slice(0, 19))) {
            while (periodStart(start, billing_interval, count) <= latest) count += 1;
          }
          const charged = Math.min(count, total ?? Infinity);
          const { charges, transfers } = onDisk(folder);
          expect(charges.map((one) => [one.cycle, one.from, one.until])).toEqual(
            Array.from({ length: charged }, (_, index) => [
              index + 1,
              periodStart(start, billing_interval, index),
              periodStart(start, billing_interval, index + 1),
            ]),
          );
          expect(billing_intervals_done).toBe(charged);
          expect(state).toBe(total !== null && count > total ? 'EXPIRED' : 'ACTIVE');
          expectPaired({ charges, transfers });
          // Every cent was either moved, or credited before.
          const sum = (list: readonly { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
          expect(sum(transfers) + credited - balance).toBe(charged * 1000);
        } finally {
          await harness.sandbox.close();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    ),
    RUNS,
  );
}, 600_000);

/** Test amounts that force an outcome on every processor; a prorated charge can equal an entry. */
const decided = new Map([
  [102, 'FAILED'],
  [103, 'CANCELED'],
  [193, 'FAILED'],
  [194, 'FAILED'],
]);

test('periods stay complete under any changes, jumps and restarts, and a failed charge is not repeated', async () => {
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ jump: fc.integer({ min: 1, max: 45 }) }) },
    { weight: 2, arbitrary: fc.record({ day: fc.integer({ min: 1, max: 31 }) }) },
    { weight: 2, arbitrary: fc.record({ amount: fc.constantFrom(102, 1000) }) },
    { weight: 1, arbitrary: fc.constant({ restart: true }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<BillingInterval>('MONTHLY', 'BIMONTHLY', 'QUARTERLY'),
      fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
      fc.array(change, { minLength: 4, maxLength: 14 }),
      async (billing_interval, day, changes) => {
        const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
        const start = at('2027-01-31T09:00:00');
        const clock = new ManualClock(start);
        let harness = await Harness.start({ dataDir: folder }, clock);
        try {
          const more = day === undefined ? {} : { billing_cycle_day: day };
          const made = await subscribe(harness, { billing_interval, ...more });
          for (const one of changes) {
            if ('jump' in one) clock.advance(one.jump * DAY);
            else if ('restart' in one) {
              await harness.sandbox.close();
              harness = await Harness.start({ dataDir: folder }, clock);
            } else {
              const body = 'day' in one ? { billing_cycle_day: one.day } : { amount: one.amount };
              await harness.client.put(`/subscriptions/${made.id}`, body);
            }
          }
          const { state, billing_intervals_done, next_billing_at } = await fetched(harness, made);
          await harness.sandbox.close();
          const { charges, transfers } = onDisk(folder);
          expectPaired({ charges, transfers });
          expect(charges.map((one) => one.cycle)).toEqual(charges.map((_, index) => index + 1));
          expect(billing_intervals_done).toBe(charges.length);
          expect([...charges.map((one) => one.from), Date.parse(next_billing_at ?? '')]).toEqual([
            start,
            ...charges.map((one) => one.until),
          ]);
          for (const { from, until, amount, is_prorated } of charges) {
            expect(until).toBeGreaterThan(from);
            if (is_prorated) expect(amount).toBeLessThanOrEqual(1000);
            else expect([102, 1000]).toContain(amount);
          }
          if (clock.now() > start) expect(Date.parse(next_billing_at ?? '')).toBeGreaterThan(clock.now());
          const last = transfers.at(-1);
          expect(state).toBe(last && last.state !== 'SUCCEEDED' ? 'PAST_DUE' : 'ACTIVE');
          for (const one of transfers) expect(one.state).toBe(decided.get(one.amount) ?? 'SUCCEEDED');
        } finally {
          await harness.sandbox.close();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    ),
    RUNS,
  );
}, 600_000);
