import type { PayLinkView } from '../../../electron/contract/index.ts';
import type { Texts } from '../../text/index.ts';

/** What the end of a link says. */
export interface LinkTold {
  heading: string;
  /** Paid through it, minor units; null: nothing. */
  movedMinor: number | null;
  /** A band across the window: something other than expected. */
  strip: string | null;
  charged: string | null;
  say: string;
  next: string;
  urgency: 'polite' | 'assertive';
}

/** `restMinor`: what is still to be paid of the order it is a part of; null: it is for the whole. */
export function payLinkEndMessage(link: PayLinkView, texts: Texts, restMinor: number | null): LinkTold {
  const { links, outcomes } = texts.words;
  const { paid, ended, sum } = links;
  const money = (amountMinor: number) => texts.money(amountMinor, link.currency);
  if (link.state === 'paid') {
    const movedMinor = link.paidMinor ?? 0;
    const base = { heading: paid.heading, movedMinor, strip: null, charged: null, urgency: 'polite' as const };
    const more = link.payments.length;
    if (more > 1) {
      return { ...base, strip: paid.more(more), say: paid.sayMore, next: paid.nextMore, urgency: 'assertive' };
    }
    if (link.isLate) return { ...base, strip: paid.late, say: paid.sayLate, next: paid.nextLate, urgency: 'assertive' };
    const next = restMinor !== null && restMinor > 0 ? outcomes.partly.next(money(restMinor)) : paid.next;
    if (link.isTooLate) return { ...base, strip: paid.tooLate, say: paid.sayTooLate, next, urgency: 'assertive' };
    if (restMinor === 0) return { ...base, say: sum.complete, next: sum.completeNext };
    const tipMinor = movedMinor - link.amountMinor;
    return {
      ...base,
      say: tipMinor > 0 && link.tipMaxMinor + link.tipMinor > 0 ? paid.sayTip(money(tipMinor)) : paid.say,
      next,
    };
  }
  const words = ended[link.state === 'expired' ? 'expired' : link.state === 'failed' ? 'failed' : 'closed'];
  const why = link.failure ? texts.words.failures[link.failure.code].what : null;
  return {
    heading: words.heading,
    movedMinor: null,
    strip: null,
    charged: outcomes.notCharged,
    say: [words.say, why].filter(Boolean).join(' '),
    next: ended.next(money(restMinor ?? link.totalMinor)),
    urgency: 'assertive',
  };
}
