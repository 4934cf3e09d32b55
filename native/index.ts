/** The door of native: what host/terminals, the command line and tests may use. */
export type * from './terminal.ts';
