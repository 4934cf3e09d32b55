/** The door of the payment engine. */
export * from './engine.ts';
export type * from './engine-types.ts';
export { accountOf } from './account.ts';
export { fold } from './fold.ts';
export { lostPayments, recoverFromLog } from './from-recovery-log.ts';
export type * from './ports.ts';
export type * from './requests.ts';
export type { Attempt, Intent, Verdict } from './machine/index.ts';
