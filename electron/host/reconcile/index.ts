/** Entry point of reconciliation: this till's day compared with the platform's. */
export { Reconciler } from './runner.ts';
