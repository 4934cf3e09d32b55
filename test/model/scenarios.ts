/**
 * What is explored. Some scenarios let everything happen without limit and are gone through layer by layer up to a number of
 * states; the others limit faults and crashes and are gone through to the end, so that nothing at any depth is left out.
 */
import type { BankWord, Plan, Scenario } from './world.ts';

const all: readonly BankWord[] = ['approve', 'part', 'decline', 'pending', 'unknown'];
const some: readonly BankWord[] = ['approve', 'decline', 'pending'];
const yes: readonly BankWord[] = ['approve'];
const unsure: readonly BankWord[] = ['approve', 'decline', 'pending', 'unknown'];

const sale: Plan = { kind: 'sale', route: 'cable' };
const cloudSale: Plan = { kind: 'sale', route: 'cloud' };
const tab: Plan = { kind: 'authorization', route: 'cable', partialApproval: 'ask' };
const cloudTab: Plan = { kind: 'authorization', route: 'cloud', partialApproval: 'ask' };
const refund: Plan = { kind: 'refund', route: 'cable' };
const cloudRefund: Plan = { kind: 'refund', route: 'cloud' };

/** One attempt, with everything that can go wrong, as often as it likes. */
const wild: readonly Scenario[] = [
  { name: 'sale', plans: [sale], repeats: 'original', bank: all, hasUnmatchedEvents: true },
  { name: 'sale-decided', plans: [{ ...sale, tipMinor: 200 }], repeats: 'named', bank: ['approve', 'part', 'pending'], isBatched: true, hasDecisions: true },
  { name: 'sale-part-asked', plans: [{ ...sale, partialApproval: 'ask' }], repeats: 'plain', bank: ['part', 'pending'], hasOtherHand: true, hasDecisions: true },
  { name: 'sale-part-released', plans: [{ ...sale, partialApproval: 'release' }], repeats: 'plain', bank: ['part', 'unknown'], hasExpiry: true, hasOtherHand: true },
  { name: 'same-card', plans: [{ ...sale, repeat: 'ask' }], repeats: 'named', bank: ['approve', 'part', 'decline'], hasDecisions: true },
  { name: 'same-card-refused', plans: [{ ...sale, repeat: 'refuse', partialApproval: 'ask' }], repeats: 'plain', bank: ['approve', 'part'] },
  { name: 'same-card-cloud', plans: [{ ...cloudSale, repeat: 'ask' }], repeats: 'original', bank: some, hasExpiry: true },
  { name: 'sale-expiring', plans: [sale], repeats: 'plain', bank: some, hasExpiry: true, hasDecisions: true },
  { name: 'tab', plans: [tab], repeats: 'plain', bank: all, hasDecisions: true, hasOtherHand: true },
  { name: 'tab-tip-room', plans: [{ ...tab, tipRoomMinor: 200 }], repeats: 'named', bank: ['approve', 'part', 'pending'], hasDecisions: true, faults: 3, crashes: 1 },
  { name: 'tab-expiring', plans: [tab], repeats: 'original', bank: ['approve', 'part'], hasExpiry: true, hasDecisions: true },
  { name: 'cloud-sale', plans: [cloudSale], repeats: 'named', bank: all, hasDecisions: true, isBatched: true },
  { name: 'cloud-tab', plans: [cloudTab], repeats: 'plain', bank: all, hasOtherHand: true, hasExpiry: true, hasDecisions: true },
  { name: 'refund', plans: [refund], repeats: 'plain', bank: unsure, hasDecisions: true, hasUnmatchedEvents: true },
  { name: 'cloud-refund', plans: [cloudRefund], repeats: 'original', bank: unsure, hasDecisions: true },
]; // oxfmt-ignore

/** One attempt, a limited number of faults and crashes, to the end. */
const bounded: readonly Scenario[] = [
  { name: 'sale-1-fault-1-crash', plans: [sale], repeats: 'original', bank: yes, faults: 1, crashes: 1 },
  { name: 'sale-1-crash', plans: [sale], repeats: 'named', bank: all, faults: 0, crashes: 1 },
  { name: 'sale-2-faults-quiet', plans: [sale], repeats: 'plain', bank: all, faults: 2, crashes: 1, isCounterQuiet: true, isBatched: true },
  { name: 'sale-reversed', plans: [sale], repeats: 'original', bank: yes, hasReversals: true, isCounterQuiet: true, isBatched: true, faults: 2, crashes: 1 },
  { name: 'sale-reversed-again', plans: [sale], repeats: 'plain', bank: yes, hasReversals: 'one', isCounterQuiet: true, faults: 2, crashes: 0 },
  { name: 'sale-reversed-decided', plans: [sale], repeats: 'original', bank: yes, hasReversals: 'decided', isCounterQuiet: true, faults: 2, crashes: 0 },
  { name: 'tab-quiet', plans: [tab], repeats: 'named', bank: ['approve', 'part'], faults: 2, crashes: 1, isCounterQuiet: true, hasExpiry: true, hasDecisions: true },
  { name: 'cloud-sale-2-faults-1-crash', plans: [cloudSale], repeats: 'original', bank: some, faults: 2, crashes: 1 },
  { name: 'cloud-sale-tip', plans: [{ ...cloudSale, isTipOnTerminal: true }], repeats: 'original', bank: ['approve', 'part', 'decline', 'pending'], faults: 1, crashes: 1, hasOtherHand: true },
  { name: 'cloud-sale-tip-asked', plans: [{ ...cloudSale, isTipOnTerminal: true, partialApproval: 'ask' }], repeats: 'original', bank: ['approve', 'part-tipped', 'pending'], faults: 1, crashes: 1, hasOtherHand: true },
]; // oxfmt-ignore

/**
 * The classes that were seen outside: a journal that went back in time under a whole recovery log, and a bank that approves
 * more than it was asked for.
 */
const seenOutside: readonly Scenario[] = [
  { name: 'sale-journal-behind', plans: [sale], repeats: 'named', bank: ['approve', 'decline'], faults: 0, crashes: 1, hasLostWrites: true },
  { name: 'sale-journal-behind-twice', plans: [sale], repeats: 'plain', bank: yes, faults: 0, crashes: 2, hasLostWrites: true, isCounterQuiet: true },
  { name: 'sale-part-asked-behind', plans: [{ ...sale, partialApproval: 'ask' }], repeats: 'plain', bank: ['part'], faults: 1, crashes: 1, hasLostWrites: true, isCounterQuiet: true },
  { name: 'same-card-behind', plans: [{ ...sale, repeat: 'ask' }], repeats: 'plain', bank: yes, faults: 1, crashes: 1, hasLostWrites: true, isCounterQuiet: true },
  { name: 'tab-journal-behind', plans: [tab], repeats: 'original', bank: ['approve', 'part'], faults: 0, crashes: 1, hasLostWrites: true, isCounterQuiet: true, hasDecisions: true },
  { name: 'cloud-journal-behind', plans: [cloudSale], repeats: 'plain', bank: ['approve', 'decline'], faults: 1, crashes: 1, hasLostWrites: true },
  { name: 'refund-journal-behind', plans: [refund], repeats: 'plain', bank: ['approve', 'decline'], faults: 1, crashes: 1, hasLostWrites: true, isCounterQuiet: true },
  { name: 'reversal-journal-behind', plans: [sale], repeats: 'original', bank: yes, faults: 1, crashes: 1, hasLostWrites: true, hasReversals: 'one', isCounterQuiet: true },
  { name: 'sale-over-approved', plans: [{ ...sale, tipMinor: 200 }], repeats: 'plain', bank: ['approve', 'over', 'pending'], faults: 1, crashes: 1, hasDecisions: true, isCounterQuiet: true },
  { name: 'tab-over-approved', plans: [{ ...tab, tipRoomMinor: 200 }], repeats: 'named', bank: ['over'], faults: 1, crashes: 0, hasDecisions: true, isCounterQuiet: true },
  { name: 'cloud-over-approved', plans: [{ ...cloudSale, isTipOnTerminal: true }], repeats: 'original', bank: ['approve', 'over'], faults: 1, crashes: 1, hasOtherHand: true },
]; // oxfmt-ignore

/** Two attempts on one terminal: the second begins when the first no longer is open, and what is late of the first meets it. */
const double: readonly Scenario[] = [
  { name: 'two-sales', plans: [sale, sale], repeats: 'original', bank: ['approve', 'decline'], faults: 2, crashes: 1, hasUnmatchedEvents: true },
  { name: 'two-sales-1-crash-quiet', plans: [sale, sale], repeats: 'plain', bank: yes, faults: 1, crashes: 1, isCounterQuiet: true },
  { name: 'sale-then-cloud-sale', plans: [sale, cloudSale], repeats: 'plain', bank: some, faults: 2, crashes: 1 },
  { name: 'two-cloud-sales', plans: [cloudSale, cloudSale], repeats: 'named', bank: some, faults: 1, crashes: 1 },
  { name: 'tab-then-sale', plans: [tab, sale], repeats: 'original', bank: ['approve', 'decline'], faults: 1, crashes: 1, hasOtherHand: true },
  { name: 'tab-then-sale-quiet', plans: [tab, sale], repeats: 'original', bank: yes, faults: 0, crashes: 1, isCounterQuiet: true },
]; // oxfmt-ignore

export const scenarios: readonly Scenario[] = [...wild, ...bounded, ...seenOutside, ...double];
