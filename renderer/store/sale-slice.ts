import type { AmountRefusal } from '../../electron/domain/index.ts';
import type { Failure } from '../../electron/contract/index.ts';
import { emptyEntry, type AmountEntry } from './amount-entry.ts';
import type { LinkSlice } from './link-slice.ts';
import type { ScanRefusal } from './scan.ts';
import type { ChargeSubmission, SessionMemory } from './session.ts';
import type { TipStep } from './tip.ts';

/**
 * Question of the host before a charge: whether to charge an order that was already paid, or whether an open payment
 * link for the same amount is another customer's. Nothing has been sent to the terminal or the platform yet.
 */
export interface RepeatQuestion {
  /** The refused request; its id is never used again. */
  submission: ChargeSubmission;
  /** Id of the payment that paid the order, or null. */
  attempt: string | null;
  /** Minutes since that payment, or null if unknown. */
  minutes: number | null;
  /** Id of the open link that may be this customer's, or null if the question is about a payment. */
  link: string | null;
}

/** Question before an amount or a tip far above the usual: the cashier, or a kiosk's customer, confirms it first. */
export interface AmountCheck {
  /** Total with tip and surcharge, minor units. */
  totalMinor: number;
  currency: string;
  /** Command that waits for the answer; `take` captures an approved payment. */
  way: 'charge' | 'hold' | 'link' | 'take';
  /** Largest amount without a question, minor units. */
  askAboveMinor: number;
  /** Tip that the question is about, minor units, or null if the question is about the amount. */
  largeTipMinor: number | null;
}

/** Text that goes with an amount. */
export type SaleDetail = 'order' | 'note';

/** State of this window alone. Only the mirror shows whether money has moved. */
export interface SaleSlice {
  entry: AmountEntry;
  /** Newest payment and link when the amount was typed; if there is a newer one, the amount is of a past sale. */
  typedAfter: string | null;
  /** Order and note of the next payment; cleared together with the amount. */
  order: string | null;
  note: string | null;
  /** Detail whose form is open, or null. */
  asking: SaleDetail | null;
  /** Last scanned amount in minor units, or null after any other input. */
  scannedMinor: number | null;
  /** Reason why the last key, paste or scan was refused; cleared by the next input. */
  refusal: AmountRefusal | ScanRefusal | null;
  /** Charge that was pressed and that the host has not shown yet. */
  submission: ChargeSubmission | null;
  /** Question of the host that has to be answered before the charge, or null. */
  repeat: RepeatQuestion | null;
  /** Question about a large amount or tip, or null. */
  amountCheck: AmountCheck | null;
  /** Tip that is being chosen, or null. */
  tip: TipStep | null;
  /** Reason why the host refused the last command. */
  problem: Failure | null;
  /** Names of items that were dismissed here and are not yet confirmed by the host (dismissed-items.ts). */
  dismissed: readonly string[];
  /** Ids of payments and links that this window started or acted on (started-here.ts). */
  own: readonly string[];
  /** Number of unmatched answers that were read and dismissed. */
  unmatchedRead: number;
  link: LinkSlice;
}

/** State at the beginning of a sale: nothing typed, asked or refused. */
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

/** State of a window that has just opened, with its memory from before a reload. */
export function emptySale(memory: SessionMemory): SaleSlice {
  const submission = memory.submission();
  return {
    ...nothingTyped,
    submission: submission?.isGivenBack ? null : submission,
    repeat: null,
    problem: null,
    dismissed: memory.dismissed(),
    own: memory.own(),
    unmatchedRead: 0,
    link: { submission: null, repeat: null },
  };
}
