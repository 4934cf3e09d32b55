/**
 * Measures the cost of unplugging and replugging a terminal: `node test/bench/link.ts [--rounds N]`.
 *
 * The real manager, drivers and links run against the real simulator in a separate process, for every family, on a
 * serial line (two pseudo-terminals, closed like a pulled cable) and on TCP (the other side closes and stops
 * listening). USB HID needs hardware, or the hardware lab. One till has all terminals, so processor figures are for all
 * of them together.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { familySchema } from '../../electron/contract/index.ts';
import { discoverTerminals, payingFamilies } from '../../native/index.ts';
import {
  CableTestBench,
  hasSocat,
  layCableTo,
  processorUse,
  type Cable,
} from '../unit/host/terminals/cable-test-bench.ts';

const LOST_WITHIN_MS = 250;
const PROCESSOR_PERCENT = 5;
const WINDOW_MS = 5_000;
const SEARCH_WITHIN_MS = 15_000;

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(flags.rounds);

const lines = familySchema.options.flatMap((family) =>
  (hasSocat ? (['serial', 'tcp'] as const) : (['tcp'] as const)).map((kind) => ({ family, kind })),
);
if (!hasSocat) console.log('serial lines are left out: socat is not installed');

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const inWords = (list: readonly number[]): string[] => [median(list).toFixed(1), Math.max(...list).toFixed(1)];

const cables: Cable[] = [];
let till: CableTestBench | undefined;
let isBroken = false;
try {
  for (const { family, kind } of lines) cables.push(await layCableTo(family, kind));
  const testBench = new CableTestBench(cables.map(({ address }) => address));
  till = testBench;
  await Promise.all(cables.map(({ address }) => testBench.becomes(address, 'ready')));

  const rows: string[][] = [['unplugged', 'lost p50 ms', 'max', 'ready again p50 ms', 'max']];
  for (const [index, { family, kind }] of lines.entries()) {
    const cable = cables[index];
    if (!cable) continue;
    const id = cable.address;
    const takesPayments = payingFamilies.some((one) => one === family);
    for (const moment of takesPayments ? (['idle', 'in a payment'] as const) : (['idle'] as const)) {
      const [lost, ready]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const sale = moment === 'idle' ? undefined : await testBench.sale(id);
        lost.push(await testBench.unplug(id, cable));
        const result = sale && (await sale.ended).result.kind;
        if (result !== undefined && result !== 'lost') throw new Error(`the payment ended as ${result}`);
        ready.push(await testBench.replug(id, cable));
      }
      if (median(lost) > LOST_WITHIN_MS) isBroken = true;
      rows.push([`${family} on ${kind}, ${moment}`, ...inWords(lost), ...inWords(ready)]);
    }
  }
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    );
  }
  console.log(`${rounds} rounds each. Bound: lost within ${LOST_WITHIN_MS} ms (median).`);
  console.log('Ready again includes the wait for the next try, which grows from 0.2 s to 3 s, and identification.');

  const connected = await processorUse(WINDOW_MS);
  const search = await searchMs(lines.map(({ family, kind }) => [family, kind]));
  if (search > SEARCH_WITHIN_MS) isBroken = true;
  console.log(
    `search for ${lines.length} terminals and a stranger: ${(search / 1_000).toFixed(1)} s. Bound: ${SEARCH_WITHIN_MS / 1_000} s.`,
  );
  const pulledAt = performance.now();
  await Promise.all(cables.map((cable) => testBench.unplug(cable.address, cable)));
  const lost = await processorUse(WINDOW_MS);
  const beyond = [connected, lost].some((percent) => percent >= PROCESSOR_PERCENT);
  if (beyond) isBroken = true;
  console.log(
    `processor, ${cables.length} terminals: ${connected.toFixed(2)} % connected and idle, ${lost.toFixed(2)} % over the ` +
      `${((performance.now() - pulledAt) / 1000).toFixed(1)} s after all were unplugged. Bound: below ${PROCESSOR_PERCENT} %.`,
  );
  if (isBroken) console.log('a bound was not kept');
} finally {
  await till?.close();
  await Promise.all(cables.map((cable) => cable.close()));
}
process.exitCode = isBroken ? 1 : 0;

/** Duration, milliseconds, of a search for unopened terminals, while another device on the network never answers. */
async function searchMs(kinds: readonly Parameters<typeof layCableTo>[]): Promise<number> {
  const free = await Promise.all(kinds.map((kind) => layCableTo(...kind)));
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  const began = performance.now();
  const also = [...free.map(({ address }) => address), `tcp:127.0.0.1:${port}`];
  const found = await discoverTerminals({ list: async () => [], also });
  const tookMs = performance.now() - began;
  await Promise.all(free.map((cable) => cable.close()));
  stranger.close();
  const terminals = found.filter(({ verdict }) => verdict === 'terminal').length;
  if (terminals !== kinds.length) throw new Error(`${terminals} of ${kinds.length} terminals were found`);
  return tookMs;
}
