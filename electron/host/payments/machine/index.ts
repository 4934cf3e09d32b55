/** The entry point of the payment machine: pure, imports nothing but the contract. */
export { canDecide } from './decisions.ts';
export * from './events.ts';
export * from './state.ts';
export { NOT_FOUND_TRIES, notFoundWindowMs } from './bank.ts';
export { answersProbe, probe, watchUntil } from './late.ts';
export { cardDataFailure, type Step } from './parts.ts';
export { capturedMinorOf, repeatedReversal, reversedMinorOf, reversibleMinorOf } from './reversals.ts';
export { isToBeCompared, repeats } from './same-card.ts';
export { table } from './table.ts';
export * from './transition.ts';
export * from './view.ts';
