import { isUnfinishedLink, type PayLinkView } from '../../electron/contract/index.ts';
import type { SessionMemory } from './session.ts';

/** A payment link on its way to the host: what is asked for, under an id of its own. */
export interface PayLinkSubmission {
  id: string;
  /** Goods and surcharge, minor units. */
  amountMinor: number;
  tipMinor: number;
  currency: string;
  order: string | null;
  note: string | null;
  /** The partly paid payment whose rest it is. */
  part: string | null;
  /** An order that was paid already is meant: somebody was asked. */
  isRepeatMeant: boolean;
}

/** The host asks whether an order that was paid is to get a link: nothing was sent yet. */
export interface LinkRepeat {
  submission: PayLinkSubmission;
  /** How long ago it was paid. */
  minutes: number;
}

/** What belongs to this window alone of payment links. */
export interface LinkSlice {
  /** Pay link was pressed and the host has not shown the link yet. */
  submission: PayLinkSubmission | null;
  repeat: LinkRepeat | null;
  /** Put away in this window: an open link by its id, an end by `endOf`. */
  aside: readonly string[];
  /** ISO instant: ends before it are old news in this window. */
  since: string;
}

/** No more are remembered: nobody has so many links on one till. */
const MAX_ASIDE = 100;

export function emptyLinks(nowMs: number, staleMs: number, memory: SessionMemory): LinkSlice {
  return { submission: null, repeat: null, aside: memory.linksAside(), since: new Date(nowMs - staleMs).toISOString() };
}

/** Names one end of a link: another end of the same link comes up again. */
export function endOf({ id, finishedAt }: PayLinkView): string {
  return `${id}/${finishedAt ?? ''}`;
}

/** With one more put away. */
export function withAside(links: LinkSlice, name: string): LinkSlice {
  return { ...links, aside: [...links.aside.filter((one) => one !== name), name].slice(-MAX_ASIDE) };
}

const isLoud = (link: PayLinkView): boolean => link.isLate || link.payments.length > 1;

/**
 * The link on screen: an unfinished one that was not put aside, or an end that was not read yet. Of a link that was left
 * open for the next customer only what nobody expects comes up by itself; the rest is a line under the amount.
 */
export function shownLink(links: readonly PayLinkView[], slice: LinkSlice): PayLinkView | undefined {
  return links.find((link) => {
    const isLeft = slice.aside.includes(link.id);
    if (isUnfinishedLink(link)) return !isLeft;
    const isRead = slice.aside.includes(endOf(link)) || (link.finishedAt ?? '') < slice.since;
    return !isRead && (!isLeft || isLoud(link));
  });
}

/** Links that were left open for the next customer, and ends of those that nobody has read. */
export function linksAside(links: readonly PayLinkView[], slice: LinkSlice): PayLinkView[] {
  return links.filter((link) => {
    if (!slice.aside.includes(link.id)) return false;
    return isUnfinishedLink(link) || !(slice.aside.includes(endOf(link)) || isLoud(link));
  });
}
