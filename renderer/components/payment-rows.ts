import {
  decisionWord,
  isPartlyPaid,
  isReversalInDoubt,
  mayHaveBeenGiven,
  type AttemptView,
} from '../../electron/contract/index.ts';
import type { MarkShape } from './mark.tsx';
import type { Texts } from '../text/index.ts';
import { cardName } from '../text/payment-words.ts';

/** Line of the list for a payment. */
export interface PaymentRow {
  id: string;
  time: string;
  order: string;
  card: string;
  /** Way in which the card was read; empty if no card was read. */
  entry: string;
  state: string;
  mark: MarkShape;
  /** Name of the state's colour; word and mark show the same state. */
  tone: 'paid' | 'declined' | 'checking' | 'live' | 'quiet';
  amount: string;
  /** No money moved, so the amount is muted. */
  isQuiet: boolean;
}

/** Amount of a payment in minor units: the captured, else the held, else the requested amount. */
export function amountMinorOf(attempt: AttemptView): number {
  if (attempt.state === 'authorized') return attempt.authorizedMinor ?? attempt.totalMinor;
  return attempt.capturedMinor ?? attempt.totalMinor;
}

/** Amount of a captured payment that can still be reversed, in minor units. */
export function remainingMinorOf(attempt: AttemptView): number {
  return attempt.state === 'captured' ? Math.max(0, (attempt.capturedMinor ?? 0) - attempt.reversedMinor) : 0;
}

/** Reversed amount of a captured payment, and the amount whose reversal is in doubt, in minor units. */
function backOf({ state, reversals }: AttemptView): { openMinor: number; givenMinor: number } {
  const sum = { openMinor: 0, givenMinor: 0 };
  if (state !== 'captured') return sum;
  for (const one of reversals) {
    if (isReversalInDoubt(one)) sum.openMinor += one.amountMinor;
    else if (mayHaveBeenGiven(one)) sum.givenMinor += one.amountMinor;
  }
  return sum;
}

/** State in words, with the reversed amount, the duration of the check, or the decision. */
export function stateWord(attempt: AttemptView, texts: Texts, nowMs: number): string {
  const { payments } = texts.words;
  const { state, currency, checking, decision } = attempt;
  const { openMinor, givenMinor } = backOf(attempt);
  if (openMinor > 0) return payments.givingBack({ amount: texts.money(openMinor, currency) });
  if (givenMinor > 0) return payments.givenBack({ amount: texts.money(givenMinor, currency) });
  if (isPartlyPaid(attempt)) return payments.partlyPaid;
  if (state === 'checking' && checking) {
    return payments.checkingFor({ age: texts.duration(nowMs - Date.parse(checking.since)) });
  }
  if (state === 'decided' && decision) return payments.decided[decisionWord(attempt, decision.verdict)];
  return payments.states[state];
}

function appearanceOf(attempt: AttemptView): Pick<PaymentRow, 'mark' | 'tone' | 'isQuiet'> {
  switch (attempt.state) {
    case 'captured': {
      const { openMinor, givenMinor } = backOf(attempt);
      if (openMinor > 0) return { mark: 'checking', tone: 'checking', isQuiet: false };
      if (givenMinor > 0) return { mark: 'cancelled', tone: 'quiet', isQuiet: false };
      return { mark: 'paid', tone: 'paid', isQuiet: false };
    }
    case 'refunded':
      return { mark: 'cancelled', tone: 'quiet', isQuiet: false };
    case 'authorized':
      return { mark: 'card', tone: 'live', isQuiet: false };
    case 'asking':
    case 'partial':
      return { mark: 'partly', tone: 'checking', isQuiet: true };
    case 'working':
      return { mark: 'card', tone: 'live', isQuiet: true };
    case 'checking':
    case 'decided':
      return { mark: 'checking', tone: 'checking', isQuiet: true };
    case 'declined':
      return { mark: 'declined', tone: 'declined', isQuiet: true };
    case 'cancelled':
    case 'voided':
    case 'released':
    case 'failed':
      return { mark: 'cancelled', tone: 'quiet', isQuiet: true };
  }
}

function noCardWord({ payLink }: AttemptView, { words }: Texts): string {
  return payLink === undefined ? words.payments.noCard : words.links.sum.kinds.link;
}

/** Line for a payment. `nowMs`: milliseconds since 1970. */
export function rowOf(attempt: AttemptView, texts: Texts, nowMs: number): PaymentRow {
  const { card } = attempt;
  const named = cardName({ card });
  return {
    id: attempt.id,
    time: texts.shortTime(attempt.startedAt, nowMs),
    order: attempt.order ?? '',
    card: named === '' ? noCardWord(attempt, texts) : named,
    entry: named === '' || !card ? '' : texts.words.outcomes.facts.entry[card.entryMode],
    state: stateWord(attempt, texts, nowMs),
    amount: texts.money(amountMinorOf(attempt), attempt.currency),
    ...appearanceOf(attempt),
  };
}
