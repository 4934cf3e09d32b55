/** Reconciliation: the day of this till beside the platform's. */
export { Reconciler } from './runner.ts';
