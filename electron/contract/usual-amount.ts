/** Usual payment amount of a till. Pure; host and UI both use it, so they cannot disagree. */
import type { HostState } from './state.ts';

/** Factor above the usual amount at which the till asks, if there is no setting for it. */
const TIMES_USUAL = 10;
/** Number of paid sales from which the usual amount is known. */
const ENOUGH_SALES = 10;

/** Ten times the median of the latest sales, in minor units, or undefined below ten sales. */
export function usualAskAboveMinor({ till, attempts }: Pick<HostState, 'till' | 'attempts'>): number | undefined {
  const paid = attempts
    .filter(({ state, currency }) => state === 'captured' && currency === till.currency)
    .map(({ capturedMinor, amountMinor }) => capturedMinor ?? amountMinor)
    .toSorted((a, b) => a - b);
  const usualMinor = paid[Math.floor(paid.length / 2)];
  return paid.length < ENOUGH_SALES || usualMinor === undefined ? undefined : usualMinor * TIMES_USUAL;
}
