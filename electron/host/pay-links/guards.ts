/**
 * An order is paid once: these checks have to pass before it is charged, gets a link, or is noted as paid with another
 * tender. Each runs in the same turn as the step itself, so no other event can intervene.
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

/** Facts of a sale that identify its order. `order` null: the amount identifies it. */
export interface SaleFacts extends OrderFacts {
  /** The partly paid payment whose rest this is. */
  part: string | null;
}

export interface GuardSources {
  /** Open payments and the newest others, links and notes. */
  state: () => PartSources;
  /** Payments of an order by its key, including those that are no longer among the newest. */
  paymentsOfOrder: (order: string) => readonly AttemptView[];
  unfinishedLinks: () => readonly PayLinkView[];
  linksOfOrder: (order: string) => readonly PayLinkView[];
  notesOfOrder: (order: string) => readonly OtherTender[];
  /** Time after a payment in which the same amount leads to a question, between card and link. */
  sameCardWithinMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Time since something ended; by default computed from `now`. */
  ageMs?: (one: Ended) => number;
}

export class Guards {
  readonly #sources: GuardSources;

  constructor(sources: GuardSources) {
    this.#sources = sources;
  }

  /**
   * `isOtherCustomer`: the cashier answered that a link which shares only its amount with the sale is another
   * customer's. The context has `isAskable` if the cashier can be asked that.
   * @throws PAY_LINK_OPEN while a link of the order is unfinished
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
   * Ignores open tabs, and sales without a reference, which belong to separate orders.
   * @throws PAY_ORDER_OPEN while a payment with the order's own reference runs, is checked or awaits a decision, on any
   * terminal
   */
  noneRunning({ order }: SaleFacts): void {
    if (order === null) return;
    // The state has every open payment, however old.
    const running = this.#sources.state().attempts.find((one) => {
      const isOfOrder = one.order === order || one.id === order;
      return isOfOrder && one.kind !== 'refund' && isOpenAttempt(one);
    });
    if (running) throw orderOpen(running);
  }

  /** @throws PAY_ORDER_OPEN while a payment of the order runs, is checked, awaits a decision, or is held */
  noPayment(sale: SaleFacts): void {
    const found = this.#attemptsOf(sale).find((one) => {
      if (one.kind === 'refund') return false;
      const isOwn = sale.order !== null && one.id === sale.order;
      // A hold without a reference is a separate tab, whatever its amount.
      if (one.state === 'authorized') return isOwn || (one.order !== null && one.order === sale.order);
      return isOpenAttempt(one) && (isOwn || isSameOrder(one, sale));
    });
    if (found) throw orderOpen(found);
  }

  /** @throws PAY_DUPLICATE when the order was paid by link, in full, or for this amount minutes ago */
  notPaidByLink(sale: SaleFacts): void {
    const links = sale.order === null ? (this.#sources.state().payLinks ?? []) : this.#sources.linksOfOrder(sale.order);
    const paid = links.find((one) => {
      if (one.state !== 'paid' || isGivenBack(one) || !isSameOrder(one, sale)) return false;
      // A rest may be paid in several parts; then only the same amount minutes ago is asked about. A link that paid
      // only a part of the order leaves the rest to be paid.
      const isWhole = sale.order !== null && sale.part === null && one.part === null && !isPartlyPaidLink(one);
      return isWhole || (one.totalMinor === sale.totalMinor && this.#isRecent(one));
    });
    if (!paid) return;
    throw new TillError('PAY_DUPLICATE', 'This order was paid by link.', {
      context: { link: paid.id, minutes: minutesOf(this.#ageMs(paid)) },
    });
  }

  /** @throws PAY_DUPLICATE when the order was paid by card */
  notPaidByCard(sale: SaleFacts): void {
    const paid = this.#attemptsOf(sale).find((one) => {
      if (!hasPaid(one) || sale.part !== null || !isSameOrder(one, sale)) return false;
      return sale.order !== null || this.#isRecent(one);
    });
    if (paid) throw this.#paidByCard(paid);
  }

  /**
   * A reference comes again another day, and an order that is paid in parts has parts of other amounts.
   * @throws PAY_DUPLICATE when the sale's own reference was paid this very amount by card, whichever card that was
   */
  notPaidAlready(sale: SaleFacts): void {
    if (sale.order === null) return;
    const paid = this.#attemptsOf(sale).find(
      (one) =>
        one.order === sale.order &&
        one.currency === sale.currency &&
        one.amountMinor === sale.amountMinor &&
        hasPaid(one) &&
        // oxlint-disable-next-line tillbridge/no-wall-durations -- it may have ended in an earlier run, perhaps days ago
        this.#sources.now() - endedAt(one) <= ORDER_WITHIN_MS,
    );
    if (paid) throw this.#paidByCard(paid);
  }

  /**
   * Checks a payment for the rest of another payment or of a link.
   * @throws PAY_STATE when nothing is left to pay, PAY_AMOUNT when the amount is more than the rest
   */
  isRest(part: OrderRoot, amountMinor: number): void {
    const state = this.#sources.state();
    // The search covers the whole journal, so that an older payment counts too.
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

  /**
   * Payments that may belong to this sale: by its reference from the whole journal, the newest in their current state.
   */
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

/** True if every payment through the link was fully reversed. */
function isGivenBack({ paidMinor, reversedMinor = 0 }: PayLinkView): boolean {
  return reversedMinor > 0 && reversedMinor >= (paidMinor ?? 0);
}

/**
 * True for a card payment that was not reversed in full. If the manager decided the payment, only the verdict is known.
 */
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

/** A reference comes again another day; an order that is paid in parts is not spread over more than a day. */
const ORDER_WITHIN_MS = 24 * 60 * 60_000;

/** Leaves out payments of an earlier order with the same reference. */
function since(part: OrderRoot, found: readonly AttemptView[]): readonly AttemptView[] {
  const from = Date.parse('openedAt' in part ? part.openedAt : part.startedAt) - ORDER_WITHIN_MS;
  return found.filter(({ startedAt }) => Date.parse(startedAt) >= from);
}

/** Each item once; of two items with the same id the first. */
function merged<Item extends { id: string }>(first: readonly Item[], others: readonly Item[] = []): Item[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !known.has(id))];
}
