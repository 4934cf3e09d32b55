/**
 * Checks that the log's search for card numbers is linear: ten times the text takes ten times the processor time, even
 * if the text contains only digits, where a number can start at every character.
 *
 *   node test/bench/card-numbers.ts
 */
import { findCardNumbers } from '../../electron/domain/index.ts';

const SHORT = 10_000;
const LONG = 10 * SHORT;
/** A linear search takes 10 times as long; a search that restarts at each character takes 100 times. */
const MAX_TIMES = 20;
const ROUNDS = 5;

/** Minimum processor time of this thread over some rounds, milliseconds. */
function costOf(text: string): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const began = process.threadCpuUsage();
    for (let repeat = 0; repeat < LONG / SHORT; repeat += 1) findCardNumbers(text, { hex: 'any' });
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  });
  return Math.min(...rounds);
}

let isBroken = false;
for (const unit of ['1', '4 ', '4111-', '3', 'A1']) {
  const [short, long] = [SHORT, LONG].map((length) => costOf(unit.repeat(length / unit.length)));
  const times = (long ?? NaN) / (short ?? NaN);
  if (!(times <= MAX_TIMES)) isBroken = true;
  console.log(
    `"${unit}" again and again: ${((short ?? 0) / 10).toFixed(1)} ms for ${SHORT / 1_000} KB, ten times as much ${times.toFixed(1)} ×`,
  );
}
console.log(`bound: at most ${MAX_TIMES} ×: ${isBroken ? 'NOT KEPT' : 'kept'}`);
process.exitCode = isBroken ? 1 : 0;
