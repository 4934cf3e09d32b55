/** Selects the payment link on screen, and the links listed under the amount. */
import {
  outcomeNameOf,
  isPartlyPaidLink,
  isUnfinishedLink,
  linkExcessMinorOf,
  type Failure,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { isDismissed } from './dismissed-items.ts';
import type { TillState } from './till-store.ts';

/** True if the cashier has to act on the link, even if it was left open. */
export const needsAttention = (link: PayLinkView): boolean =>
  link.isLate || link.payments.length > 1 || isPartlyPaidLink(link) || linkExcessMinorOf(link) > 0;

/**
 * Link on screen: an unfinished link, or an outcome that is not dismissed. A link that was left open for the next
 * customer comes up by itself only if it needs the cashier (`needsAttention`); otherwise it is a line under the amount.
 */
export function shownLink(state: TillState): PayLinkView | undefined {
  return linksOf(state).find((link) => {
    const isLeft = isDismissed(state, link.id);
    if (isUnfinishedLink(link)) return !isLeft;
    return !isDismissed(state, outcomeNameOf(link)) && (!isLeft || needsAttention(link));
  });
}

/** Links that were left open for the next customer, including outcomes that are not dismissed. */
export function linksLeftOpen(state: TillState): PayLinkView[] {
  return linksOf(state).filter((link) => {
    if (!isDismissed(state, link.id)) return false;
    return isUnfinishedLink(link) || !(isDismissed(state, outcomeNameOf(link)) || needsAttention(link));
  });
}

/**
 * Id of the link in a failure that asks whether the link is another customer's. Returns undefined for any other
 * failure, and where the question cannot be answered, as at a kiosk.
 */
export function askableLink({ mirror }: TillState, { code, context }: Failure): string | undefined {
  if (code !== 'PAY_LINK_OPEN' || context?.['isAskable'] !== true || mirror.host?.till.isKiosk !== false)
    return undefined;
  return typeof context['link'] === 'string' ? context['link'] : undefined;
}

/** True if the link of the question has ended by now, so that the question is obsolete. */
export function isOutdated(state: TillState, question: { link: string | null } | null): boolean {
  if (question === null || question.link === null) return false;
  const { link: asked } = question;
  return linksOf(state).some((link) => link.id === asked && !isUnfinishedLink(link));
}

const linksOf = ({ mirror }: TillState): readonly PayLinkView[] => mirror.host?.payLinks ?? [];
