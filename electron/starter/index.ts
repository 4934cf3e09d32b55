/** Entry point of the starter: how shells, the command line and the host start processes and communicate with them. */
export * from './interrupts.ts';
export * from './host-file.ts';
export * from './is-there.ts';
export * from './link.ts';
export * from './local-socket-proof.ts';
export * from './node-fork.ts';
export * from './open-till.ts';
export * from './pace.ts';
export * from './protocol.ts';
export * from './restart-policy.ts';
export * from './secret-channel.ts';
export * from './shell-note.ts';
export * from './shell-messages.ts';
export * from './stack.ts';
export * from './updates/index.ts';
