/** Search terms of a payment: its words, amounts, time and state, from what the screen shows of it. Pure. */
import type { AttemptView, PaymentGroup } from '../../contract/index.ts';

export interface SearchTerms {
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  group: PaymentGroup;
  /** The till's reference, unchanged. */
  order: string | null;
  currency: string;
  /** Amounts in minor units, each once. */
  amounts: readonly number[];
  /** Folded words, separated by spaces. */
  words: string;
}

/** Grows whenever `searchTermsOf` finds more, or differently: all payments are then indexed again. */
export const SEARCH_TERMS_VERSION = 3;

/** Text for comparison: without accents, case and invisible marks, and with a single space for every gap. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cs}]/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

export function groupOf({ state, reversedMinor }: Pick<AttemptView, 'state' | 'reversedMinor'>): PaymentGroup {
  switch (state) {
    case 'captured':
      return reversedMinor > 0 ? 'given-back' : 'paid';
    case 'refunded':
      return 'given-back';
    case 'authorized':
      return 'held';
    case 'cancelled':
    case 'released':
      return 'cancelled';
    case 'failed':
    case 'voided':
      return 'not-paid';
    case 'working':
    case 'checking':
    case 'partial':
    case 'asking':
      return 'open';
    case 'declined':
    case 'decided':
      return state;
  }
}

export function searchTermsOf(view: AttemptView): SearchTerms {
  const { card, reversals } = view;
  const amounts = [
    view.totalMinor,
    view.amountMinor,
    view.authorizedMinor,
    view.capturedMinor,
    ...reversals.map(({ amountMinor }) => amountMinor),
  ];
  const words = [
    view.order,
    view.note,
    card?.brand,
    card?.lastFour,
    card?.approvalCode,
    view.authorization,
    view.transfer,
    view.terminal.serialNumber,
    view.decision?.by,
    view.person,
    view.id,
    // The term has the platform's form: the payment's id and the reversal's own.
    ...reversals.flatMap(({ id, transfer, by, reason }) => [`${view.id}-r-${id}`, transfer, by, reason]),
  ];
  return {
    id: view.id,
    startedAt: Date.parse(view.startedAt),
    group: groupOf(view),
    order: view.order,
    currency: view.currency,
    amounts: [...new Set(amounts.filter((amount) => amount !== null))],
    words: foldText(words.filter(Boolean).join(' ')),
  };
}
