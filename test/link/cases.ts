/** A row of the transaction table, and what holds for every one of them. */
import { expect } from 'vitest';
import { testDeck } from '../../native/simulator/index.ts';
import { codeOf } from '../unit/native/support.ts';
import { Harness, type Bank, type Kit, type Sale } from './harness.ts';
import { until } from '../waiting.ts';

export interface Case<B, S extends string> {
  readonly name: string;
  /** Which terminal of the kit; its default when absent. */
  readonly variant?: string;
  /** Id of a card of the deck; `approve` when absent. */
  readonly card?: string;
  readonly faults?: () => readonly B[];
  readonly bank?: Bank;
  readonly cardTimeoutMs?: number;
  /** start() rejects with this, and no event is delivered. */
  readonly refusedWith?: RegExp;
  /** What customer and host do once the terminal waits for a card. */
  play?(sale: Sale, harness: Harness<B, S>): Promise<void>;
  /** The last event. */
  readonly ends?: string | RegExp;
  /** Events that must be among the story, in this order. */
  readonly tells?: readonly string[];
  /** What respond() came to. */
  readonly answered?: RegExp;
  /** The cable is out afterwards. */
  readonly loses?: boolean;
  /** What a technician does before the next sale. */
  mend?(harness: Harness<B, S>): void | Promise<void>;
  /** How long the end may take. */
  readonly withinMs?: number;
}

/** Plays one row and checks what holds for every row; the harness is ready for the next one afterwards. */
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
  // What was said of the row's own sale was said before: nothing of it reaches the next one.
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

/** The driver has noticed by itself, and comes back with the cable. */
async function checkLost<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  const reason = await harness.terminal.closed;
  expect(reason?.code).toBe('LINK_LOST');
  expect(await codeOf(harness.terminal.ping())).toBe('LINK_LOST');
  await harness.terminal.close();
  await harness.replug();
}

/** A sale by tap, or by chip where the model takes no other; approved. */
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

/** The driver waits for nothing any more. */
async function checkIdle<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  await until(() => harness.pendingTimers === 0, 'the last timer');
}

/** Closes the terminal of a harness and opens its port once more: nothing holds it. */
async function checkCloses<B, S extends string>(harness: Harness<B, S>): Promise<void> {
  await harness.terminal.close();
  expect(await harness.terminal.closed).toBeNull();
  await checkIdle(harness);
  await harness.connect();
  await checkUsable(harness);
}

/**
 * Plays rows on `harnesses` cables at once, each harness taking the next row when it is done with one. Resolves each row with undefined
 * if it passed, else with the error.
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
