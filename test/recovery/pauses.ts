/**
 * The long pauses: at every boundary of a sale the host is stopped (SIGSTOP) for up to ten minutes, while terminal,
 * customer and platform continue. A stopped host needs no processor, so as many are stopped at once as there is memory.
 */
import type { Case } from './cases.ts';
import { calm, isEarly, surelyMet, type Rehearse } from './plan.ts';
import type { CaseResult } from './runner.ts';
import { scenarios } from './scenarios.ts';
import { routes, type Route } from './steps.ts';

/** Sales on these routes, stopped for each of `pausesMs` in turn at each of their boundaries. */
export async function* pausesOf(
  wanted: readonly Route[],
  pausesMs: readonly number[],
  rehearse: Rehearse,
): AsyncGenerator<Case> {
  const places: Pick<Case, 'route' | 'scenario' | 'killAt'>[] = [];
  for (const { name: scenario, routes: all, about, isForPauses } of scenarios) {
    if (scenario !== 'sale' && !isForPauses) continue;
    for (const route of wanted.filter((one) => all.includes(one))) {
      const boundaries = (await rehearse({ ...calm, route, scenario, killAt: null })).filter(isEarly);
      for (const killAt of surelyMet(boundaries)) {
        if (about?.test(killAt) ?? true) places.push({ route, scenario, killAt });
      }
    }
  }
  for (const pauseMs of pausesMs) {
    for (const place of places) yield { ...calm, ...place, twist: 'paused', also: String(pauseMs) };
  }
}

/**
 * Ends for the report: a payment that was approved and reversed is distinguished from a payment that was never
 * approved.
 */
const ends = ['captured', 'voided, told', 'declined', 'cancelled', 'failed', 'other', 'wrong'] as const;
type End = (typeof ends)[number];

function endOf({ state, findings }: CaseResult): End {
  if (findings.length > 0) return 'wrong';
  if (state === 'voided' || state === 'released') return 'voided, told';
  return ends.find((end) => end === state) ?? 'other';
}

/** Route × pause → ends; and every failed case, with its name. */
export function pauseLines(results: readonly CaseResult[]): string[] {
  const paused = results.filter(({ case: one, wasKilled }) => one.twist === 'paused' && wasKilled);
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(18) : String(cell).padStart(14))).join('');
  const lines = ['', `${paused.length} sales that stood still, by route and pause`, row(['', ...ends])];
  for (const route of routes) {
    const own = paused.filter(({ case: one }) => one.route === route);
    const pausesMs = [...new Set(own.map(({ case: one }) => Number(one.also)))].toSorted((a, b) => a - b);
    for (const pauseMs of pausesMs) {
      const those = own.filter(({ case: one }) => Number(one.also) === pauseMs).map(endOf);
      const counts = ends.map((end) => those.filter((one) => one === end).length);
      lines.push(row([`${route} ${pauseMs / 1000} s`, ...counts.map((count) => (count === 0 ? '.' : count))]));
    }
  }
  for (const { name, findings } of results) {
    if (findings.length > 0) lines.push('', `WRONG  ${name}`);
    for (const { wrong, what } of findings) lines.push(`       ${wrong}: ${what}`);
  }
  return lines;
}
