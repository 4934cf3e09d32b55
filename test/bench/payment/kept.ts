/** Writes the figures of a run as JSON, and finds figures that became worse than the stored figures. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { keptOf, type KeptRow, type Row } from './figures.ts';

const root = resolve(import.meta.dirname, '../../..');
/** File in the repository with the figures to compare with. */
export const keptFile = join(import.meta.dirname, 'kept.json');
export const lastFile = join(root, 'test/results/bench-payment.json');
/** Ratio above which a difference is not noise. */
const WORSE = 1.5;

export interface Kept {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly machine: string;
  readonly rows: Readonly<Record<string, KeptRow>>;
}

export const machine = (): string =>
  `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? process.arch}, ${process.platform}, Node ${process.versions.node}`;

export function keptFrom(rows: readonly Row[]): Kept {
  const kept = Object.fromEntries(rows.map((row) => [row.key, keptOf(row)]));
  return { at: new Date().toISOString(), machine: machine(), rows: kept };
}

export function write(file: string, kept: Kept): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

export function readKept(file = keptFile): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}

/**
 * Messages for each row whose ratio to the compared run of the same measurement is 1.5 times the kept ratio. Only
 * ratios are compared, because milliseconds of two machines are not comparable.
 */
export function worse(now: Kept, kept: Kept): string[] {
  return Object.entries(now.rows).flatMap(([key, { ratio }]) => {
    const before = kept.rows[key]?.ratio;
    if (ratio === null || before === null || before === undefined || !(ratio > WORSE * before)) return [];
    const day = kept.at.slice(0, 10);
    return [
      `${key} takes ${ratio.toFixed(2)} times what stands beside it (the bare script, or a till at rest); it was ${before.toFixed(2)} on ${day}: ${(ratio / before).toFixed(1)} times worse.`,
    ];
  });
}
