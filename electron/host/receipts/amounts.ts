/** Amount rows of a receipt. The platform's amounts are used where it sent them. Pure. */
import {
  askedMinorOf,
  decisionWord,
  type AttemptView,
  type ReceiptKind,
  type ReceiptLine,
  type ReversalView,
  mayHaveBeenGiven,
} from '../../contract/index.ts';
import type { Figures } from './receipt-format.ts';
import { row } from './lines.ts';
import type { ReceiptWords } from './words.ts';

type Labels = ReceiptWords['labels'];

export function amountRows(
  kind: ReceiptKind,
  attempt: AttemptView,
  reversal: ReversalView | null,
  labels: Labels,
  figures: Figures,
): ReceiptLine[] {
  const { money } = figures;
  const { totalMinor, capturedMinor } = attempt;
  const moved = capturedMinor ?? totalMinor;
  const asked = askedMinorOf(attempt);
  const total = (label: string, amountMinor: number): ReceiptLine[] => row('total', label, money(amountMinor), true);
  switch (kind) {
    case 'sale':
      return [
        ...parts(attempt, moved, labels, money),
        ...total(labels.total, moved),
        ...given(attempt, moved, labels, figures),
      ];
    case 'partly-paid':
      return [
        ...parts(attempt, asked, labels, money),
        ...row('asked', labels.asked, money(asked)),
        ...total(labels.paidByCard, moved),
        ...row('unpaid', labels.unpaid, money(asked - moved), true),
        ...given(attempt, moved, labels, figures),
      ];
    case 'authorization':
      return [
        ...total(labels.held, attempt.authorizedMinor ?? totalMinor),
        ...row('until', labels.until, attempt.expiresAt === null ? null : figures.moment(attempt.expiresAt)),
      ];
    case 'refund':
      return total(labels.refunded, moved);
    case 'reversal':
      return [
        ...(capturedMinor === null ? [] : row('original', labels.original, money(capturedMinor))),
        ...total(labels.givenBack, reversal?.amountMinor ?? 0),
      ];
    case 'declined':
    case 'cancelled':
      return total(labels.notCharged, totalMinor);
    case 'checking':
      return total(labels.asked, totalMinor);
    case 'decided':
      return decidedRow(attempt, total, labels);
  }
}

/** Row of a payment that a manager decided about: money captured or reversed, or a hold that was never captured. */
function decidedRow(
  attempt: AttemptView,
  total: (label: string, amountMinor: number) => ReceiptLine[],
  labels: Labels,
): ReceiptLine[] {
  const { decision, totalMinor, authorizedMinor } = attempt;
  switch (decision ? decisionWord(attempt, decision.verdict) : 'paid') {
    case 'paid':
      return total(labels.total, totalMinor);
    case 'given-back':
      return total(labels.refunded, totalMinor);
    case 'held':
      return total(labels.held, authorizedMinor ?? totalMinor);
    case 'not-paid':
    case 'not-held':
    case 'not-given-back':
      return total(labels.notCharged, totalMinor);
  }
}

/** Goods, tip and surcharge; empty if there are only goods. */
function parts(
  { tipMinor, surchargeMinor }: AttemptView,
  wholeMinor: number,
  labels: Labels,
  money: Figures['money'],
): ReceiptLine[] {
  const goodsMinor = wholeMinor - tipMinor - surchargeMinor;
  if (tipMinor + surchargeMinor === 0 || goodsMinor < 0) return [];
  return [
    ...row('sale', labels.sale, money(goodsMinor)),
    ...row('tip', labels.tip, tipMinor > 0 ? money(tipMinor) : null),
    ...row('surcharge', labels.surcharge, surchargeMinor > 0 ? money(surchargeMinor) : null),
  ];
}

/** Amounts reversed since, or possibly reversed; reversals proven to have failed are omitted. */
function given(
  { reversals, reversedMinor }: AttemptView,
  movedMinor: number,
  labels: Labels,
  { money, day }: Figures,
): ReceiptLine[] {
  const counted = reversals.filter(mayHaveBeenGiven);
  if (counted.length === 0) return [];
  return [
    ...counted.flatMap(({ amountMinor, askedAt }) =>
      row('reversed', `${labels.givenBack} ${day(askedAt)}`, money(amountMinor)),
    ),
    ...row('kept', labels.kept, money(Math.max(0, movedMinor - reversedMinor)), true),
  ];
}
