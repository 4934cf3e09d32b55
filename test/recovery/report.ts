/**
 * The suite's report: a table of the places where hosts were killed, the findings, and the times until payments were
 * resolved.
 */
import { nameOf } from './cases.ts';
import type { CaseResult } from './runner.ts';
import { scenarioOf } from './scenarios.ts';
import { routes } from './steps.ts';
import { wrongs, type Finding, type Wrong } from './verdict.ts';

const places = [
  'before-record',
  'after-record',
  'before-journal',
  'after-journal',
  'after-publish',
  'before-effect',
  'in-flight',
] as const;

const outcomes = [
  'approved',
  'declined',
  'partial',
  'cancelled',
  'same card',
  'hold',
  'elsewhere',
  'refund',
  'reversal',
] as const;

const words: Readonly<Record<Wrong, string>> = {
  double: 'double captures',
  lost: 'lost payments',
  orphaned: 'orphaned holds after the reconciliation poll',
  stuck: 'stuck',
  words: 'wrong words on screen',
  sums: 'wrong reversal sums',
  unrecorded: 'money without a recovery record',
  foreign: 'records of other payments taken',
  currency: 'sums in another currency taken for ours',
  elsewhere: 'captures elsewhere told wrongly',
};

function placeOf(killAt: string): string {
  return killAt.split('/')[1]?.replace(/#\d+$/, '') ?? '';
}

/** Value below which the fraction `part` of all values lies; 0 if there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/**
 * Every line of the report.
 * @param audit findings of the final comparison of everything with everything
 */
export function reportLines(results: readonly CaseResult[], audit: readonly Finding[]): string[] {
  const killed = results.filter(({ wasKilled }) => wasKilled);
  const lines = ['', `${killed.length} hosts killed, by outcome, route and boundary`];
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(18) : String(cell).padStart(15))).join('');
  lines.push(row(['', ...places]));
  for (const outcome of outcomes) {
    for (const route of routes) {
      const own = killed.filter(({ case: one }) => one.route === route && scenarioOf(one.scenario).outcome === outcome);
      if (own.length === 0) continue;
      const counts = places.map((place) => own.filter(({ case: one }) => placeOf(one.killAt ?? '') === place).length);
      lines.push(row([`${outcome} ${route}`, ...counts.map((count) => (count === 0 ? '.' : count))]));
    }
  }
  const count = (title: string, keyOf: (result: CaseResult) => string | null): void => {
    const by = new Map<string, number>();
    for (const result of killed) {
      const key = keyOf(result);
      if (key !== null) by.set(key, (by.get(key) ?? 0) + 1);
    }
    lines.push(`${title}: ${[...by].map(([key, value]) => `${key} ${value}`).join(', ')}`);
  };
  count('faults of the platform', ({ case: one }) => one.fault);
  count('faults during recovery', ({ case: one }) => (one.recoveryFault === 'calm' ? null : one.recoveryFault));
  count('twists', ({ case: one }) => one.twist);
  count('ends', ({ state }) => state ?? 'never began');

  const failing = results.filter(({ findings }) => findings.length > 0);
  for (const { case: one, findings } of failing) {
    lines.push('', `WRONG  ${nameOf(one)}`);
    for (const { wrong, what } of findings) lines.push(`       ${words[wrong]}: ${what}`);
    lines.push(`       alone: node test/recovery/run.ts --only "${nameOf(one)}"`);
  }
  for (const { wrong, what } of audit) lines.push('', `WRONG  in the final audit: ${words[wrong]}: ${what}`);

  const all = [...results.flatMap(({ findings }) => findings), ...audit];
  lines.push(
    '',
    wrongs.map((wrong) => `${words[wrong]} ${all.filter((one) => one.wrong === wrong).length}`).join(' · '),
  );
  const times = killed.flatMap(({ resolvedMs }) => (resolvedMs === null ? [] : [resolvedMs]));
  const tillTimes = killed.flatMap(({ tillMs }) => (tillMs === null ? [] : [tillMs]));
  lines.push(
    `restart to resolved: p50 ${seconds(quantile(times, 0.5))}, max ${seconds(quantile(times, 1))} as measured; ` +
      `with look-up waits at full length at most p50 ${seconds(quantile(tillTimes, 0.5))}, max ${seconds(quantile(tillTimes, 1))}`,
  );
  return lines;
}
