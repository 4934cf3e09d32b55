/** A row of the transaction table, and the checks that apply to every row. */
import { expect } from 'vitest';
import { testDeck } from '../../native/simulator/index.ts';
import { codeOf } from '../unit/native/support.ts';
import { Harness, type Bank, type Kit, type Sale } from './harness.ts';
import { until } from '../waiting.ts';

export interface Case<B, S extends string> {
  readonly name: string;
  /** Variant of the kit's terminal; default: the kit's default terminal. */
  readonly variant?: string;
  /** Id of a card of the deck; default `approve`. */
  readonly card?: string;
  readonly faults?: () => readonly B[];
  readonly bank?: Bank;
  readonly cardTimeoutMs?: number;
  /** Pattern of the error with which start() rejects; no event is delivered then. */
  readonly refusedWith?: RegExp;
  /** Actions of customer and host once the terminal waits for a card. */
  play?(sale: Sale, harness: Harness<B, S>): Promise<void>;
  readonly ends?: string | RegExp;
  /** Events that the story must contain, in this order. */
  readonly tells?: readonly string[];
  /** Result of respond(). */
  readonly answered?: RegExp;
  /** True if the cable is out afterwards. */
  readonly loses?: boolean;
  /** A technician's actions before the next sale. */
  mend?(harness: Harness<B, S>): void | Promise<void>;
  readonly withinMs?: number;
}

/** Plays a row and runs the checks for every row. The harness is ready for the next row afterwards. */
async function runCase<B, S extends string>(harness: Harness<B, S>, one: Case<B, S>): Promise<void> {
  try {
    await harness.run(() => play(harness, one));
  } catch (error) {
    await harness.startOver();
    throw error;
  }
}

async function play<B, S extends string>(harness: Harness<B, S>, one: Case<B, S>): Promise<void> {
  await harness.use(one.variant ?? '');
  harness.simulated.choose(one.card ?? 'approve');
  const { terminal } = harness;
  const takeOff = (one.faults?.() ?? []).map((fault) => harness.simulated.addBehaviour(fault));
  try {
    if (one.refusedWith) {
      expect(await codeOf(harness.sale())).toMatch(one.refusedWith);
    } else {
      const { bank, cardTimeoutMs } = one;
      const sale = await harness.sale({ ...(bank ? { bank } : {}), ...(cardTimeoutMs ? { cardTimeoutMs } : {}) });
      await one.play?.(sale, harness);
      await sale.ended(one.withinMs ?? 10_000);
      checkStory(sale, one);
    }
  } finally {
    for (const off of takeOff) off();
  }
  if (one.loses) await checkLost(harness);
  await one.mend?.(harness);
  harness.tidy();
  await checkUsable(harness);
  // The row's own sale has sent all its events by now, so the next sale receives none of them.
  if (!one.loses) expect(harness.terminal).toBe(terminal);
  await checkIdle(harness);
}

function checkStory(sale: Sale, one: Pick<Case<never, string>, 'ends' | 'tells' | 'answered'>): void {
  const { story, events } = sale;
  expect(story.filter((word) => word.startsWith('finished'))).toHaveLength(1);
  expect(story.at(-1)).toMatch(one.ends ?? '');
  if (one.ends !== undefined && typeof one.ends === 'string') expect(story.at(-1)).toBe(one.ends);
  let from = 0;
  for (const word of one.tells ?? []) {
    const at = story.indexOf(word, from);
    expect(at, `${word} in ${JSON.stringify(story)}`).toBeGreaterThanOrEqual(0);
    from = at + 1;
  }
  if (one.answered) expect(sale.answered).toMatch(one.answered);
  expect(new Set(events.map(({ attempt }) => attempt)).size).toBe(1);
  const output = JSON.stringify(events);
  for (const { pan } of testDeck) expect(output).not.toContain(pan);
}

/** Checks that the driver notices the loss itself and recovers with the cable. */
async function checkLost<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  const reason = await harness.terminal.closed;
  expect(reason?.code).toBe('LINK_LOST');
  expect(await codeOf(harness.terminal.ping())).toBe('LINK_LOST');
  await harness.terminal.close();
  await harness.replug();
}

/** Checks that a sale by tap, or by chip on a model without contactless, is approved. */
async function checkUsable<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  harness.simulated.choose('approve');
  const sale = await harness.sale();
  const isTap = harness.terminal.capabilities.readers.includes('contactless');
  await harness.hand(isTap ? 'tap' : 'insert');
  if (!isTap) await harness.serve(sale);
  await sale.ended(10_000);
  checkStory(sale, { ends: 'finished approved', tells: [isTap ? 'online contactless' : 'online chip'] });
  await harness.terminal.ping();
}

/** Checks that no timer of the driver is left. */
async function checkIdle<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  await until(() => harness.pendingTimers === 0, 'the last timer');
}

/** Closes a harness's terminal and opens its port again, to check that the port is free. */
async function checkCloses<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  await harness.terminal.close();
  expect(await harness.terminal.closed).toBeNull();
  await checkIdle(harness);
  await harness.connect();
  await checkUsable(harness);
}

/**
 * Plays rows on `harnesses` cables in parallel; each harness takes the next row when it is done. Each row resolves with
 * undefined if it passed, otherwise with the error.
 */
export function playRows<B, S extends string>(
  kit: Kit<B, S>,
  rows: readonly Case<B, S>[],
  harnesses: number,
): Map<string, Promise<unknown>> {
  const settlers = rows.map((one) => ({ one, ...Promise.withResolvers<unknown>() }));
  const waiting = [...settlers];
  const work = async () => {
    const harness = new Harness(kit);
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const { one, resolve } = row;
      const isLast = waiting.length === 0;
      await runCase(harness, one)
        .then(() => (isLast ? harness.run(() => checkCloses(harness)) : undefined))
        .then(() => resolve(undefined), resolve);
    }
    await harness.close();
  };
  for (let count = 0; count < harnesses; count++) void work();
  return new Map(settlers.map(({ one, promise }) => [one.name, promise]));
}
