/** Which amounts and tips are asked about once before they are charged. Pure. */
import {
  surchargeOf,
  unaskedTipOf,
  usualAskAboveMinor,
  type AttemptView,
  type HostState,
} from '../../electron/contract/index.ts';
import type { AmountCheck } from './sale-slice.ts';
import type { TipStep } from './tip.ts';

/** Until it is known what is usual here. Minor units of any currency. */
const UNTIL_THEN_MINOR = 100_000;

/** Amounts above it are asked about, minor units: the till's setting, else what follows from its latest sales. */
export function askAboveMinor(host: HostState): number {
  return host.till.askAboveMinor ?? usualAskAboveMinor(host) ?? UNTIL_THEN_MINOR;
}

/** The question before goods of `amountMinor` with a tip are asked for; null: it is as usual. */
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

/** The question before an approved payment is taken with a tip; null: it is as usual. */
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

/** True where `question` is the one that a person just answered. */
export function isAnswered(question: AmountCheck, asked: AmountCheck | null): boolean {
  return (
    asked?.totalMinor === question.totalMinor &&
    asked.way === question.way &&
    asked.largeTipMinor === question.largeTipMinor
  );
}
