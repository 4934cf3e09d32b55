/** The door of the starter: what shells, the command line and the host itself know of starting processes. */
export * from './protocol.ts';
