/** Entry point of the starter: what shells, the command line and the host itself know of starting processes. */
export * from './data-dir.ts';
export * from './interrupts.ts';
export * from './link.ts';
export * from './network-settings.ts';
export * from './node-fork.ts';
export * from './processes.ts';
export * from './protocol.ts';
export * from './receipt-settings.ts';
export * from './records.ts';
export * from './restart-policy.ts';
export * from './settings-file.ts';
export * from './settings-schema.ts';
export * from './settings-words.ts';
export * from './settings.ts';
export * from './stack.ts';
