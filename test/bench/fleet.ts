/**
 * Measures a till in a large chain, with 1 to 10,000 Devices in its account: its requests to the platform at rest, and
 * the host's cost of one step of a sale. Requests are counted on a clock that the benchmark moves. The cost is this
 * process's processor time, measured alternately in one run, so that the ratio hardly depends on the machine.
 *
 *   node test/bench/fleet.ts
 */
import type { AttemptView, StreamItem } from '../../electron/contract/index.ts';
import { Hub } from '../../electron/host/api/index.ts';
import { pass, tillWith } from '../unit/host/devices/fleet-till.ts';
import { attemptView, terminalView } from '../unit/host/devices/support.ts';

const MAX_PER_MINUTE = 4;
const MAX_RATIO = 1.1;
const MINUTE_MS = 60_000;
const HOURS = 1;
const ROUNDS = 31;
const SALES_A_ROUND = 200;
/** Charge, prompt, card, authorization, answer, capture, end. */
const STEPS = 7;
const WINDOWS = 3;

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

async function requestsAMinute(count: number): Promise<{ atRest: number; first: number }> {
  const till = tillWith({ count });
  await pass(till.clock, MINUTE_MS);
  const first = till.fleet.requests.length;
  await pass(till.clock, HOURS * 60 * MINUTE_MS);
  const atRest = (till.fleet.requests.length - first) / (HOURS * 60);
  await till.close();
  return { atRest, first };
}

/** A host's hub with windows that receive everything, and its Devices. */
async function counterWith(count: number) {
  const till = tillWith({ count });
  await pass(till.clock, 1_000);
  await till.service.list();
  const hub = new Hub({ ...till.state(), attempts: [], terminals: till.cable.terminals }, 'bench');
  const end = new AbortController();
  let bytes = 0;
  const read = async (): Promise<void> => {
    const items: AsyncIterable<StreamItem> = hub.items({ epoch: 'bench', after: 0 }, end.signal);
    for await (const item of items) bytes += JSON.stringify(item).length;
  };
  for (let window = 0; window < WINDOWS; window += 1) void read();
  till.publishTo((change) => hub.publish({ type: 'devices', ...change }));
  let sale = 0;
  const step = async (index: number): Promise<void> => {
    const isOver = index === STEPS - 1;
    const terminal = terminalView({ id: 'S000000', serialNumber: 'S000000', state: isOver ? 'ready' : 'busy' });
    const attempt: AttemptView = attemptView({ id: `A-${sale % 40}`, state: isOver ? 'captured' : 'working' });
    till.cable.terminals = [terminal];
    till.payments.running = isOver ? null : { ...attempt, terminal: { ...attempt.terminal, id: 'S000000' } };
    hub.publish({ type: 'attempt', attempt });
    hub.publish({ type: 'terminal', terminal });
    till.service.cablesChanged();
    await Promise.resolve();
  };
  return {
    async sales(wanted: number): Promise<void> {
      for (let one = 0; one < wanted; one += 1) {
        sale += 1;
        for (let index = 0; index < STEPS; index += 1) await step(index);
        await new Promise((done) => setImmediate(done));
      }
    },
    sent: () => bytes,
    async close(): Promise<void> {
      end.abort();
      await till.close();
    },
  };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let isKept = true;
for (const count of [1, 300, 10_000]) {
  const { atRest, first } = await requestsAMinute(count);
  isKept &&= atRest <= MAX_PER_MINUTE;
  console.log(
    `${count.toLocaleString('en').padStart(6)} Devices   ${atRest.toFixed(2)} requests a minute at rest, ${first} in the first`,
  );
}
const counters = [await counterWith(3), await counterWith(10_000)] as const;
for (const counter of counters) await counter.sales(SALES_A_ROUND);
const [few, many]: [number[], number[]] = [[], []];
const before = counters.map(({ sent }) => sent());
for (let round = 0; round < ROUNDS; round += 1) {
  // The order alternates, so that neither is always first in a round.
  const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
  for (const which of order) {
    const from = cpuMs();
    await counters[which].sales(SALES_A_ROUND);
    (which === 0 ? few : many).push((cpuMs() - from) / (SALES_A_ROUND * STEPS));
  }
}
const ratio = median(few.map((ms, round) => (many[round] ?? 0) / ms));
isKept &&= ratio <= MAX_RATIO;
const told = (all: number[], which: 0 | 1): string => {
  const bytes = (counters[which].sent() - (before[which] ?? 0)) / (ROUNDS * SALES_A_ROUND * STEPS * WINDOWS);
  return `${(median(all) * 1_000).toFixed(0)} µs of processor, ${bytes.toFixed(0)} bytes to each window`;
};
console.log(`a step of a sale with      3 Devices   ${told(few, 0)}`);
console.log(`a step of a sale with 10,000 Devices   ${told(many, 1)}`);
console.log(`ratio ${ratio.toFixed(3)} (median of ${ROUNDS} rounds in turns)`);
console.log(
  `bound: at most ${MAX_PER_MINUTE} requests a minute, a step within ${MAX_RATIO} ×: ${isKept ? 'kept' : 'NOT KEPT'}`,
);
if (!isKept) process.exitCode = 1;
for (const counter of counters) await counter.close();
