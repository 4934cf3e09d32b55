import { useSyncExternalStore } from 'react';

/** Hashes of the places: the server needs no routes, and a reload stays in its place. */
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

/** Former hash of History, so that old links to a payment still work. */
const formerHistory = '#/payments';

const isAt = (hash: string, place: string) => hash === place || hash.startsWith(`${place}/`);

/** Returns the place in a hash; an unknown hash is the sale. */
function routeOf(hash: string): Route {
  if (isAt(hash, routes.history) || isAt(hash, formerHistory)) return 'history';
  for (const route of ['tabs', 'day', 'terminals', 'settings', 'setup'] as const)
    if (isAt(hash, routes[route])) return route;
  return 'sale';
}

/** Returns the address of one payment. */
export const paymentHash = (attempt: string): string => `${routes.history}/${encodeURIComponent(attempt)}`;
/** Returns the address of one tab. */
export const tabHash = (attempt: string): string => `${routes.tabs}/${encodeURIComponent(attempt)}`;

function named(hash: string, place: string): string | null {
  const start = `${place}/`;
  if (!hash.startsWith(start) || hash === start) return null;
  try {
    return decodeURIComponent(hash.slice(start.length));
  } catch {
    // The till did not write this hash.
    return null;
  }
}

/** Returns the id of the payment in a hash, or null. */
function paymentOf(hash: string): string | null {
  return named(hash, routes.history) ?? named(hash, formerHistory);
}

/** Calls back whenever the window's hash changes; returns the function that stops it. */
export function watchHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The place that this window shows. */
export function useRoute(): Route {
  return useSyncExternalStore(watchHash, () => routeOf(window.location.hash));
}

/** Id of the payment whose details this window shows, or null. */
export function usePaymentShown(): string | null {
  return useSyncExternalStore(watchHash, () => paymentOf(window.location.hash));
}

/** Id of the tab whose details this window shows, or null. */
export function useTabShown(): string | null {
  return useSyncExternalStore(watchHash, () => named(window.location.hash, routes.tabs));
}

/** Group of settings that this window shows, or null for the list of changes. */
export function useSettingsShown(): string | null {
  return useSyncExternalStore(watchHash, () => named(window.location.hash, routes.settings));
}

/** Returns the address of one group of settings. */
export const settingsHash = (group: string): string => `${routes.settings}/${encodeURIComponent(group)}`;

/** Goes to the details of one payment, or to the list for null. */
export function goToPayment(attempt: string | null): void {
  window.location.hash = attempt === null ? routes.history : paymentHash(attempt);
}

/** Goes to one tab, or to all tabs for null. */
export function goToTab(attempt: string | null): void {
  window.location.hash = attempt === null ? routes.tabs : tabHash(attempt);
}

export function goTo(route: Route): void {
  window.location.hash = routes[route];
}
