import { useSyncExternalStore } from 'react';
import { routes, watchHash } from '../frame/routes.ts';

/** The pages of the last search and of the checks; every other name is a row's. */
export const SEARCH_PAGE = 'look';
export const CHECK_PAGE = 'check';

const here = `${routes.terminals}/`;

/** Returns the address of a page of this screen: a row by its key, or the last search. A reload stays in its place. */
export function pageHref(page: string): string {
  return here + encodeURIComponent(page);
}

/** Returns the page in a hash, or undefined for a missing or unreadable hash. */
export function pageOf(hash: string): string | undefined {
  if (!hash.startsWith(here) || hash.length === here.length) return undefined;
  try {
    return decodeURIComponent(hash.slice(here.length));
  } catch {
    return undefined;
  }
}

/** The page that this window shows. */
export function usePage(): string | undefined {
  return useSyncExternalStore(watchHash, () => pageOf(window.location.hash));
}

export function goToPage(page: string): void {
  window.location.hash = pageHref(page);
}
