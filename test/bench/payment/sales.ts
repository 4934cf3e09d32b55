/** Runs sales and cancels, by the till and by the bare script, on one `TestBench`. */
import { newAttemptId } from '../../../electron/domain/index.ts';
import { isOpenAttempt, type AttemptView } from '../../../electron/contract/index.ts';
import { keep, type Figures } from './figures.ts';
import type { Moments } from './moments.ts';
import { Bare, TestBench, Till, type TestBenchOptions, type TillOptions } from './test-bench.ts';
import { nowMs } from './words.ts';

/** Sales before counting starts, so that caches are filled and code is compiled. */
const WARM_UP = 8;
/** Cloud route: the platform's reply waits for the card, and the customer taps at once. */
const QUICK_CUSTOMER = { type: 'cloud-route', answers: 'held', decidesAfterMs: 1 };
const HANGS_AFTER_MS = 60_000;

const random = (nth: number): Uint8Array => crypto.getRandomValues(new Uint8Array(8)).fill(nth % 256, 0, 1);
/** Amounts never repeat, because the till would ask the cashier to confirm a duplicate. */
let amountMinor = 1_000;
const nextAmount = (): number => (amountMinor = amountMinor < 900_000 ? amountMinor + 1 : 1_000);
export const nextId = (nth: number): string => newAttemptId(Date.now(), random(nth));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Polls until the answer is defined.
 * @throws Error after a minute
 */
async function awaited<T>(ask: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  const end = performance.now() + HANGS_AFTER_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`in vain: ${what}`);
    await pause(15);
  }
}

/**
 * Starts a charge, and resolves when the payment is captured.
 * @throws Error when the payment ends in any other way
 */
export async function charge({ connection }: Till, id: string, terminal?: string): Promise<void> {
  await connection.client.payment.start({
    id,
    amountMinor: nextAmount(),
    currency: 'USD',
    isRepeatMeant: true,
    ...(terminal === undefined ? {} : { terminal }),
  });
  const view = await awaited<AttemptView>(async () => {
    const now = await connection.client.payment.get({ attempt: id });
    return isOpenAttempt(now) ? undefined : now;
  }, 'the end of a sale');
  if (view.state !== 'captured') throw new Error(`the sale ended as ${view.state}: ${view.failure?.message}`);
}

/** Runs one sale, from the call until its end. */
export async function sellByTill(till: Till, testBench: TestBench, nth: number): Promise<Moments> {
  await testBench.marks();
  const pressedMs = nowMs();
  await charge(till, nextId(nth));
  return { pressedMs, marks: await testBench.marks() };
}

async function sellBare(bare: Bare, testBench: TestBench, nth: number, http: string): Promise<Moments> {
  await testBench.marks();
  const pressedMs = nowMs();
  await bare.sell(nextId(nth), nextAmount());
  const marks = await testBench.marks();
  const other = marks.find((mark) => mark.http !== '' && mark.http !== http);
  if (other) throw new Error(`the script asked by HTTP/${other.http}: ${other.text}`);
  return { pressedMs, marks };
}

export interface Measured {
  readonly till: Figures;
  readonly bare: Figures;
  /** Number of requests, over all sales, that delayed the card data or the capture. */
  readonly between: number;
}

/**
 * There is only one terminal, so till and script sell in alternating groups of up to twenty, while the other's process
 * is disconnected from it.
 */
export async function besideBare(
  options: TestBenchOptions & TillOptions & { readonly restMs?: number },
  sales: number,
  warmUp = WARM_UP,
): Promise<Measured> {
  const rest = (nth: number): Promise<void> => pause(nth < warmUp ? 0 : (options.restMs ?? 0));
  const [till, bare]: [Figures, Figures] = [{}, {}];
  const { scriptHttp = '1.1' } = options;
  let between = 0;
  const testBench = await TestBench.open(options);
  if (options.route === 'cloud') await testBench.ask('POST', '/sandbox/control', QUICK_CUSTOMER);
  try {
    for (let left = sales; left > 0; left -= 20) {
      const count = Math.min(left, 20) + warmUp;
      const script = await Bare.start(testBench, options.route, scriptHttp);
      for (let nth = 0; nth < count; nth += 1) {
        await rest(nth);
        const sale = await sellBare(script, testBench, nth, scriptHttp);
        if (nth >= warmUp) keep(bare, sale);
      }
      await script.close();
      const host = await Till.start(testBench, options);
      for (let nth = 0; nth < count; nth += 1) {
        await rest(nth);
        const sale = await sellByTill(host, testBench, nth);
        if (nth >= warmUp) between += keep(till, sale);
      }
      await host.close();
    }
    return { till, bare, between };
  } finally {
    await testBench.close();
  }
}

/** Times from the cashier's cancel to its first byte at the terminal, which is waiting for a card; milliseconds. */
export async function cancels(options: TestBenchOptions, count: number): Promise<number[]> {
  const testBench = await TestBench.open({ ...options, hasCustomer: false });
  const till = await Till.start(testBench, { route: 'cable' });
  const { client } = till.connection;
  const took: number[] = [];
  try {
    for (let nth = 0; nth < count + WARM_UP; nth += 1) {
      const id = nextId(nth);
      await client.payment.start({ id, amountMinor: nextAmount(), currency: 'USD', isRepeatMeant: true });
      const at = async (): Promise<AttemptView> => client.payment.get({ attempt: id });
      await awaited(async () => ((await at()).prompt === 'present-card' ? true : undefined), 'the terminal to ask');
      await testBench.marks();
      const pressedMs = nowMs();
      await client.payment.cancel({ attempt: id });
      await awaited(async () => (isOpenAttempt(await at()) ? undefined : true), 'the end of a cancelled sale');
      const heard = (await testBench.marks()).find(({ what, atMs }) => what === 'terminal-hears' && atMs > pressedMs);
      if (!heard) throw new Error('the terminal heard no cancel');
      if (nth >= WARM_UP) took.push(heard.atMs - pressedMs);
    }
    return took;
  } finally {
    await till.close();
    await testBench.close();
  }
}
