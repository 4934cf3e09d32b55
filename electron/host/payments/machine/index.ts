/** Entry point of the payment machine, which is pure and imports only the contract. */
export { canDecide } from './decisions.ts';
export * from './events.ts';
export * from './state.ts';
export { notFoundWindowMs } from './bank.ts';
export { NOT_FOUND_TRIES } from './inquiry.ts';
export { answersProbe, probe, watchUntil } from './late-responses.ts';
export { cardDataFailure, platformEnds, type Step } from './inquiry.ts';
export { capturedMinorOf, repeatedReversal, reversedMinorOf, reversibleMinorOf } from './reversals.ts';
export { notAboutIt, recordsNamedBy, asUnknownOutcome } from './records.ts';
export { isToBeCompared, repeats } from './same-card.ts';
export { table } from './table.ts';
export { withMeaning } from './terminal.ts';
export * from './transition.ts';
export * from './view.ts';
