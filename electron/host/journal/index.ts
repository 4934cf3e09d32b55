/** The door of the journal. */
export * from './day-book.ts';
export * from './journal.ts';
export type { LinkBook } from './link-book.ts';
export { openOrBegin, type OpenedJournal, type SetAside } from './set-aside.ts';
export type { Breadcrumb, Breadcrumbs } from './breadcrumbs.ts';
