import type { AttemptView } from '../../electron/contract/index.ts';
import type { OutcomeKind } from '../store/index.ts';
import type { Texts } from '../text/index.ts';
import type { OutcomeMessage } from './message.ts';

/** A refund has words of its own: what a sale says about charging is not true of it. */
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

/** What is said while nobody knows: whether money moved, and what is not done meanwhile. */
export function inquiryWords(
  { kind }: Pick<AttemptView, 'kind'>,
  { words }: Texts,
): { notKnown: string; next: string; nextLong: string } {
  const { outcomes } = words;
  const { next, nextLong } = outcomes.checking;
  if (kind === 'refund') return { notKnown: outcomes.refund.notKnown, next: outcomes.refund.wait, nextLong };
  return { notKnown: outcomes.notKnown, next, nextLong };
}
