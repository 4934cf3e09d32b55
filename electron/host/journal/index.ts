/** Entry point of the journal. */
export type { KeptLink } from './day-store.ts';
export type { Finder, Position, SearchCondition } from './finder.ts';
export { foldText, searchTermsOf, groupOf } from './search-terms.ts';
export { anchorText, parseAnchor, readAnchor } from './audit-anchor.ts';
export { isPermanent } from './database.ts';
export { lockFolder } from './folder-lock.ts';
export { openJournal, type Journal, type JournalFile } from './journal.ts';
export type { PayLinkStore } from './pay-link-store.ts';
export { noteOlderJournal, olderJournalOf } from './older-journal-note.ts';
export { whyUnopenable } from './why-unopenable.ts';
export { SCHEMA_VERSION } from './schema.ts';
export { newestDamaged, openOrBegin } from './quarantine.ts';
export { RECOVERED_NOTE, type RecoveryLog, type RecoveryRecord } from './recovery-log.ts';
export type { AttemptRow, AuditEntry, Entry } from './rows.ts';
