import { offeredTips, type TipSettings } from '../../electron/contract/index.ts';
import { emptyEntry, entryAmountMinor, type AmountEntry } from './amount-entry.ts';

export { percentOf } from '../../electron/contract/index.ts';

/** Choice on the tip screen: an offered tip (its position, from 0), a typed amount, or no tip. */
export type TipChoice = number | 'other' | 'none';

/** Choice of a tip on top of `saleMinor` (minor units). */
export interface TipStep {
  saleMinor: number;
  choice: TipChoice;
  /** Typed tip, which counts only while `choice` is `other`. */
  entry: AmountEntry;
  /** Id of the approved payment that gets the tip, or null before the charge. */
  attempt: string | null;
}

/** Initial step, without a tip. */
export const tipStep = (saleMinor: number, attempt: string | null = null): TipStep => ({
  saleMinor,
  choice: 'none',
  entry: emptyEntry,
  attempt,
});

/** Tip of the step, minor units. */
export function tipMinorOf(
  { saleMinor, choice, entry }: TipStep,
  till: { currency: string; tips?: TipSettings | undefined },
): number {
  if (choice === 'none') return 0;
  if (choice === 'other') return entryAmountMinor(entry, till.currency);
  return offeredTips(till.tips, saleMinor)[choice]?.amountMinor ?? 0;
}
