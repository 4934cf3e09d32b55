/** Which payment link is on screen, and which wait under the amount. */
import {
  endNameOf,
  isPartlyPaidLink,
  isUnfinishedLink,
  linkExcessMinorOf,
  type Failure,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { isPutAway } from './dismissed-items.ts';
import type { TillState } from './till-store.ts';

/** Somebody has to do something about it. */
export const isLoud = (link: PayLinkView): boolean =>
  link.isLate || link.payments.length > 1 || isPartlyPaidLink(link) || linkExcessMinorOf(link) > 0;

/**
 * The link on screen: an unfinished one that was not put away, or an end that was not read yet. Of a link that was left
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
export function linksLeftOpen(state: TillState): PayLinkView[] {
  return linksOf(state).filter((link) => {
    if (!isPutAway(state, link.id)) return false;
    return isUnfinishedLink(link) || !(isPutAway(state, endNameOf(link)) || isLoud(link));
  });
}

/** Why the host asks whose link it is: the link. Undefined: that is not what the failure says, or nobody can answer it. */
export function askableLink({ mirror }: TillState, { code, context }: Failure): string | undefined {
  if (code !== 'PAY_LINK_OPEN' || context?.['isAskable'] !== true || mirror.host?.till.isKiosk !== false)
    return undefined;
  return typeof context['link'] === 'string' ? context['link'] : undefined;
}

/** Whether a link that is asked about has ended meanwhile: then there is nothing to ask any more. */
export function isOutdated(state: TillState, question: { link: string | null } | null): boolean {
  if (question === null || question.link === null) return false;
  const { link: asked } = question;
  return linksOf(state).some((link) => link.id === asked && !isUnfinishedLink(link));
}

const linksOf = ({ mirror }: TillState): readonly PayLinkView[] => mirror.host?.payLinks ?? [];
