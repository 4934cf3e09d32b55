/**
 * Notices a test file that became ten times slower, on any computer: each file is compared with what it took before (test/durations.json),
 * and the median of these ratios is how fast this computer is now. A time-out alone notices nothing below minutes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { readReport } from './results.mjs';

const file = join(root, 'test/durations.json');
/** A slowdown is reported from this factor on, beside the other files of the same run. */
const FACTOR = 10;
/** Below this a wait for a processor decides. */
const LEAST_SECONDS = 20;
/** Fewer files say nothing of the computer. */
const FEWEST = 20;
/** Files that take less are not recorded: ten times of it is still short. */
const RECORDED_FROM_SECONDS = 1;

/**
 * Seconds that each test file took on a quiet computer.
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
    .filter(({ now, ratio }) => now > LEAST_SECONDS && ratio > FACTOR * scale)
    .map(
      ({ path, now, before, ratio }) =>
        `${path} took ${now.toFixed(0)} s, ${(ratio / scale).toFixed(0)} times its ${before} s of test/durations.json beside the other files`,
    );
}

/**
 * The same for a report. Empty where it cannot be read: results.mjs counts that as a failure.
 * @param {string} xml
 */
export const slowdownsIn = (xml) => slowdowns(readReport(xml)?.seconds ?? new Map(), recordedSeconds());

/**
 * Records what the files of a report took; files that are gone are dropped.
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
