/** Collects durations of the steps of many sales, and formats them as tables. */
import type { Moments, Step } from './moments.ts';
import { steps, stepsOf } from './moments.ts';

/** The smallest value that `part` of the list does not exceed (nearest rank); NaN for an empty list. */
const quantile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.ceil(list.length * part) - 1)] ?? Number.NaN;

/** Durations of each step, milliseconds, over all counted sales. */
export type Figures = Partial<Record<Step, number[]>>;

/**
 * Adds a sale's durations.
 * @returns the number of requests that delayed it
 */
export function keep(figures: Figures, sale: Moments): number {
  const { durations, between } = stepsOf(sale);
  for (const { name } of steps) {
    const duration = durations[name];
    if (duration !== undefined) (figures[name] ??= []).push(duration);
  }
  return between;
}

/**
 * `p50` and `p99` are limits for the time added to the compared run, and `within` is a limit for the p99, milliseconds.
 * `times` limits the ratio of the p99, `ratio` that of the p50, to the compared run.
 */
interface Goal {
  readonly p50?: number;
  readonly p99?: number;
  readonly within?: number;
  readonly times?: number;
  readonly ratio?: number;
}

/** One line of a table: the till's durations, and those of the compared run (the bare script, or a till at rest). */
export interface Row {
  /** Key in the kept JSON, which must never change. */
  readonly key: string;
  readonly label: string;
  /** Milliseconds. */
  readonly till: readonly number[];
  readonly bare?: readonly number[];
  readonly goal?: Goal;
}

export interface KeptRow {
  readonly p50: number;
  readonly p99: number;
  /** The till's p50 divided by the script's, or null when there is no compared run. */
  readonly ratio: number | null;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function keptOf({ till, bare }: Row): KeptRow {
  const ratio = bare ? rounded(quantile(till, 0.5) / quantile(bare, 0.5)) : null;
  return { p50: rounded(quantile(till, 0.5)), p99: rounded(quantile(till, 0.99)), ratio };
}

/** The rows of one table, in the order of the steps. */
export function rowsOf(kind: string, till: Figures, bare?: Figures, own?: Goal): Row[] {
  return steps.flatMap(({ name, label }) => {
    const took = till[name];
    if (!took) return [];
    const goal = own ?? (name === 'pressToCapture' ? { ratio: 1.3 } : { p50: 5, p99: 20 });
    const script = bare?.[name];
    return [{ key: `${kind}/${name}`, label, till: took, ...(script ? { bare: script, goal } : {}) }];
  });
}

/** A message about the limits that the row does not meet, or null. */
export function missed({ label, till, bare, goal }: Row): string | null {
  if (!goal) return null;
  const added = (part: number): number => quantile(till, part) - (bare ? quantile(bare, part) : 0);
  const over = (
    [
      ['p50', goal.p50, added(0.5)],
      ['p99', goal.p99, added(0.99)],
      ['p50', goal.ratio && bare && goal.ratio * quantile(bare, 0.5), quantile(till, 0.5)],
      ['p99', goal.within, quantile(till, 0.99)],
      ['p99', goal.times && bare && goal.times * quantile(bare, 0.99), quantile(till, 0.99)],
    ] as const
  ).filter(([, bound, value]) => bound !== undefined && !(value <= bound));
  if (over.length === 0) return null;
  return `${label}: ${over.map(([what, bound, value]) => `${what} ${value.toFixed(1)} ms, aimed for ${bound?.toFixed(0)} ms`).join('; ')}`;
}

/**
 * A readable table.
 * @param beside name of the compared run, for the second pair of columns
 */
export function tableOf(title: string, rows: readonly Row[], beside = 'bare'): string {
  const head = ['', 'till p50', 'p99', `${beside} p50`, 'p99', 'added p50', 'p99', 'ratio'];
  const lines = rows.map(({ label, till, bare }) => {
    const own = [quantile(till, 0.5), quantile(till, 0.99)];
    if (!bare) return [label, ...own.map((one) => one.toFixed(2))];
    const other = [quantile(bare, 0.5), quantile(bare, 0.99)];
    const added = own.map((one, at) => one - (other[at] ?? Number.NaN));
    const figures = [...own, ...other, ...added].map((one) => one.toFixed(2));
    return [label, ...figures, ((own[0] ?? Number.NaN) / (other[0] ?? Number.NaN)).toFixed(2)];
  });
  const width = Math.max(...lines.map(([label = '']) => label.length), 20);
  const columns = rows.some(({ bare }) => bare) ? head : head.slice(0, 3);
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(width) : cell.padStart(10))).join('');
  return [`\n${title}, milliseconds`, ...[columns, ...lines].map(line)].join('\n');
}
