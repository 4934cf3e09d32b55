/** The door of the journal. */
export * from './journal.ts';
export { openOrBegin, type OpenedJournal, type SetAside } from './set-aside.ts';
