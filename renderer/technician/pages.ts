import { useSyncExternalStore } from 'react';
import { routes } from '../frame/routes.ts';

/** The pages of the last look and of the checks; every other name is a row's. */
export const LOOK_PAGE = 'look';
export const CHECK_PAGE = 'check';

const here = `${routes.terminals}/`;

/** The address of a page of this screen: a row by its key, or the last look. A reload stays where it was. */
export function pageHref(page: string): string {
  return here + encodeURIComponent(page);
}

/** The page a hash names; undefined for the screen without a choice, and for what cannot be read. */
export function pageOf(hash: string): string | undefined {
  if (!hash.startsWith(here) || hash.length === here.length) return undefined;
  try {
    return decodeURIComponent(hash.slice(here.length));
  } catch {
    return undefined;
  }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The page this window shows. */
export function usePage(): string | undefined {
  return useSyncExternalStore(subscribe, () => pageOf(window.location.hash));
}

/** Goes to a page. */
export function goToPage(page: string): void {
  window.location.hash = pageHref(page);
}
