import { createContext, useContext } from 'react';
import type { HostState } from '../../electron/contract/index.ts';
import type { DisplayStage } from './display-stage.ts';

/**
 * What the amounts on a customer display are in: of a payment or a link its own currency, also after the till was set to
 * another one. Pure.
 */
export function shownCurrency(stage: DisplayStage, host: HostState | null): string {
  const ofTill = host?.till.currency ?? 'USD';
  switch (stage.kind) {
    case 'idle':
    case 'moment':
    case 'basket':
      return ofTill;
    case 'live':
      return stage.attempt.currency;
    case 'link':
      return stage.link.currency;
    case 'paid':
    case 'partly':
    case 'held':
    case 'refunded':
    case 'cancelled':
    case 'waiting':
    case 'speak':
      return (
        [...(host?.attempts ?? []), ...(host?.payLinks ?? [])].find(({ id }) => id === stage.id)?.currency ?? ofTill
      );
  }
}

export const ShownCurrency = createContext('USD');

/** The currency of what the display shows. */
export function useShownCurrency(): string {
  return useContext(ShownCurrency);
}
