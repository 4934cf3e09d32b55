/** Entry point of the host's API: state hub, contract router, carriers. */
export * from './access.ts';
export * from './customer-display.ts';
export * from './hub.ts';
export * from './local-socket.ts';
export * from './no-forms.ts';
export * from './put-away.ts';
export type { PollAndWait } from './payments.ts';
export * from './router.ts';
