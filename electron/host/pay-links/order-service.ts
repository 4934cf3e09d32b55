/** Requests for an order that do not involve a card at the terminal: links, and money received with another tender. */
import {
  TillError,
  type ChargeRequest,
  type OtherTender,
  type OtherTenderRequest,
  type PartSources,
  type PayLinkRequest,
  type PayLinkView,
} from '../../contract/index.ts';
import type { PayLinkStore } from '../journal/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import type { CompletionAges } from '../time/index.ts';
import { Guards, type SaleFacts } from './guards.ts';
import { openOrderPayments } from './order-payments.ts';
import type { PayLinks } from './service.ts';

export interface OrderServiceOptions {
  links: PayLinks;
  journal: {
    payLinks: Pick<PayLinkStore, 'note' | 'noted' | 'notes' | 'takeBack'>;
    finder: Parameters<typeof openOrderPayments>[0];
  };
  engine: Pick<PaymentEngine, 'get' | 'getMany'>;
  /** The host's current state. */
  state: () => PartSources;
  publish: (noted: OtherTender) => void;
  /** Keeps card numbers out of typed text. */
  clean: (text: string) => string;
  /** Time after a payment in which the same amount leads to a question, between card and link. */
  sameCardWithinMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  ends: Pick<CompletionAges, 'ageMs'>;
}

/** More notes than any order has. */
const MAX_NOTES = 500;

export class OrderService {
  readonly #options: OrderServiceOptions;
  readonly #book: OrderServiceOptions['journal']['payLinks'];
  readonly #guards: Guards;

  constructor(options: OrderServiceOptions) {
    const { links, engine, journal, state, sameCardWithinMs, now, ends } = options;
    this.#options = options;
    this.#book = journal.payLinks;
    this.#guards = new Guards({
      state,
      paymentsOfOrder: openOrderPayments(journal.finder, engine),
      unfinishedLinks: () => links.unfinished(),
      linksOfOrder: (order) => links.ofOrder(order),
      notesOfOrder: (order) => this.#book.notes(MAX_NOTES, { order }),
      sameCardWithinMs,
      now,
      ageMs: (one) => ends.ageMs(one),
    });
  }

  /**
   * Checks a payment before it starts; not called for a known payment.
   * @throws PAY_LINK_OPEN, PAY_ORDER_OPEN, PAY_DUPLICATE
   */
  beforeCharge(charge: ChargeRequest): void {
    const { kind, order, amountMinor, tipMinor, surchargeMinor, currency, isRepeatMeant, isOtherCustomer } = charge;
    if (kind === 'refund') return;
    const totalMinor = amountMinor + tipMinor + surchargeMinor;
    const sale: SaleFacts = { order: this.#textOf(order), amountMinor, totalMinor, currency, part: null };
    this.#guards.noLink(sale, isOtherCustomer);
    this.#guards.noneRunning(sale);
    if (isRepeatMeant) return;
    this.#guards.notPaidByLink(sale);
    this.#guards.notPaidAlready(sale);
  }

  openLink(asked: PayLinkRequest): PayLinkView {
    if (this.#options.links.has(asked.id)) return this.#options.links.get(asked.id);
    const sale = this.#factsOf(asked);
    this.#guards.noLink(sale, asked.isOtherCustomer);
    this.#guards.noPayment(sale);
    if (asked.isRepeatMeant === false) {
      this.#guards.notPaidByLink(sale);
      this.#guards.notPaidByCard(sale);
    }
    return this.#options.links.open({ ...asked, order: sale.order, note: this.#textOf(asked.note), part: sale.part });
  }

  /**
   * Writes a note to disk, under the name `by`. A known id returns the existing note.
   * @throws PAY_LINK_OPEN, PAY_ORDER_OPEN, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE
   */
  note(asked: OtherTenderRequest & { by: string }): OtherTender {
    const known = this.#book.noted(asked.id);
    if (known) return known;
    if (asked.amountMinor === 0) {
      throw new TillError('PAY_AMOUNT', 'There is nothing to note of nothing.', {
        context: { reason: 'AMOUNT_ZERO' },
      });
    }
    const sale = this.#factsOf(asked);
    this.#guards.noLink(sale);
    this.#guards.noPayment(sale);
    const { id, way, amountMinor, currency, by } = asked;
    const noted: OtherTender = {
      id,
      order: sale.order,
      part: sale.part,
      way,
      amountMinor,
      currency,
      note: this.#textOf(asked.note),
      by,
      at: new Date(this.#options.now()).toISOString(),
    };
    this.#book.note(noted);
    this.#options.publish(noted);
    return noted;
  }

  /**
   * Withdraws a mistaken note. A repeated request counts once.
   * @throws PAY_NOT_FOUND, PAY_LINK_OPEN, PAY_ORDER_OPEN, JRNL_UNWRITABLE
   */
  takeBack({ note, reason, by }: { note: string; reason: string; by: string }): OtherTender {
    const noted = this.#book.noted(note);
    if (!noted) throw new TillError('PAY_NOT_FOUND', `There is no note ${note}.`, { context: { note } });
    if (noted.takenBack) return noted;
    // While anything of the order is in progress, its open amount is unknown.
    const { order, amountMinor, currency, part } = noted;
    const sale: SaleFacts = { order, amountMinor, totalMinor: amountMinor, currency, part };
    this.#guards.noLink(sale);
    this.#guards.noPayment(sale);
    this.#book.takeBack(note, {
      by,
      reason: this.#options.clean(reason),
      at: new Date(this.#options.now()).toISOString(),
    });
    const standing = this.#book.noted(note) ?? noted;
    this.#options.publish(standing);
    return standing;
  }

  notes(limit: number, of: { part?: string | undefined; order?: string | undefined }): OtherTender[] {
    return this.#book.notes(limit, of);
  }

  #textOf(text: string | null | undefined): string | null {
    return text ? this.#options.clean(text) : null;
  }

  /** The rest of a payment belongs to that payment's order, unless the request contains an order. */
  #factsOf(asked: Pick<PayLinkRequest, 'order' | 'part' | 'currency' | 'amountMinor' | 'tipMinor'>): SaleFacts {
    const order = this.#textOf(asked.order);
    const { amountMinor, currency } = asked;
    const totalMinor = amountMinor + (asked.tipMinor ?? 0);
    if (asked.part === undefined) return { order, amountMinor, totalMinor, currency, part: null };
    const { links, engine } = this.#options;
    const part = links.has(asked.part) ? links.get(asked.part) : engine.get(asked.part);
    if (part.currency !== asked.currency) {
      throw new TillError('PAY_AMOUNT', 'That is another currency.', { context: { reason: 'CURRENCY_UNKNOWN' } });
    }
    this.#guards.isRest(part, totalMinor);
    return { order: order ?? part.order ?? part.id, amountMinor, totalMinor, currency, part: part.id };
  }
}
