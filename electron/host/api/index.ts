/** The door of the host's API: state hub, contract router, carriers. */
export * from './access.ts';
export * from './hub.ts';
export * from './local-socket.ts';
export * from './router.ts';
export * from './shown.ts';
