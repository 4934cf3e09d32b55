/** What people ask for around an order that is not a card at the terminal: links, and money taken another way. */
import {
  TillError,
  type ChargeRequest,
  type LinkDelivery,
  type OtherTender,
  type PartSources,
  type PayLinkView,
} from '../../contract/index.ts';
import type { PayLinkStore } from '../journal/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import { createGuards, type SaleFacts } from './guards.ts';
import { openOrderPayments } from './order-payments.ts';
import type { PayLinks } from './service.ts';

export interface OrderDeskOptions {
  links: PayLinks;
  journal: {
    payLinks: Pick<PayLinkStore, 'note' | 'noted' | 'notes' | 'takeBack'>;
    finder: Parameters<typeof openOrderPayments>[0];
  };
  engine: Pick<PaymentEngine, 'get' | 'several'>;
  /** The host's state as it stands. */
  state: () => PartSources;
  publish: (noted: OtherTender) => void;
  /** Stops card numbers in what people type. */
  clean: (text: string) => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface AskedLink {
  id: string;
  amountMinor: number;
  currency: string;
  order?: string | undefined;
  note?: string | undefined;
  part?: string | undefined;
  tipMinor?: number | undefined;
  tipMaxMinor?: number | undefined;
  minutes?: number | undefined;
  isRepeatMeant?: boolean | undefined;
}

export interface AskedNote {
  id: string;
  way: OtherTender['way'];
  amountMinor: number;
  currency: string;
  order?: string | undefined;
  part?: string | undefined;
  note?: string | undefined;
  /** The name to write down. */
  by: string;
}

export interface OrderDesk {
  /** Called before a payment is started, not for one that is known already. Throws PAY_LINK_OPEN, PAY_ORDER_OPEN, PAY_DUPLICATE. */
  beforeCharge(charge: ChargeRequest): void;
  openLink(asked: AskedLink): PayLinkView;
  closeLink(link: string, by: string): PayLinkView;
  sendLink(link: string, way: LinkDelivery['way'], to: string): Promise<PayLinkView>;
  lookAtLink(link: string): void;
  link(id: string): PayLinkView;
  listLinks(limit: number): PayLinkView[];
  /** Written down and on disk. Throws PAY_LINK_OPEN, PAY_ORDER_OPEN, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  note(asked: AskedNote): OtherTender;
  /** A note was a mistake. The same twice is one. Throws PAY_NOT_FOUND, PAY_LINK_OPEN, PAY_ORDER_OPEN, JRNL_UNWRITABLE. */
  takeBack(asked: { note: string; reason: string; by: string }): OtherTender;
  notes(limit: number, of: { part?: string | undefined; order?: string | undefined }): OtherTender[];
}

/** More than any order has. */
const MOST_NOTES = 500;

export function createOrderDesk(options: OrderDeskOptions): OrderDesk {
  const { links, engine, clean, now } = options;
  const book = options.journal.payLinks;
  const guards = createGuards({
    state: options.state,
    paymentsOfOrder: openOrderPayments(options.journal.finder, engine),
    unfinishedLinks: () => links.unfinished(),
    linksOfOrder: (order) => links.ofOrder(order),
    notesOfOrder: (order) => book.notes(MOST_NOTES, { order }),
    now,
  });
  const textOf = (text: string | null | undefined): string | null => (text ? clean(text) : null);

  /** The rest of a payment belongs to its order, whoever asks. */
  function factsOf(asked: Pick<AskedLink, 'order' | 'part' | 'currency' | 'amountMinor' | 'tipMinor'>): SaleFacts {
    const order = textOf(asked.order);
    const { amountMinor, currency } = asked;
    const totalMinor = amountMinor + (asked.tipMinor ?? 0);
    if (asked.part === undefined) return { order, amountMinor, totalMinor, currency, part: null };
    const part = engine.get(asked.part);
    if (part.currency !== asked.currency) {
      throw new TillError('PAY_AMOUNT', 'That is another currency.', { context: { reason: 'CURRENCY_UNKNOWN' } });
    }
    guards.isRest(part, totalMinor);
    return { order: order ?? part.order ?? part.id, amountMinor, totalMinor, currency, part: part.id };
  }

  return {
    beforeCharge({ kind, order, amountMinor, tipMinor, surchargeMinor, currency, isRepeatMeant }) {
      if (kind === 'refund') return;
      const totalMinor = amountMinor + tipMinor + surchargeMinor;
      const sale: SaleFacts = { order: textOf(order), amountMinor, totalMinor, currency, part: null };
      guards.noLink(sale);
      guards.noneRunning(sale);
      if (!isRepeatMeant) guards.notPaidByLink(sale);
    },
    openLink(asked) {
      if (links.has(asked.id)) return links.get(asked.id);
      const sale = factsOf(asked);
      guards.noLink(sale);
      guards.noPayment(sale);
      if (asked.isRepeatMeant === false) {
        guards.notPaidByLink(sale);
        guards.notPaidByCard(sale);
      }
      const { id, amountMinor, tipMinor, tipMaxMinor, currency, minutes } = asked;
      return links.open({
        id,
        amountMinor,
        currency,
        order: sale.order,
        note: textOf(asked.note),
        part: sale.part,
        ...(tipMinor === undefined ? {} : { tipMinor }),
        ...(tipMaxMinor === undefined ? {} : { tipMaxMinor }),
        ...(minutes === undefined ? {} : { minutes }),
      });
    },
    closeLink: (link, by) => links.close(link, by),
    sendLink: (link, way, to) => links.send(link, way, to),
    lookAtLink: (link) => links.look(link),
    link: (id) => links.get(id),
    listLinks: (limit) => links.list(limit),
    note(asked) {
      const known = book.noted(asked.id);
      if (known) return known;
      if (asked.amountMinor === 0) {
        throw new TillError('PAY_AMOUNT', 'There is nothing to note of nothing.', {
          context: { reason: 'AMOUNT_ZERO' },
        });
      }
      const sale = factsOf(asked);
      guards.noLink(sale);
      guards.noPayment(sale);
      const noted: OtherTender = {
        id: asked.id,
        order: sale.order,
        part: sale.part,
        way: asked.way,
        amountMinor: asked.amountMinor,
        currency: asked.currency,
        note: textOf(asked.note),
        by: asked.by,
        at: new Date(now()).toISOString(),
      };
      book.note(noted);
      options.publish(noted);
      return noted;
    },
    takeBack({ note, reason, by }) {
      const noted = book.noted(note);
      if (!noted) throw new TillError('PAY_NOT_FOUND', `There is no note ${note}.`, { context: { note } });
      if (noted.takenBack) return noted;
      // While something of the order is under way nobody can say what is open of it.
      const { order, amountMinor, currency, part } = noted;
      const sale: SaleFacts = { order, amountMinor, totalMinor: amountMinor, currency, part };
      guards.noLink(sale);
      guards.noPayment(sale);
      book.takeBack(note, { by, reason: clean(reason), at: new Date(now()).toISOString() });
      const standing = book.noted(note) ?? noted;
      options.publish(standing);
      return standing;
    },
    notes: (limit, of) => book.notes(limit, of),
  };
}
