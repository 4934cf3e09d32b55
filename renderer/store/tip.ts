import { offeredTips, type TipSettings } from '../../electron/contract/index.ts';
import { emptyEntry, entryAmountMinor, type AmountEntry } from './amount-entry.ts';

export { percentOf } from '../../electron/contract/index.ts';

/** What was chosen on the tip screen: one of the tips on offer (its place, from 0), an amount typed here, or no tip. */
export type TipChoice = number | 'other' | 'none';

/** A tip is being asked for on top of `saleMinor` (minor units). */
export interface TipStep {
  saleMinor: number;
  choice: TipChoice;
  /** Digits of an amount of their own; they count only while `choice` is `other`. */
  entry: AmountEntry;
  /** The approved payment it is added to; null: nothing was charged yet. */
  attempt: string | null;
}

/** The step as it begins: no tip, until somebody says otherwise. */
export const tipStep = (saleMinor: number, attempt: string | null = null): TipStep => ({
  saleMinor,
  choice: 'none',
  entry: emptyEntry,
  attempt,
});

/** The tip that the step comes to, minor units. */
export function tipMinorOf(
  { saleMinor, choice, entry }: TipStep,
  till: { currency: string; tips?: TipSettings | undefined },
): number {
  if (choice === 'none') return 0;
  if (choice === 'other') return entryAmountMinor(entry, till.currency);
  return offeredTips(till.tips, saleMinor)[choice]?.amountMinor ?? 0;
}
