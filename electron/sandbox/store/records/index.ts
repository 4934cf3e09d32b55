/**
 * Records of each resource, with the platform's own field names. No record contains card data: account numbers are
 * reduced to their last four digits before they are stored. Times in milliseconds since 1970.
 */
export type * from './disputes.ts';
export type * from './files.ts';
export type * from './money.ts';
export type * from './parties.ts';
export type * from './payment-links.ts';
export type * from './payments.ts';
export type * from './subscriptions.ts';
export type * from './webhooks.ts';
