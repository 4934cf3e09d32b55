import {
  endNameOf,
  isPartlyPaidLink,
  isUnfinishedLink,
  linkExcessMinorOf,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { isPutAway } from './put-away.ts';
import type { TillState } from './till-store.ts';

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
}

/** Somebody has to do something about it. */
const isLoud = (link: PayLinkView): boolean =>
  link.isLate || link.payments.length > 1 || isPartlyPaidLink(link) || linkExcessMinorOf(link) > 0;

/**
 * The link on screen: an unfinished one that was not put aside, or an end that was not read yet. Of a link that was left
 * open for the next customer only what nobody expects comes up by itself; the rest is a line under the amount.
 */
export function shownLink(state: TillState): PayLinkView | undefined {
  return linksOf(state).find((link) => {
    const isLeft = isPutAway(state, link.id);
    if (isUnfinishedLink(link)) return !isLeft;
    return !isPutAway(state, endNameOf(link)) && (!isLeft || isLoud(link));
  });
}

/** Links that were left open for the next customer, and ends of those that nobody has read. */
export function linksAside(state: TillState): PayLinkView[] {
  return linksOf(state).filter((link) => {
    if (!isPutAway(state, link.id)) return false;
    return isUnfinishedLink(link) || !(isPutAway(state, endNameOf(link)) || isLoud(link));
  });
}

const linksOf = ({ mirror }: TillState): readonly PayLinkView[] => mirror.host?.payLinks ?? [];
