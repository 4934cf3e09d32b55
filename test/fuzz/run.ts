/**
 * Runs the fuzz test of every framing:
 *
 *     node test/fuzz/run.ts --units 2000000 [--seed N] [--framing NAME] [--unit N] [--at-once N]
 *
 * `--units` is the number of mutated chunks per framing. The seed is printed; the same seed gives the same run. A unit
 * of work is one case: a fresh decoder and the mutated chunks of one to four frames. A failure prints seed, framing and
 * unit, and `--seed S --framing F --unit N` repeats exactly that case. Each framing runs in a worker, so that a hanging
 * decoder is stopped and reported too; as many workers run in parallel as there are processors. The last line counts
 * framings: `4 passed, 0 failed`. Exit code 1 on a failure.
 */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fuzz, type Failure, type Figures, type FuzzResult } from './fuzz.ts';
import { framings } from './framings.ts';

interface Task {
  framing: string;
  seed: number;
  units: number;
  onlyCase: number | null;
  /** Two numbers: the current case, and the number of started cases. */
  progress: SharedArrayBuffer;
}

/** Time after which a worker that starts no new case counts as hanging. */
const HANG_MS = 15_000;

if (isMainThread) process.exitCode = await main();
else work(workerData as Task);

function work(task: Task): void {
  const framing = framings.find(({ name }) => name === task.framing);
  if (!framing) throw new RangeError(`no framing ${task.framing}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const progress = new Int32Array(task.progress);
  const result = fuzz(framing, {
    seed: task.seed,
    units: task.units,
    ...(task.onlyCase === null ? {} : { onlyCase: task.onlyCase }),
    collect,
    onCase(number) {
      Atomics.store(progress, 0, number);
      Atomics.add(progress, 1, 1);
    },
  });
  parentPort?.postMessage(result, []);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      units: { type: 'string', default: '2000000' },
      seed: { type: 'string' },
      framing: { type: 'string' },
      unit: { type: 'string' },
      'at-once': { type: 'string', default: String(availableParallelism()) },
    },
  });
  const seed = values.seed === undefined ? randomInt(2 ** 32) : Number(values.seed);
  const units = Number(values.units);
  const atOnce = Number(values['at-once']);
  const onlyCase = values.unit === undefined ? null : Number(values.unit);
  const chosen = framings.filter(({ name }) => values.framing === undefined || name === values.framing);
  const areNumbers = [seed, units, onlyCase ?? 0, atOnce].every((value) => Number.isInteger(value) && value >= 0);
  if (!areNumbers || atOnce === 0 || chosen.length === 0) {
    console.error(
      `--units, --seed, --unit and --at-once are whole numbers; --framing is one of ${framings.map(({ name }) => name).join(', ')}`,
    );
    return 2;
  }
  console.log(`seed ${seed}, ${units} mutated chunks per framing, ${atOnce} framings at once`);
  const startedAt = performance.now();
  const queue = chosen.map(({ name }) => name);
  let failed = 0;
  const oneAfterAnother = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const result = await inWorker({ framing: name, seed, units, onlyCase, progress: new SharedArrayBuffer(8) });
      if (!result.ok) failed += 1;
      console.log(result.ok ? wordsOf(result.figures) : wordsOfFailure(result.failure));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
  console.log(`${failed === 0 ? 'sound' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function wordsOfFailure({ framing, seed, case: unit, chunk, what, input }: Failure): string {
  return [
    `${framing}: FAILED in unit ${unit} at chunk ${chunk}: ${what}`,
    ...input.map((bytes) => `  ${bytes}`),
    `  again: node test/fuzz/run.ts --seed ${seed} --framing ${framing} --unit ${unit}`,
  ].join('\n');
}

function inWorker(task: Task): Promise<FuzzResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  const progress = new Int32Array(task.progress);
  return new Promise((resolve) => {
    const failed = (what: string): void =>
      resolve({
        ok: false,
        failure: { framing: task.framing, seed: task.seed, case: Atomics.load(progress, 0), chunk: 0, what, input: [] },
      });
    let begun = -1;
    const watchdog = setInterval(() => {
      const now = Atomics.load(progress, 1);
      if (now === begun) {
        failed(`it hangs: nothing came of this case in ${HANG_MS / 1000} s`);
        void worker.terminate();
      }
      begun = now;
    }, HANG_MS);
    worker.once('message', (result: FuzzResult) => resolve(result));
    worker.once('error', (error) => failed(`the worker ended: ${String(error)}`));
    worker.once('exit', () => {
      clearInterval(watchdog);
      failed('the worker ended without a result');
    });
  });
}

function wordsOf(figures: Figures): string {
  const { framing, seed, chunks, bytes, cases, frames, seconds, discards } = figures;
  const perSecond = Math.round(chunks / seconds).toLocaleString('en');
  const names = Object.entries(discards)
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => `${name} ${times}`);
  return [
    `${framing}: seed ${seed}, ${chunks} chunks (${(bytes / 1e6).toFixed(1)} MB) in ${cases} units, ${seconds.toFixed(1)} s`,
    `  ${perSecond} chunks/s, ${(bytes / 1e6 / seconds).toFixed(2)} MB/s with everything that reads what comes out`,
    `  ${frames} frames; discards: ${names.join(', ')}`,
    `  held at most ${figures.maxHeldBytes} bytes; heap grew at most ${(figures.maxHeapGrowthBytes / 1e6).toFixed(2)} MB; slowest chunk ${figures.slowestChunkMs.toFixed(1)} ms`,
  ].join('\n');
}
