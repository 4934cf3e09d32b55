import { useSyncExternalStore } from 'react';

/** Places by hash: no server has to know them, and a reload stays where it was. */
export const routes = {
  sale: '#/',
  tabs: '#/tabs',
  history: '#/history',
  day: '#/day',
  terminals: '#/terminals',
  settings: '#/settings',
  setup: '#/setup',
} as const;

export type Route = keyof typeof routes;

/** How History was called before: links to a payment go on working. */
const formerHistory = '#/payments';

const isAt = (hash: string, place: string) => hash === place || hash.startsWith(`${place}/`);

/** The place a hash names; anything unknown is the sale. */
function routeOf(hash: string): Route {
  if (isAt(hash, routes.history) || isAt(hash, formerHistory)) return 'history';
  for (const route of ['tabs', 'day', 'terminals', 'settings', 'setup'] as const)
    if (isAt(hash, routes[route])) return route;
  return 'sale';
}

/** The address of one payment. */
export const paymentHash = (attempt: string): string => `${routes.history}/${encodeURIComponent(attempt)}`;
/** The address of one tab. */
export const tabHash = (attempt: string): string => `${routes.tabs}/${encodeURIComponent(attempt)}`;

function named(hash: string, place: string): string | null {
  const start = `${place}/`;
  if (!hash.startsWith(start) || hash === start) return null;
  try {
    return decodeURIComponent(hash.slice(start.length));
  } catch {
    // Not something we wrote.
    return null;
  }
}

/** The payment that a hash names; null where it names none. */
function paymentOf(hash: string): string | null {
  return named(hash, routes.history) ?? named(hash, formerHistory);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The place this window shows. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, () => routeOf(window.location.hash));
}

/** The payment this window shows the details of. */
export function usePaymentShown(): string | null {
  return useSyncExternalStore(subscribe, () => paymentOf(window.location.hash));
}

/** The tab this window shows the details of. */
export function useTabShown(): string | null {
  return useSyncExternalStore(subscribe, () => named(window.location.hash, routes.tabs));
}

/** The group of settings that this window shows; null: what was changed. */
export function useSettingsShown(): string | null {
  return useSyncExternalStore(subscribe, () => named(window.location.hash, routes.settings));
}

/** The address of one group of settings. */
export const settingsHash = (group: string): string => `${routes.settings}/${encodeURIComponent(group)}`;

/** Goes to the details of one payment; to the list for null. */
export function goToPayment(attempt: string | null): void {
  window.location.hash = attempt === null ? routes.history : paymentHash(attempt);
}

/** Goes to one tab; to all of them for null. */
export function goToTab(attempt: string | null): void {
  window.location.hash = attempt === null ? routes.tabs : tabHash(attempt);
}

/** Goes to a place. */
export function goTo(route: Route): void {
  window.location.hash = routes[route];
}
