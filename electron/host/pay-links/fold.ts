/** Maps between link machine and journal: folds a link from its entries, and builds its row. */
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

export const linkMachine: Machine<Link, TimedLinkEvent, LinkEffect> = {
  begin: (event) => (event.type === 'begin' || event.type === 'adopted' ? stepOf(beginLink(event)) : undefined),
  next(link, event) {
    const step = nextLink(link, event);
    return step ? stepOf(step) : undefined;
  },
};

/** Link that journal entries describe, or undefined if they do not start with its first event. */
export function foldLink(entries: readonly Entry[]): Link | undefined {
  return fold(linkMachine, entries);
}

/** Payment made through a link, by its id as a payment, or undefined if there is none. */
export function linkPaymentIn(book: Pick<PayLinkStore, 'entries'>, payment: string): Intent | undefined {
  const link = foldLink(book.entries(linkIdOf(payment)));
  return link && linkPaymentsOf(link).find(({ attempt }) => attempt === payment);
}

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
