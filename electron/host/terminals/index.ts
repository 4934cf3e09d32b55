/** The door of the host's terminals: the one place in the host that knows native. */
export * from './manager.ts';
export * from './practice.ts';
