/** One day of a shop, from its seed. */
import type { Breach } from './record.ts';
import { lanes, Shop, type DayOptions } from './shop.ts';
import { workLinks } from './link-people.ts';
import { workLane } from './people.ts';

export interface DayReport {
  seed: string;
  profile: string;
  /** SHA-256 of everything that happened, in order. */
  hash: string;
  payments: number;
  refusedStarts: number;
  requests: number;
  lines: number;
  faults: Readonly<Record<string, number>>;
  /** Attempts by their final state. */
  ends: Readonly<Record<string, number>>;
  breaches: readonly Breach[];
}

/** Range of customers on one day, over all lanes; busy days are rarer than slow days. */
const MIN_CUSTOMERS = 100;
const MAX_CUSTOMERS = 300;

export async function runDay(options: DayOptions): Promise<DayReport> {
  const shop = await Shop.open(options);
  try {
    const tally = { started: 0, refusedStarts: 0 };
    const customers =
      options.customers ??
      MIN_CUSTOMERS + Math.round((MAX_CUSTOMERS - MIN_CUSTOMERS) * shop.random.fork('customers').next() ** 2);
    const work = lanes.map(async (lane) => workLane(shop, lane, Math.ceil(customers / lanes.length), tally));
    work.push(workLinks(shop, Math.ceil(customers / 10), tally));
    // The day ends on time, even if a customer still waits.
    await shop.scheduler.runUntil(shop.closesAt);
    await shop.endOfDay();
    await Promise.all(work);
    const ends: Record<string, number> = {};
    for (const { state } of shop.checks.screen.values()) ends[state] = (ends[state] ?? 0) + 1;
    const { log, network, profile } = shop;
    return {
      seed: options.seed,
      profile: profile.name,
      hash: log.digest(),
      payments: tally.started,
      refusedStarts: tally.refusedStarts,
      requests: network.requests,
      lines: log.lines,
      faults: Object.fromEntries([...log.faults].sort(([a], [b]) => (a < b ? -1 : 1))),
      ends,
      breaches: log.breaches,
    };
  } finally {
    await shop.close();
  }
}
