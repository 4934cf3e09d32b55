/** What a driver implements, as the rest of Tillbridge sees it. */
export type * from '../terminal.ts';
