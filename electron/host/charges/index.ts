/** Entry point of charges: the use cases of money at the counter. */
export { Charges, type Caller } from './charges.ts';
