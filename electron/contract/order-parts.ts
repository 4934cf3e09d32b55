/** Sums of an order that was paid in parts. Pure; host and UI both use it, so they cannot disagree. */
import { linkExcessMinorOf, linkTipOf, type OtherTender, type PayLinkView } from './pay-links.ts';
import type { AttemptView } from './attempt-view.ts';

/** First payment of an order, for the whole amount: by card, or through a link. */
export type OrderRoot = AttemptView | PayLinkView;

const isLink = (one: OrderRoot): one is PayLinkView => 'openedAt' in one;
const beganAt = (one: OrderRoot): string => (isLink(one) ? one.openedAt : one.startedAt);

/** Key of an order: the till's reference, or the id of its first payment. */
export function orderKeyOf({ order, id }: Pick<OrderRoot, 'order' | 'id'>): string {
  return order ?? id;
}

interface OrderPart {
  kind: 'card' | 'link' | OtherTender['way'];
  /** Id of the payment, link or note. */
  id: string;
  /** In minor units, less reversals. */
  amountMinor: number;
  at: string;
}

export interface OrderSum {
  /** Price of the whole order, in minor units. */
  totalMinor: number;
  parts: OrderPart[];
  /** Amount still to be paid; never negative. */
  restMinor: number;
  /** Amount paid beyond the price of the order and the tips of its parts: owed to the customer. */
  excessMinor: number;
}

export interface PartSources {
  attempts: readonly AttemptView[];
  payLinks?: readonly PayLinkView[] | undefined;
  otherTenders?: readonly OtherTender[] | undefined;
}

/**
 * Amount that the customer was to pay, in minor units. It includes a tip entered on the terminal, but excludes unused
 * room for a tip and a surcharge that the platform did not request.
 */
export function askedMinorOf(attempt: AttemptView): number {
  const { totalMinor, tipRoomMinor = 0, terminalTipMinor = 0, surchargeChangeMinor = 0, capturedElsewhere } = attempt;
  // For a tab this is the bill, which may be less than the hold.
  if (typeof capturedElsewhere?.askedMinor === 'number') return capturedElsewhere.askedMinor;
  return totalMinor - tipRoomMinor + terminalTipMinor + surchargeChangeMinor;
}

/** A sale, including one held first so that a tip could be added. */
function isSale({ kind, tipRoomMinor }: AttemptView): boolean {
  return kind === 'sale' || (kind === 'authorization' && tipRoomMinor !== undefined);
}

/** Amount captured beyond the request and not reversed since, in minor units: an alarm until it is zero. */
export function unsettledExcessOf({ overCapturedMinor = 0, reversedMinor }: AttemptView): number {
  return Math.max(0, overCapturedMinor - reversedMinor);
}

/** Amount approved but not captured because it exceeded the request, in minor units. */
export function overApprovedMinorOf({ kind, state, authorizedMinor, capturedMinor }: AttemptView): number {
  if (kind !== 'sale' || state !== 'captured') return 0;
  return Math.max(0, (authorizedMinor ?? 0) - (capturedMinor ?? 0));
}

/**
 * True if less was paid than requested. A hold that this till captured for less is fully paid; a hold captured
 * elsewhere for less is not.
 */
export function isPartlyPaid(attempt: AttemptView): boolean {
  const { state, capturedMinor, capturedElsewhere } = attempt;
  const isWhole = isSale(attempt) || typeof capturedElsewhere?.askedMinor === 'number';
  return isWhole && state === 'captured' && capturedMinor !== null && capturedMinor < askedMinorOf(attempt);
}

/** True if a link for a whole order was paid with less than it asked for. */
export function isPartlyPaidLink({ state, part, paidMinor, totalMinor }: PayLinkView): boolean {
  return state === 'paid' && part === null && (paidMinor ?? 0) < totalMinor;
}

/** A link for a whole order that was paid with less or more than it asked for, or was paid after it had ended. */
function isRootLink(link: PayLinkView): boolean {
  if (link.state !== 'paid' || link.part !== null) return false;
  return isPartlyPaidLink(link) || linkExcessMinorOf(link) > 0 || (link.isLate && link.order !== null);
}

/**
 * Finds the first payment of the order in parts that `one` belongs to, or undefined if the order was paid at once. A
 * reused order reference starts a new order once the earlier parts add up.
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

/** Amount that a payment brought in, in minor units. If the manager decided that it was paid, the requested amount. */
function paidMinorOf(attempt: AttemptView): number {
  if (attempt.state === 'decided') return attempt.decision?.verdict === 'paid' ? askedMinorOf(attempt) : 0;
  return attempt.state === 'captured' ? (attempt.capturedMinor ?? 0) : 0;
}

/** A part with the fields that only the sum needs. */
interface FoundPart extends OrderPart {
  beganAt: string;
  /** Tip or surcharge in this part, on top of the amount left to pay, in minor units. */
  tipMinor: number;
}

/** Sums up the order of `root`: the paid parts, oldest first, and the rest or excess. */
export function orderSumOf(root: OrderRoot, sources: PartSources): OrderSum {
  const totalMinor = isLink(root) ? root.totalMinor + rootTipOf(root) : askedMinorOf(root);
  const parts: FoundPart[] = [];
  let paidMinor = 0;
  let owedMinor = totalMinor;
  /** Time when the order was fully paid. A payment begun later belongs to another order with the same reference. */
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

/** Tip in the first link's payment, beyond the amount requested. */
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

interface OverpaidOrder {
  root: OrderRoot;
  excessMinor: number;
}

/** Every overpaid order, until the excess is reversed. */
export function overpaidOrdersOf(sources: PartSources): OverpaidOrder[] {
  const { attempts, payLinks = [] } = sources;
  return [...attempts.filter(isPartlyPaid), ...payLinks.filter(isRootLink)].flatMap((root) => {
    if (orderRootOf(root, sources)?.id !== root.id) return [];
    const { excessMinor } = orderSumOf(root, sources);
    return excessMinor > 0 ? [{ root, excessMinor }] : [];
  });
}
