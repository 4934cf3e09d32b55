/** The door of the payment engine. */
export * from './engine.ts';
export type * from './ports.ts';
