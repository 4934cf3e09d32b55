/**
 * What the sandbox keeps of each resource, in the platform's own field names. None of it is card data: an account
 * number is down to its last four digits before it gets here. Times in milliseconds since 1970.
 */
export type * from './disputes.ts';
export type * from './files.ts';
export type * from './money.ts';
export type * from './parties.ts';
export type * from './payment-links.ts';
export type * from './payments.ts';
export type * from './subscriptions.ts';
export type * from './webhooks.ts';
