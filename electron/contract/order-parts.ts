/** What an order that was paid in parts adds up to. Pure; host and UI both use it, so they cannot disagree. */
import type { OtherTender, PayLinkView } from './pay-links.ts';
import type { AttemptView } from './attempt-view.ts';

/** What an order is known by: the till's reference, or the id of its first payment. */
export function orderKeyOf({ order, id }: Pick<AttemptView, 'order' | 'id'>): string {
  return order ?? id;
}

/** One part of an order that was paid. */
interface OrderPart {
  kind: 'card' | 'link' | OtherTender['way'];
  /** Of the payment, the link or the note. */
  id: string;
  /** Minor units; what was given back is taken off. */
  amountMinor: number;
  at: string;
}

export interface OrderSum {
  /** What the whole order costs, minor units. */
  totalMinor: number;
  parts: OrderPart[];
  /** What is still to be paid; never below zero. */
  restMinor: number;
}

/** Where the parts of an order are found. */
export interface PartSources {
  attempts: readonly AttemptView[];
  payLinks?: readonly PayLinkView[] | undefined;
  otherTenders?: readonly OtherTender[] | undefined;
}

/**
 * What the customer was to pay, minor units: a tip given on the terminal is owed too, room for one that nobody gave is not, nor
 * a surcharge that the platform did not ask for.
 */
export function askedMinorOf(attempt: AttemptView): number {
  const { totalMinor, tipRoomMinor = 0, terminalTipMinor = 0, surchargeChangeMinor = 0 } = attempt;
  return totalMinor - tipRoomMinor + terminalTipMinor + surchargeChangeMinor;
}

/** A sale, also one that was held first so that a tip could be added. */
function isSale({ kind, tipRoomMinor }: AttemptView): boolean {
  return kind === 'sale' || (kind === 'authorization' && tipRoomMinor !== undefined);
}

/** Taken and neither asked for nor given back since, minor units: an alarm until it is. */
export function unsettledExcessOf({ overCapturedMinor = 0, reversedMinor }: AttemptView): number {
  return Math.max(0, overCapturedMinor - reversedMinor);
}

/** Approved and not taken, since it was more than was asked for. Minor units. */
export function overApprovedMinorOf({ kind, state, authorizedMinor, capturedMinor }: AttemptView): number {
  if (kind !== 'sale' || state !== 'captured') return 0;
  return Math.max(0, (authorizedMinor ?? 0) - (capturedMinor ?? 0));
}

/** Paid with less than was asked for. A hold that is captured for less is paid as it was meant to be. */
export function isPartlyPaid(attempt: AttemptView): boolean {
  const { state, capturedMinor } = attempt;
  return isSale(attempt) && state === 'captured' && capturedMinor !== null && capturedMinor < askedMinorOf(attempt);
}

/**
 * The payment in parts that `attempt` belongs to, as the first of them, which was for the whole order; undefined where
 * it was paid in one. An order reference that comes again later begins anew once its parts have added up.
 */
export function orderRootOf(attempt: AttemptView, attempts: readonly AttemptView[]): AttemptView | undefined {
  const key = orderKeyOf(attempt);
  const before = attempts.filter(
    (one) => (one.id === key || one.order === key) && isPartlyPaid(one) && one.startedAt <= attempt.startedAt,
  );
  return before.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))[0];
}

/** What a payment brought; one that a person decided to be paid, what it asked for. Minor units. */
function paidMinorOf(attempt: AttemptView): number {
  if (attempt.state === 'decided') return attempt.decision?.verdict === 'paid' ? askedMinorOf(attempt) : 0;
  return attempt.state === 'captured' ? (attempt.capturedMinor ?? 0) : 0;
}

/** What was paid of the order of `root`, oldest first, and what is missing. */
export function orderSumOf(root: AttemptView, { attempts, payLinks = [], otherTenders = [] }: PartSources): OrderSum {
  const key = orderKeyOf(root);
  const cards = [root, ...attempts.filter(({ id }) => id !== root.id)].flatMap((one): OrderPart[] => {
    const isOfOrder = one.id === root.id || (one.order === key && isSale(one) && one.startedAt > root.startedAt);
    const amountMinor = paidMinorOf(one) - one.reversedMinor;
    if (!isOfOrder || amountMinor <= 0) return [];
    return [{ kind: 'card', id: one.id, amountMinor, at: one.finishedAt ?? one.updatedAt }];
  });
  const links = payLinks.flatMap((one): OrderPart[] =>
    one.paidMinor !== null && (one.part === root.id || (one.order === key && one.openedAt > root.startedAt))
      ? [{ kind: 'link', id: one.id, amountMinor: one.paidMinor, at: one.finishedAt ?? one.updatedAt }]
      : [],
  );
  const others = otherTenders.flatMap((one): OrderPart[] =>
    !one.takenBack && (one.part === root.id || (one.order === key && one.at > root.startedAt))
      ? [{ kind: one.way, id: one.id, amountMinor: one.amountMinor, at: one.at }]
      : [],
  );
  const parts = [...cards, ...links, ...others].sort((a, b) => (a.at < b.at ? -1 : 1));
  const paidMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const totalMinor = askedMinorOf(root);
  return { totalMinor, parts, restMinor: Math.max(0, totalMinor - paidMinor) };
}
