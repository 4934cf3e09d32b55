/**
 * One order is paid once: what has to be true of an order before it is charged, gets a link, or is noted as paid another
 * way. Checked in the same turn as the step itself, so nothing can come between.
 */
import {
  isOpenAttempt,
  isPartlyPaidLink,
  isSameOrder,
  orderKeyOf,
  orderRootOf,
  orderSumOf,
  TillError,
  type AttemptView,
  type OrderFacts,
  type OrderRoot,
  type OtherTender,
  type PartSources,
  type PayLinkView,
} from '../../contract/index.ts';
import { minutesOf } from '../payments/index.ts';
import { endedAt, type Ended } from '../time/index.ts';

/** A sale, as far as an order is known by it. `order` null: known by its amount. */
export interface SaleFacts extends OrderFacts {
  /** The partly paid payment whose rest it is. */
  part: string | null;
}

export interface GuardSources {
  /** Open payments and the newest others, links and notes. */
  state: () => PartSources;
  /** The payments of an order by its key, also those that are no longer among the newest. */
  paymentsOfOrder: (order: string) => readonly AttemptView[];
  unfinishedLinks: () => readonly PayLinkView[];
  linksOfOrder: (order: string) => readonly PayLinkView[];
  notesOfOrder: (order: string) => readonly OtherTender[];
  /** How long after a payment the same amount is asked about between card and link, milliseconds. */
  sameCardWithinMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How long ago something ended, milliseconds; absent: by `now`. */
  ageMs?: (one: Ended) => number;
}

export class Guards {
  readonly #sources: GuardSources;

  constructor(sources: GuardSources) {
    this.#sources = sources;
  }

  /**
   * Throws PAY_LINK_OPEN while a link of the order is unfinished. `isOtherCustomer`: somebody said that a link which has nothing
   * but its amount in common with the sale is not this customer's; `isAskable` in the context where that can be asked.
   */
  noLink(sale: SaleFacts, isOtherCustomer = false): void {
    const link = this.#sources
      .unfinishedLinks()
      .find((one) => isSameOrder(one, sale) && !(isOtherCustomer && sale.order === null && one.order === null));
    if (!link) return;
    throw new TillError('PAY_LINK_OPEN', 'This order has a payment link that is not finished.', {
      context: { link: link.id, state: link.state, ...(sale.order === null ? { isAskable: true } : {}) },
    });
  }

  /**
   * Throws PAY_ORDER_OPEN while a payment of the order's own reference runs, is checked or waits for a decision, on
   * whatever terminal. A tab rests, and a sale without a reference is no other sale's order: neither is in the way.
   */
  noneRunning({ order }: SaleFacts): void {
    if (order === null) return;
    // Open ones are in the state however old.
    const running = this.#sources.state().attempts.find((one) => {
      const isOfOrder = one.order === order || one.id === order;
      return isOfOrder && one.kind !== 'refund' && isOpenAttempt(one);
    });
    if (running) throw orderOpen(running);
  }

  /** Throws PAY_ORDER_OPEN while a payment of the order runs, is checked, waits for a decision, or is held. */
  noPayment(sale: SaleFacts): void {
    const found = this.#attemptsOf(sale).find((one) => {
      if (one.kind === 'refund') return false;
      const isOwn = sale.order !== null && one.id === sale.order;
      // A hold without a reference is a tab of its own, whatever its amount.
      if (one.state === 'authorized') return isOwn || (one.order !== null && one.order === sale.order);
      return isOpenAttempt(one) && (isOwn || isSameOrder(one, sale));
    });
    if (found) throw orderOpen(found);
  }

  /** Throws PAY_DUPLICATE where the order was paid by link, as a whole, or for this amount minutes ago. */
  notPaidByLink(sale: SaleFacts): void {
    const links = sale.order === null ? (this.#sources.state().payLinks ?? []) : this.#sources.linksOfOrder(sale.order);
    const paid = links.find((one) => {
      if (one.state !== 'paid' || isGivenBack(one) || !isSameOrder(one, sale)) return false;
      // A rest may be paid in more than one part; then only the same amount minutes ago is asked about.
      // One that paid only a part of the order leaves the rest to be paid.
      const isWhole = sale.order !== null && sale.part === null && one.part === null && !isPartlyPaidLink(one);
      return isWhole || (one.totalMinor === sale.totalMinor && this.#isRecent(one));
    });
    if (!paid) return;
    throw new TillError('PAY_DUPLICATE', 'This order was paid by link.', {
      context: { link: paid.id, minutes: minutesOf(this.#ageMs(paid)) },
    });
  }

  /** Throws PAY_DUPLICATE where the order was paid by card. */
  notPaidByCard(sale: SaleFacts): void {
    const paid = this.#attemptsOf(sale).find((one) => {
      if (!hasPaid(one) || sale.part !== null || !isSameOrder(one, sale)) return false;
      return sale.order !== null || this.#isRecent(one);
    });
    if (paid) throw this.#paidByCard(paid);
  }

  /**
   * Throws PAY_DUPLICATE where the sale's own reference was paid this very amount by card, whichever card that was. A reference
   * comes again another day, and an order that is paid in parts has parts of other amounts.
   */
  notPaidAlready(sale: SaleFacts): void {
    if (sale.order === null) return;
    const paid = this.#attemptsOf(sale).find(
      (one) =>
        one.order === sale.order &&
        one.currency === sale.currency &&
        one.amountMinor === sale.amountMinor &&
        hasPaid(one) &&
        // oxlint-disable-next-line tillbridge/no-wall-durations -- it ended in an earlier run, perhaps days ago
        this.#sources.now() - endedAt(one) <= ORDER_WITHIN_MS,
    );
    if (paid) throw this.#paidByCard(paid);
  }

  /** The payment, or the link, whose rest is to be paid. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT. */
  isRest(part: OrderRoot, amountMinor: number): void {
    const state = this.#sources.state();
    // Of the whole journal: what is no longer among the newest was paid nevertheless.
    const ofOrder = (key: string): PartSources => ({
      attempts: merged(state.attempts, since(part, this.#sources.paymentsOfOrder(key))),
      payLinks: merged(this.#sources.linksOfOrder(key), state.payLinks),
      otherTenders: merged(this.#sources.notesOfOrder(key), state.otherTenders),
    });
    const root = orderRootOf(part, ofOrder(orderKeyOf(part))) ?? part;
    const sum = orderSumOf(root, ofOrder(orderKeyOf(root)));
    if ((part.state !== 'captured' && part.state !== 'paid') || sum.restMinor === 0) {
      throw new TillError('PAY_STATE', 'Nothing is left to pay of this payment.', {
        context: { attempt: part.id, state: part.state },
      });
    }
    if (amountMinor <= sum.restMinor) return;
    throw new TillError('PAY_AMOUNT', 'That is more than is left to pay.', {
      context: { reason: 'too-much', attempt: part.id, limitMinor: sum.restMinor },
    });
  }

  #paidByCard(paid: AttemptView): TillError {
    return new TillError('PAY_DUPLICATE', 'This order was paid by card.', {
      context: { attempt: paid.id, minutes: minutesOf(this.#ageMs(paid)) },
    });
  }

  /** What may be of this sale: by its reference from the whole journal, as the newest stand now. */
  #attemptsOf({ order }: SaleFacts): readonly AttemptView[] {
    const { attempts } = this.#sources.state();
    return order === null ? attempts : merged(attempts, this.#sources.paymentsOfOrder(order));
  }

  #isRecent(one: Ended): boolean {
    return this.#ageMs(one) <= this.#sources.sameCardWithinMs;
  }

  #ageMs(one: Ended): number {
    const { now, ageMs } = this.#sources;
    return ageMs?.(one) ?? now() - endedAt(one);
  }
}

/** All that was paid through it. */
function isGivenBack({ paidMinor, reversedMinor = 0 }: PayLinkView): boolean {
  return reversedMinor > 0 && reversedMinor >= (paidMinor ?? 0);
}

/** With a card, and not all of it given back; of a payment that a person decided, their word is all that is known. */
function hasPaid({ kind, state, capturedMinor, reversedMinor, decision }: AttemptView): boolean {
  if (kind === 'refund') return false;
  if (state === 'decided') return decision?.verdict === 'paid';
  return state === 'captured' && reversedMinor < (capturedMinor ?? 0);
}

function orderOpen({ id, state }: AttemptView): TillError {
  return new TillError('PAY_ORDER_OPEN', 'A payment of this order is not finished.', {
    context: { attempt: id, state },
  });
}

/** A reference comes again another day; an order that is paid in parts is not spread over more than one. */
const ORDER_WITHIN_MS = 24 * 60 * 60_000;

/** Without what belongs to an earlier order of the same reference. */
function since(part: OrderRoot, found: readonly AttemptView[]): readonly AttemptView[] {
  const from = Date.parse('openedAt' in part ? part.openedAt : part.startedAt) - ORDER_WITHIN_MS;
  return found.filter(({ startedAt }) => Date.parse(startedAt) >= from);
}

/** Each once; of two with one id the first. */
function merged<Item extends { id: string }>(first: readonly Item[], others: readonly Item[] = []): Item[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !known.has(id))];
}
