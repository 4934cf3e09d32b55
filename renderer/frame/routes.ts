import { useSyncExternalStore } from 'react';

/** Places by hash: no server has to know them, and a reload stays where it was. */
export const routes = { sale: '#/', terminals: '#/terminals' } as const;

export type Route = keyof typeof routes;

/** The place a hash names; anything unknown is the sale. */
export function routeOf(hash: string): Route {
  return hash === routes.terminals || hash.startsWith(`${routes.terminals}/`) ? 'terminals' : 'sale';
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The place this window shows. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, () => routeOf(window.location.hash));
}

/** Goes to a place. */
export function goTo(route: Route): void {
  window.location.hash = routes[route];
}
