/** The door of the host's terminals: the one place in the host that knows native. */
export { watchPorts } from '../../../native/index.ts';
export * from './manager.ts';
export * from './pairings.ts';
export * from './practice.ts';
export * from './trace-files.ts';
