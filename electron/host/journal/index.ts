/** The door of the journal. */
export * from './day-store.ts';
export type { Finder, FoundPage, Place, Search, Want } from './finder.ts';
export { fold, foundOf, groupOf, type Found } from './found.ts';
export * from './journal.ts';
export type { PayLinkStore } from './pay-link-store.ts';
export { openOrBegin, type OpenedJournal, type Quarantined } from './quarantine.ts';
export { RECOVERED_NOTE, type RecoveryLog, type RecoveryRecord } from './recovery-log.ts';
