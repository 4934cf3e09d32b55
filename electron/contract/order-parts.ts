/** What an order that was paid in parts adds up to. Pure; host and UI both use it, so they cannot disagree. */
import { linkExcessMinorOf, linkTipOf, type OtherTender, type PayLinkView } from './pay-links.ts';
import type { AttemptView } from './attempt-view.ts';

/** The first payment of an order, which was for the whole of it: by card, or through a link. */
export type OrderRoot = AttemptView | PayLinkView;

const isLink = (one: OrderRoot): one is PayLinkView => 'openedAt' in one;
const beganAt = (one: OrderRoot): string => (isLink(one) ? one.openedAt : one.startedAt);

/** What an order is known by: the till's reference, or the id of its first payment. */
export function orderKeyOf({ order, id }: Pick<OrderRoot, 'order' | 'id'>): string {
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
  /** Paid beyond what the order costs and the tips of its parts: owed back. */
  excessMinor: number;
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
  const { totalMinor, tipRoomMinor = 0, terminalTipMinor = 0, surchargeChangeMinor = 0, capturedElsewhere } = attempt;
  // Of a tab it is the bill, which may be less than was held.
  if (typeof capturedElsewhere?.askedMinor === 'number') return capturedElsewhere.askedMinor;
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

/**
 * Paid with less than was asked for. A hold that this till captured for less is paid as it was meant to be; by another's capture
 * it is not.
 */
export function isPartlyPaid(attempt: AttemptView): boolean {
  const { state, capturedMinor, capturedElsewhere } = attempt;
  const isWhole = isSale(attempt) || typeof capturedElsewhere?.askedMinor === 'number';
  return isWhole && state === 'captured' && capturedMinor !== null && capturedMinor < askedMinorOf(attempt);
}

/** Paid through it with less than it asked for, as the whole of an order. */
export function isPartlyPaidLink({ state, part, paidMinor, totalMinor }: PayLinkView): boolean {
  return state === 'paid' && part === null && (paidMinor ?? 0) < totalMinor;
}

/** A link for a whole order that did not simply pay it: less or more came, or it was paid when nobody expected it any more. */
function isRootLink(link: PayLinkView): boolean {
  if (link.state !== 'paid' || link.part !== null) return false;
  return isPartlyPaidLink(link) || linkExcessMinorOf(link) > 0 || (link.isLate && link.order !== null);
}

/**
 * The payment in parts that `one` belongs to, as the first of them, which was for the whole order; undefined where
 * it was paid in one. An order reference that comes again later begins anew once its parts have added up.
 */
export function orderRootOf(
  one: OrderRoot,
  { attempts, payLinks = [] }: Pick<PartSources, 'attempts' | 'payLinks'>,
): OrderRoot | undefined {
  const key = orderKeyOf(one);
  const before = [...attempts.filter(isPartlyPaid), ...payLinks.filter(isRootLink)].filter(
    (other) => (other.id === key || other.order === key) && beganAt(other) <= beganAt(one),
  );
  return before.toSorted((a, b) => (beganAt(a) < beganAt(b) ? -1 : 1))[0];
}

/** What a payment brought; one that a person decided to be paid, what it asked for. Minor units. */
function paidMinorOf(attempt: AttemptView): number {
  if (attempt.state === 'decided') return attempt.decision?.verdict === 'paid' ? askedMinorOf(attempt) : 0;
  return attempt.state === 'captured' ? (attempt.capturedMinor ?? 0) : 0;
}

/** A part, and what only its sum needs. */
interface FoundPart extends OrderPart {
  beganAt: string;
  /** What of it is a tip or a surcharge on top of what was left to pay, minor units. */
  tipMinor: number;
}

/** What was paid of the order of `root`, oldest first, and what is missing or too much. */
export function orderSumOf(root: OrderRoot, sources: PartSources): OrderSum {
  const totalMinor = isLink(root) ? root.totalMinor + rootTipOf(root) : askedMinorOf(root);
  const parts: FoundPart[] = [];
  let paidMinor = 0;
  let owedMinor = totalMinor;
  /** When it had added up: what began after that is another order of the same reference. */
  let completeAt: string | null = null;
  for (const part of foundParts(root, sources)) {
    if (completeAt !== null && part.beganAt > completeAt) continue;
    parts.push(part);
    paidMinor += part.amountMinor;
    if (part.id !== root.id) owedMinor += part.tipMinor;
    if (completeAt === null && paidMinor >= totalMinor) completeAt = part.at;
  }
  return {
    totalMinor,
    parts: parts.map(({ kind, id, amountMinor, at }) => ({ kind, id, amountMinor, at })),
    restMinor: Math.max(0, totalMinor - paidMinor),
    excessMinor: Math.max(0, paidMinor - owedMinor),
  };
}

/** What of the first link's payment is a tip beyond what it asked for. */
function rootTipOf({ paidMinor, totalMinor, tipMaxMinor }: PayLinkView): number {
  return Math.min(tipMaxMinor, Math.max(0, (paidMinor ?? 0) - totalMinor));
}

function foundParts(root: OrderRoot, { attempts, payLinks = [], otherTenders = [] }: PartSources): FoundPart[] {
  const key = orderKeyOf(root);
  const isLater = (one: { part: string | null; order: string | null }, at: string) =>
    one.part === root.id || (one.order === key && at > beganAt(root));
  const sales = isLink(root) ? attempts : [root, ...attempts.filter(({ id }) => id !== root.id)];
  const cards = sales.flatMap((one): FoundPart[] => {
    const isOfOrder = one.id === root.id || (isSale(one) && isLater({ part: null, order: one.order }, one.startedAt));
    const amountMinor = paidMinorOf(one) - one.reversedMinor;
    if (!isOfOrder || amountMinor <= 0) return [];
    const tipMinor = Math.min(amountMinor, Math.max(0, askedMinorOf(one) - one.amountMinor));
    return [{ kind: 'card', id: one.id, amountMinor, at: endOf(one), beganAt: one.startedAt, tipMinor }];
  });
  const asked = isLink(root) ? [root, ...payLinks.filter(({ id }) => id !== root.id)] : payLinks;
  const links = asked.flatMap((one): FoundPart[] => {
    const amountMinor = (one.paidMinor ?? 0) - (one.reversedMinor ?? 0);
    if (amountMinor <= 0 || !(one.id === root.id || isLater(one, one.openedAt))) return [];
    const tipMinor = linkTipOf(one);
    return [{ kind: 'link', id: one.id, amountMinor, at: endOf(one), beganAt: one.openedAt, tipMinor }];
  });
  const others = otherTenders.flatMap((one): FoundPart[] =>
    !one.takenBack && isLater(one, one.at)
      ? [{ kind: one.way, id: one.id, amountMinor: one.amountMinor, at: one.at, beganAt: one.at, tipMinor: 0 }]
      : [],
  );
  return [...cards, ...links, ...others].sort((a, b) => (a.at < b.at ? -1 : 1));
}

const endOf = ({ finishedAt, updatedAt }: Pick<OrderRoot, 'finishedAt' | 'updatedAt'>): string =>
  finishedAt ?? updatedAt;

/** An order that was paid too often, and what is owed of it. */
interface OverpaidOrder {
  root: OrderRoot;
  excessMinor: number;
}

/** Every order of which more was paid than it costs, until so much of it is given back. */
export function overpaidOrdersOf(sources: PartSources): OverpaidOrder[] {
  const { attempts, payLinks = [] } = sources;
  return [...attempts.filter(isPartlyPaid), ...payLinks.filter(isRootLink)].flatMap((root) => {
    if (orderRootOf(root, sources)?.id !== root.id) return [];
    const { excessMinor } = orderSumOf(root, sources);
    return excessMinor > 0 ? [{ root, excessMinor }] : [];
  });
}
