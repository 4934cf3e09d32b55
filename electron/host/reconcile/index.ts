/** The door of reconciliation: the day of this till beside the platform's. */
export { createReconciler, type Reconciler } from './runner.ts';
