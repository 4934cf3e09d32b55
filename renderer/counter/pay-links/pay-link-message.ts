import {
  isPartlyPaidLink,
  linkExcessMinorOf,
  type OrderSum,
  type PayLinkView,
} from '../../../electron/contract/index.ts';
import { whatHappened, type Texts } from '../../text/index.ts';

/** Texts for the end of a link. */
export interface LinkMessage {
  heading: string;
  /** Amount paid through the link in minor units, or null if nothing was paid. */
  movedMinor: number | null;
  /** Band across the window for an unexpected result, or null. */
  strip: string | null;
  charged: string | null;
  say: string;
  next: string;
  urgency: 'polite' | 'assertive';
}

/** `order`: sum of the order that the link is a part of, or null if the link is for the whole order and paid it. */
export function payLinkEndMessage(link: PayLinkView, texts: Texts, order: OrderSum | null): LinkMessage {
  return link.state === 'paid' ? paidMessage(link, texts, order) : unpaidMessage(link, texts, order);
}

function paidMessage(link: PayLinkView, texts: Texts, order: OrderSum | null): LinkMessage {
  const { links, outcomes } = texts.words;
  const { paid, sum } = links;
  const money = (amountMinor: number) => texts.money(amountMinor, link.currency);
  const movedMinor = link.paidMinor ?? 0;
  const restMinor = order?.restMinor ?? null;
  const base = { heading: paid.heading, movedMinor, strip: null, charged: null, urgency: 'polite' as const };
  const more = link.payments.length;
  if (more > 1) {
    return { ...base, strip: paid.more({ count: more }), say: paid.sayMore, next: paid.nextMore, urgency: 'assertive' };
  }
  const late = link.isLate ? paid.late : null;
  const excessMinor = order?.excessMinor ?? linkExcessMinorOf(link);
  if (excessMinor > 0) {
    const strip = [late, sum.tooMuch({ amount: money(excessMinor) })].filter(Boolean).join(' · ');
    const say = link.isLate ? paid.sayLate : paid.sayTooMuch({ asked: money(link.totalMinor) });
    return { ...base, strip, say, next: sum.tooMuchNext({ amount: money(excessMinor) }), urgency: 'assertive' };
  }
  if (isPartlyPaidLink(link) && restMinor !== 0)
    return partMessage(link, texts, restMinor ?? link.totalMinor - movedMinor);
  if (late) return { ...base, strip: late, say: paid.sayLate, next: paid.nextLate, urgency: 'assertive' };
  const next = restMinor !== null && restMinor > 0 ? outcomes.partly.next({ rest: money(restMinor) }) : paid.next;
  if (link.isTooLate) return { ...base, strip: paid.tooLate, say: paid.sayTooLate, next, urgency: 'assertive' };
  if (restMinor === 0) return { ...base, say: sum.complete, next: sum.completeNext };
  const tipMinor = movedMinor - link.amountMinor;
  return {
    ...base,
    say: tipMinor > 0 && link.tipMaxMinor + link.tipMinor > 0 ? paid.sayTip({ tip: money(tipMinor) }) : paid.say,
    next,
  };
}

/** Message for a link that was paid with less than the requested amount, or was not paid. */
function partMessage(link: PayLinkView, texts: Texts, restMinor: number): LinkMessage {
  const { links, outcomes } = texts.words;
  const { paid, ended } = links;
  const money = (amountMinor: number) => texts.money(amountMinor, link.currency);
  const movedMinor = link.paidMinor ?? 0;
  const strip = link.isLate ? paid.late : link.isTooLate ? paid.tooLate : null;
  if (movedMinor === 0) {
    return {
      heading: paid.nothing,
      movedMinor: null,
      strip,
      charged: outcomes.notCharged,
      say: paid.sayNothing,
      next: ended.next({ amount: money(restMinor) }),
      urgency: 'assertive',
    };
  }
  return {
    heading: outcomes.partly.heading,
    movedMinor,
    strip,
    charged: null,
    say: paid.sayPart({ paid: money(movedMinor), asked: money(link.totalMinor) }),
    next: outcomes.partly.next({ rest: money(restMinor) }),
    urgency: 'assertive',
  };
}

function unpaidMessage(link: PayLinkView, texts: Texts, order: OrderSum | null): LinkMessage {
  const { links, outcomes } = texts.words;
  const { ended } = links;
  const words = ended[link.state === 'expired' ? 'expired' : link.state === 'failed' ? 'failed' : 'closed'];
  const why = link.failure ? whatHappened(link.failure, texts) : null;
  return {
    heading: words.heading,
    movedMinor: null,
    strip: null,
    charged: outcomes.notCharged,
    say: [words.say, why].filter(Boolean).join(' '),
    next: ended.next({ amount: texts.money(order?.restMinor ?? link.totalMinor, link.currency) }),
    urgency: 'assertive',
  };
}
