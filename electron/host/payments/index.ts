/** Entry point of the payment engine. */
export { abortOnShutdown } from './abort-on-shutdown.ts';
export { accountOf } from './account.ts';
export { refusalOf } from './device-choice.ts';
export { PaymentEngine } from './engine.ts';
export type { StepOptions as EngineOptions } from './steps.ts';
export { firstView, fold } from './fold.ts';
export { InactivityTimeout } from './inactivity-timeout.ts';
export type { Intent } from './machine/index.ts';
export { lostPayments } from './from-recovery-log.ts';
export { resumePayments } from './journal-behind.ts';
export { pollAndWait, type PollAndWait } from './poll-and-wait.ts';
export type * from './ports.ts';
export { minutesOf } from './requests.ts';
export type * from './requests.ts';
