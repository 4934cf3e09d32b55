/** Which amounts are asked about once before they are charged. Pure. */
import type { HostState } from '../../electron/contract/index.ts';

/** Without a setting: so many times what is usually paid here. */
const TIMES_USUAL = 10;
/** What is usual is known from this many paid sales on. */
const ENOUGH_SALES = 10;
/** Until then. Minor units of any currency. */
const UNTIL_THEN_MINOR = 100_000;

/** Amounts above it are asked about, minor units: the till's setting, else ten times the middle one of its latest sales. */
export function askAboveMinor({ till, attempts }: HostState): number {
  if (till.askAboveMinor !== undefined) return till.askAboveMinor;
  const paid = attempts
    .filter(({ state, currency }) => state === 'captured' && currency === till.currency)
    .map(({ capturedMinor, amountMinor }) => capturedMinor ?? amountMinor)
    .toSorted((a, b) => a - b);
  const usualMinor = paid[Math.floor(paid.length / 2)];
  return paid.length < ENOUGH_SALES || usualMinor === undefined ? UNTIL_THEN_MINOR : usualMinor * TIMES_USUAL;
}
