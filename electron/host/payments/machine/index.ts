/** The door of the payment machine: pure, imports nothing but the contract. */
export * from './events.ts';
export * from './state.ts';
export { NOT_FOUND_TRIES, NOT_FOUND_WINDOW_MS } from './bank.ts';
export { retryDelayMs, type Step } from './parts.ts';
export * from './transition.ts';
export * from './view.ts';
