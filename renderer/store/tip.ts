import { emptyEntry, entryAmountMinor, type AmountEntry } from './amount-entry.ts';

/** What was chosen on the tip screen: one of the till's percents, an amount typed here, or no tip. */
export type TipChoice = number | 'other' | 'none';

/** A tip is being asked for on top of `saleMinor` (minor units), before anything is charged. */
export interface TipStep {
  saleMinor: number;
  choice: TipChoice;
  /** Digits of an amount of their own; they count only while `choice` is `other`. */
  entry: AmountEntry;
}

/** The step as it begins: no tip, until somebody says otherwise. */
export const tipStep = (saleMinor: number): TipStep => ({ saleMinor, choice: 'none', entry: emptyEntry });

/** A percentage of an amount, rounded half up to whole minor units. Integers only: `percent` is whole. */
export function percentOf(amountMinor: number, percent: number): number {
  return Math.floor((amountMinor * percent + 50) / 100);
}

/** The tip that the step comes to, minor units. */
export function tipMinorOf({ saleMinor, choice, entry }: TipStep, currency: string): number {
  if (choice === 'none') return 0;
  return choice === 'other' ? entryAmountMinor(entry, currency) : percentOf(saleMinor, choice);
}
