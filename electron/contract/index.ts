/** The door of the contract: what host, UI, command line, sandbox and terminals all know. Pure. */
export * from './backoff.ts';
export * from './day.ts';
export * from './decision-words.ts';
export * from './events.ts';
export * from './failures.ts';
export * from './history.ts';
export * from './ids.ts';
export * from './money.ts';
export * from './order-parts.ts';
export * from './pay-links.ts';
export * from './procedures.ts';
export * from './receipts.ts';
export * from './sale-settings.ts';
export * from './send-destination.ts';
export * from './shown.ts';
export * from './state.ts';
export * from './vocabulary.ts';
