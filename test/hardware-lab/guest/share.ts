/**
 * Returns part `part` (from 0) of `parts`. The most expensive cases are assigned first, each to the part with the least
 * cost so far. The order of the cases stays, and every machine computes the same result.
 */
export function shareOf<T>(all: readonly T[], costOf: (one: T) => number, part: number, parts: number): T[] {
  const loads = Array<number>(parts).fill(0);
  const mine = new Set<T>();
  for (const one of all.toSorted((a, b) => costOf(b) - costOf(a))) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + costOf(one);
    if (least === part) mine.add(one);
  }
  return all.filter((one) => mine.has(one));
}
