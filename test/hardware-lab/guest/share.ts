/** Which cases are a machine's own. */

/**
 * Part `part` (from 0) of `parts`: the dearest first, each to the part that has least so far. Their order stays, and every
 * machine comes to the same result.
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
