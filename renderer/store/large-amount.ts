/** Decides which amounts and tips have to be confirmed once before a charge. Pure. */
import {
  surchargeOf,
  unaskedTipOf,
  usualAskAboveMinor,
  type AttemptView,
  type HostState,
} from '../../electron/contract/index.ts';
import type { AmountCheck } from './sale-slice.ts';
import type { TipStep } from './tip.ts';

/** Limit until the till's usual amount is known, in minor units of any currency. */
const UNTIL_THEN_MINOR = 100_000;

/**
 * Largest amount that is charged without a question, in minor units: the till's setting, or else a limit derived from
 * its latest sales.
 */
export function askAboveMinor(host: HostState): number {
  return host.till.askAboveMinor ?? usualAskAboveMinor(host) ?? UNTIL_THEN_MINOR;
}

/** Question before a charge of goods (`amountMinor`) with a tip, or null if both are usual. */
export function questionOf(
  host: HostState,
  { amountMinor, tipMinor, way }: { amountMinor: number; tipMinor: number; way: AmountCheck['way'] },
): AmountCheck | null {
  const { surcharge, tips, currency } = host.till;
  const totalMinor = amountMinor + tipMinor + surchargeOf(surcharge, amountMinor, tipMinor);
  const unaskedTipMinor = unaskedTipOf(tips, amountMinor);
  if (tipMinor > unaskedTipMinor) {
    return { totalMinor, currency, way, askAboveMinor: unaskedTipMinor, largeTipMinor: tipMinor };
  }
  const above = askAboveMinor(host);
  return totalMinor > above ? { totalMinor, currency, way, askAboveMinor: above, largeTipMinor: null } : null;
}

/** Question before an approved payment is captured with a tip, or null if the tip is usual. */
export function takeQuestionOf(
  { tips }: HostState['till'],
  { saleMinor }: TipStep,
  tipMinor: number,
  attempt: AttemptView | undefined,
): AmountCheck | null {
  const askAbove = unaskedTipOf(tips, saleMinor);
  if (!attempt || tipMinor <= askAbove) return null;
  const totalMinor = saleMinor + attempt.surchargeMinor + tipMinor;
  return { totalMinor, currency: attempt.currency, way: 'take', askAboveMinor: askAbove, largeTipMinor: tipMinor };
}

/** True if `question` was just shown (`asked`) and confirmed. */
export function isAnswered(question: AmountCheck, asked: AmountCheck | null): boolean {
  return (
    asked?.totalMinor === question.totalMinor &&
    asked.way === question.way &&
    asked.largeTipMinor === question.largeTipMinor
  );
}
