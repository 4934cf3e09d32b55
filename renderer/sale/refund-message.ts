import type { AttemptView } from '../../electron/contract/index.ts';
import type { OutcomeKind } from '../store/index.ts';
import type { Texts } from '../text/index.ts';
import type { OutcomeMessage } from './message.ts';

/** Replaces the texts for a refund: those of a sale about charging would be wrong. */
export function asRefund(message: OutcomeMessage, outcome: OutcomeKind, texts: Texts): OutcomeMessage {
  const { refund } = texts.words.outcomes;
  const notGiven = { ...message, charged: refund.notGiven, next: refund.next };
  switch (outcome) {
    case 'cancelled':
    case 'no-card':
      return notGiven;
    case 'declined':
      return { ...notGiven, say: refund.declined };
    case 'failed':
    case 'too-slow':
      return { ...notGiven, heading: refund.heading };
    case 'not-completed':
      return { ...notGiven, heading: refund.heading, say: null };
    case 'decided':
      return { ...message, charged: refund.notConfirmed };
    case 'paid':
    case 'too-late':
    case 'partly-paid':
    case 'held':
    case 'add-tip':
    case 'refunded':
    case 'released':
      return message;
  }
}

/** Texts while the outcome is in doubt: whether money moved, and what to avoid until it is known. */
export function inquiryWords(
  { kind }: Pick<AttemptView, 'kind'>,
  { words }: Texts,
): { notKnown: string; next: string; nextLong: string } {
  const { outcomes } = words;
  const { next, nextLong } = outcomes.checking;
  if (kind === 'refund') return { notKnown: outcomes.refund.notKnown, next: outcomes.refund.wait, nextLong };
  return { notKnown: outcomes.notKnown, next, nextLong };
}
