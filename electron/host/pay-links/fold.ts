/** Between the link machine and the journal: a link from its entries, and its row. */
import { fold, type Machine } from '../attempts/index.ts';
import { searchTermsOf, type Entry, type PayLinkStore } from '../journal/index.ts';
import type { Intent } from '../payments/index.ts';
import { linkIdOf, linkPaymentsOf, linkPaymentViews } from './link-payments.ts';
import {
  beginLink,
  isUnfinished,
  linkWatchedUntil,
  nextLink,
  type Link,
  type LinkEffect,
  type LinkStep,
  type TimedLinkEvent,
} from './machine/index.ts';

const stepOf = ({ link: state, effects }: LinkStep) => ({ state, effects });

/** The link machine as its runner knows it. */
export const linkMachine: Machine<Link, TimedLinkEvent, LinkEffect> = {
  begin: (event) => (event.type === 'begin' || event.type === 'adopted' ? stepOf(beginLink(event)) : undefined),
  next(link, event) {
    const step = nextLink(link, event);
    return step ? stepOf(step) : undefined;
  },
};

/** The link that a list of journal entries describes; undefined when they do not begin with its first. */
export function foldLink(entries: readonly Entry[]): Link | undefined {
  return fold(linkMachine, entries);
}

/** What was paid through a link, by its id as a payment; undefined: nothing was. */
export function linkPaymentIn(book: Pick<PayLinkStore, 'entries'>, payment: string): Intent | undefined {
  const link = foldLink(book.entries(linkIdOf(payment)));
  return link && linkPaymentsOf(link).find(({ attempt }) => attempt === payment);
}

/** The journal's row of a link. */
export function linkRowOf(link: Link) {
  return {
    id: link.intent.link,
    startedAt: link.intent.startedAt,
    isOpen: isUnfinished(link),
    watchUntil: linkWatchedUntil(link),
    order: link.intent.order,
    payments: linkPaymentViews(link).map(searchTermsOf),
    records: linkPaymentsOf(link).flatMap(({ paidByLink }) =>
      paidByLink ? [{ id: paidByLink.transfer, owner: paidByLink.link }] : [],
    ),
  };
}
