import type { AmountRefusal } from '../../electron/domain/index.ts';
import type { Failure } from '../../electron/contract/index.ts';
import { emptyEntry, type AmountEntry } from './amount-entry.ts';
import type { LinkSlice } from './link-slice.ts';
import type { ScanRefusal } from './scan.ts';
import type { ChargeSubmission, SessionMemory } from './session.ts';
import type { TipStep } from './tip.ts';

/**
 * The order was paid already, and the host asks whether it is to be paid again; or an open link asks for the same amount, and
 * the host asks whose that is. Nothing was sent to anybody yet.
 */
export interface RepeatQuestion {
  /** What was asked for; its id is never used again. */
  submission: ChargeSubmission;
  /** The payment it was paid with. */
  attempt: string | null;
  /** How long ago that was. */
  minutes: number | null;
  /** The link that may be this customer's; null: the question is about a payment. */
  link: string | null;
}

/** An amount or a tip far above what is usual here was about to be asked for: a person has to look at it first. */
export interface AmountCheck {
  /** All of it, with tip and surcharge, minor units. */
  totalMinor: number;
  currency: string;
  /** How it would be asked for. */
  way: 'charge' | 'hold' | 'link' | 'take';
  /** Amounts above this are asked about, minor units. */
  askAboveMinor: number;
  /** The tip in it that is asked about, minor units; null: the amount is. */
  largeTipMinor: number | null;
}

/** What goes with an amount besides money. */
export type SaleDetail = 'order' | 'note';

/** What belongs to this window alone. Nothing in here says anything about money that moved. */
export interface SaleSlice {
  entry: AmountEntry;
  /** The newest payment and link of the till when the amount was typed; another one since then makes it a former sale's. */
  typedAfter: string | null;
  /** The order the next payment is for, and what the cashier wants written down; they go with the amount. */
  order: string | null;
  note: string | null;
  /** Which of them is being typed; null: none. */
  asking: SaleDetail | null;
  /** What a scanner read last, in minor units; null: nothing, or another key came since. */
  scannedMinor: number | null;
  /** Why the last key, paste or scan was refused; gone with the next one. */
  refusal: AmountRefusal | ScanRefusal | null;
  /** Charge was pressed and the host has not shown the attempt yet. */
  submission: ChargeSubmission | null;
  /** The order was paid already, or may have a link; somebody has to say whether another payment is meant. */
  repeat: RepeatQuestion | null;
  /** The amount is asked about; null: it is not. */
  amountCheck: AmountCheck | null;
  /** A tip is being asked for; null: it is not. */
  tip: TipStep | null;
  /** Why the host refused the last command. */
  problem: Failure | null;
  /** Names of items that were dismissed here before the host has confirmed it (dismissed-items.ts). */
  putAway: readonly string[];
  /** Ids of payments and links that this window started, or acted on: the others are another window's. */
  own: readonly string[];
  /** How many unmatched messages were read and put away. */
  unmatchedRead: number;
  /** Payment links, as far as they are this window's own business. */
  link: LinkSlice;
}

/** Nothing typed, nothing asked for, nothing refused: what the next sale begins with. */
export const nothingTyped = {
  entry: emptyEntry,
  typedAfter: null,
  order: null,
  note: null,
  asking: null,
  scannedMinor: null,
  refusal: null,
  amountCheck: null,
  tip: null,
} as const satisfies Partial<SaleSlice>;

/** The slice of a window that just opened, with what it remembers from before a reload. */
export function emptySale(memory: SessionMemory): SaleSlice {
  const submission = memory.submission();
  return {
    ...nothingTyped,
    submission: submission?.isGivenBack ? null : submission,
    repeat: null,
    problem: null,
    putAway: memory.putAway(),
    own: memory.own(),
    unmatchedRead: 0,
    link: { submission: null, repeat: null },
  };
}
