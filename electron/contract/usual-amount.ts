/** What is usually paid at a till. Pure; host and UI both use it, so they cannot disagree. */
import type { HostState } from './state.ts';

/** Without a setting: so many times what is usually paid here. */
const TIMES_USUAL = 10;
/** What is usual is known from this many paid sales on. */
const ENOUGH_SALES = 10;

/** Ten times the middle one of the latest sales, minor units; undefined until ten are known. */
export function usualAskAboveMinor({ till, attempts }: Pick<HostState, 'till' | 'attempts'>): number | undefined {
  const paid = attempts
    .filter(({ state, currency }) => state === 'captured' && currency === till.currency)
    .map(({ capturedMinor, amountMinor }) => capturedMinor ?? amountMinor)
    .toSorted((a, b) => a - b);
  const usualMinor = paid[Math.floor(paid.length / 2)];
  return paid.length < ENOUGH_SALES || usualMinor === undefined ? undefined : usualMinor * TIMES_USUAL;
}
