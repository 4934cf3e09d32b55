/** The entry point of the payment engine. */
export { accountOf } from './account.ts';
export { refusalOf } from './device-choice.ts';
export { PaymentEngine, type EngineOptions } from './engine.ts';
export { firstView, fold } from './fold.ts';
export type { Intent } from './machine/index.ts';
export { lostPayments } from './from-recovery-log.ts';
export { resumePayments } from './journal-behind.ts';
export type * from './ports.ts';
export { minutesOf } from './requests.ts';
export type * from './requests.ts';
