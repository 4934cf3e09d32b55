/**
 * Detects a test file that became ten times slower, on any computer: each file's time is compared with its recorded
 * time (test/durations.json), and the median of these ratios measures the speed of this computer. A time-out alone
 * detects only slowdowns of minutes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { readReport } from './results.mjs';

const file = join(root, 'test/durations.json');
/** Ratio, relative to the other files of the same run, at which a slowdown is reported. */
const FACTOR = 10;
/** Below this, waiting for a processor dominates. */
const MIN_SECONDS = 20;
/** Fewer files are no measure of the computer's speed. */
const FEWEST = 20;
/** Faster files are not recorded: ten times their duration is still short. */
const RECORDED_FROM_SECONDS = 1;

/**
 * Seconds that each test file took on an idle computer.
 * @returns {Readonly<Record<string, number>>}
 */
export const recordedSeconds = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/**
 * Sentences about files that became ten times slower than the run as a whole.
 * @param {ReadonlyMap<string, number>} measured seconds by file
 * @param {Readonly<Record<string, number>>} recorded seconds by file
 */
export function slowdowns(measured, recorded) {
  const ratios = Object.entries(recorded).flatMap(([path, before]) => {
    const now = measured.get(path);
    return now === undefined ? [] : [{ path, now, before, ratio: now / before }];
  });
  if (ratios.length < FEWEST) return [];
  const scale = ratios.map(({ ratio }) => ratio).toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1;
  return ratios
    .filter(({ now, ratio }) => now > MIN_SECONDS && ratio > FACTOR * scale)
    .map(
      ({ path, now, before, ratio }) =>
        `${path} took ${now.toFixed(0)} s, ${(ratio / scale).toFixed(0)} times its ${before} s of test/durations.json beside the other files`,
    );
}

/**
 * Slowdowns in a report. Empty if the report cannot be read: results.mjs counts that as a failure.
 * @param {string} xml
 */
export const slowdownsIn = (xml) => slowdowns(readReport(xml)?.seconds ?? new Map(), recordedSeconds());

/**
 * Records the durations of a report's files; deleted files are dropped.
 * @param {string} xml
 */
export function record(xml) {
  const all = { ...recordedSeconds(), ...Object.fromEntries(readReport(xml)?.seconds ?? []) };
  const kept = Object.entries(all)
    .filter(([path, seconds]) => seconds >= RECORDED_FROM_SECONDS && existsSync(join(root, path)))
    .map(([path, seconds]) => [path, Math.round(seconds * 10) / 10])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
