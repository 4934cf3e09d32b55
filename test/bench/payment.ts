/**
 * What Tillbridge adds to a card payment: `node test/bench/payment.ts [--sales N]`.
 *
 * The host as a shell starts it (one bundled file, journal on this computer's disk), a simulated terminal that computes
 * nothing, and a platform that answers each request a fixed time after it came in. Beside it, in turns in the same run, the
 * bare script (payment/bare.ts) on the same terminal and the same platform. Moments are read outside of both, where bytes
 * leave and arrive (payment/outside.ts), so neither judges itself.
 */
import { parseArgs } from 'node:util';
import { show } from '../../build/scripts/parts/lanes.mjs';
import { withPrograms } from '../../build/scripts/parts/build.mjs';
import { isOpenAttempt, newAttemptId } from '../../electron/contract/index.ts';
import { hasSocat } from '../link/cable.ts';
import { steps, stepsOf, type Moments, type Step } from './payment/moments.ts';
import { Bare, Stand, Till } from './payment/stand.ts';
import { nowMs } from './payment/words.ts';

const { values: flags } = parseArgs({
  options: { sales: { type: 'string', default: '60' }, delay: { type: 'string', default: '40' } },
});
const sales = Number(flags.sales);
const delayMs = Number(flags.delay);
/** Sales before the first that counts: caches fill, code is compiled. */
const WARM_UP = 8;
/** Added to what a bare script takes. */
const BOUNDS = { p50Ms: 5, p99Ms: 20 };

const quantile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.ceil(list.length * part) - 1)] ?? Number.NaN;

const random = (nth: number): Uint8Array => crypto.getRandomValues(new Uint8Array(8)).fill(nth % 256, 0, 1);
/** Never the same amount twice: the till would ask whether it is meant. */
let amountMinor = 1_000;

/** One sale, from the call to its end on screen. */
async function sellByTill({ connection }: Till, stand: Stand, nth: number): Promise<Moments> {
  const id = newAttemptId(Date.now(), random(nth));
  await stand.marks();
  const pressedMs = nowMs();
  await connection.client.payment.start({ id, amountMinor: (amountMinor += 1), currency: 'USD', isRepeatMeant: true });
  for (;;) {
    const view = await connection.client.payment.get({ attempt: id });
    if (!isOpenAttempt(view)) {
      if (view.state !== 'captured') throw new Error(`the sale ended as ${view.state}: ${view.failure?.message}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { pressedMs, marks: await stand.marks() };
}

async function sellBare(bare: Bare, stand: Stand, nth: number): Promise<Moments> {
  await stand.marks();
  const pressedMs = nowMs();
  await bare.sell(newAttemptId(Date.now(), random(nth)), (amountMinor += 1));
  return { pressedMs, marks: await stand.marks() };
}

type Figures = Record<Step, number[]>;
const noFigures = (): Figures => Object.fromEntries(steps.map(({ name }) => [name, []])) as unknown as Figures;
const keep = (figures: Figures, sale: Moments): number => {
  const { durations, between } = stepsOf(sale);
  for (const { name } of steps) figures[name].push(durations[name]);
  return between;
};

/** The terminal is one: till and script sell in turns of ten, the other one's process away from the cable. */
async function measure(kind: 'pty' | 'tcp'): Promise<{ till: Figures; bare: Figures; between: number }> {
  const [till, bare] = [noFigures(), noFigures()];
  let between = 0;
  const stand = await Stand.open('mms', kind, delayMs);
  try {
    for (let round = 0; round * 20 < sales; round += 1) {
      const script = await Bare.start(stand);
      for (let nth = 0; nth < 20 + WARM_UP; nth += 1) {
        const sale = await sellBare(script, stand, nth);
        if (nth >= WARM_UP) keep(bare, sale);
      }
      await script.close();
      const host = await Till.start(stand, 'cable');
      for (let nth = 0; nth < 20 + WARM_UP; nth += 1) {
        const sale = await sellByTill(host, stand, nth);
        if (nth >= WARM_UP) between += keep(till, sale);
      }
      await host.close();
    }
    return { till, bare, between };
  } finally {
    await stand.close();
  }
}

await withPrograms(show);
let isBroken = false;
const head = ['', 'till p50', 'p99', 'bare p50', 'p99', 'added p50', 'p99', 'ratio p50'];
for (const kind of hasSocat ? (['pty', 'tcp'] as const) : (['tcp'] as const)) {
  const { till, bare, between } = await measure(kind);
  const rows = steps.map(({ name, label }) => {
    const [a, b] = [till[name], bare[name]];
    const added = [quantile(a, 0.5) - quantile(b, 0.5), quantile(a, 0.99) - quantile(b, 0.99)] as const;
    if (added[0] > BOUNDS.p50Ms || added[1] > BOUNDS.p99Ms) isBroken = true;
    const figures = [quantile(a, 0.5), quantile(a, 0.99), quantile(b, 0.5), quantile(b, 0.99), ...added];
    return [label, ...figures.map((one) => one.toFixed(2)), (quantile(a, 0.5) / quantile(b, 0.5)).toFixed(2)];
  });
  console.log(`\nmms on ${kind}, ${till.cardToRequest.length} sales each, milliseconds`);
  for (const row of [head, ...rows]) {
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(46) : cell.padStart(10))).join(''));
  }
  console.log(`requests between the card's data and POST /authorizations, or between approval and capture: ${between}`);
  if (between > 0) isBroken = true;
}
console.log(`\nplatform answers after ${delayMs} ms; bounds: added p50 ≤ ${BOUNDS.p50Ms} ms, p99 ≤ ${BOUNDS.p99Ms} ms`);
process.exitCode = isBroken ? 1 : 0;
