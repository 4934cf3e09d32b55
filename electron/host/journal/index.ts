/** The door of the journal. */
export * from './journal.ts';
