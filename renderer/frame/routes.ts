import { useSyncExternalStore } from 'react';

/** Places by hash: no server has to know them, and a reload stays where it was. */
export const routes = { sale: '#/', payments: '#/payments', terminals: '#/terminals' } as const;

export type Route = keyof typeof routes;

/** The place a hash names; anything unknown is the sale. */
export function routeOf(hash: string): Route {
  const isAt = (place: string) => hash === place || hash.startsWith(`${place}/`);
  if (isAt(routes.payments)) return 'payments';
  return isAt(routes.terminals) ? 'terminals' : 'sale';
}

/** The address of one payment. */
export const paymentHash = (attempt: string): string => `${routes.payments}/${encodeURIComponent(attempt)}`;

/** The payment that a hash names; null where it names none. */
export function paymentOf(hash: string): string | null {
  const start = `${routes.payments}/`;
  if (!hash.startsWith(start) || hash === start) return null;
  try {
    return decodeURIComponent(hash.slice(start.length));
  } catch {
    // Not something we wrote.
    return null;
  }
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

/** Goes to the details of one payment; to the list for null. */
export function goToPayment(attempt: string | null): void {
  window.location.hash = attempt === null ? routes.payments : paymentHash(attempt);
}

/** Goes to a place. */
export function goTo(route: Route): void {
  window.location.hash = routes[route];
}
