/** Entry point of the host's API: state hub, contract router, carriers. */
export * from './access.ts';
export { servePort, type ConnectionContext } from './carriers.ts';
export * from './customer-display.ts';
export * from './hub.ts';
export { Loads } from './load.ts';
export * from './local-socket.ts';
export * from './without-forms.ts';
export { PageFailures } from './page-failures.ts';
export * from './dismissed-items.ts';
export * from './router.ts';
export { untilDeviceKnown, untilReady, untilSettled, waitForTerminal } from './wait-for-state.ts';
