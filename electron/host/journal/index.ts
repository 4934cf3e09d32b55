/** The door of the journal. */
export * from './day-book.ts';
export type { Finder, FoundPage, Place, Search, Want } from './finder.ts';
export { fold, foundOf, groupOf, type Found } from './found.ts';
export * from './journal.ts';
export type { LinkBook } from './link-book.ts';
export { openOrBegin, type OpenedJournal, type SetAside } from './set-aside.ts';
export type { Breadcrumb, Breadcrumbs } from './breadcrumbs.ts';
