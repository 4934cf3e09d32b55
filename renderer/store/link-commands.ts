import {
  outcomeNameOf,
  orderKeyOf,
  surchargeOf,
  toFailure,
  type Operator,
  type OrderRoot,
  type OtherTender,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { entryAmountMinor } from './amount-entry.ts';
import { PayLinkSubmissions, type LinkParts } from './pay-link-submissions.ts';
import { permitted, run } from './run.ts';
import { nothingTyped } from './sale-slice.ts';
import { isAnswered, questionOf } from './large-amount.ts';
import { activeTip, amountRefusal } from './selectors.ts';
import { setProblem, setSale } from './till-store.ts';
import { tipMinorOf } from './tip.ts';

/** Commands for payment links and other tenders. A refusal is shown on screen, except where a command rejects. */
export interface LinkCommands {
  /** Opens a link for the typed amount, with the chosen tip if there is one. */
  openLink: () => Promise<void>;
  /** Opens a link for the rest of a partly paid payment. */
  openRestLink: (first: OrderRoot, amountMinor: number) => Promise<void>;
  /** Opens another link for the same amounts. Only after the first link has ended unpaid. */
  openLinkAgain: (link: PayLinkView) => Promise<void>;
  /** Answers whether to create a link for a paid order, or whether an open link is another customer's. */
  answerLinkRepeat: (isMeant: boolean) => Promise<void>;
  closeLink: (link: string) => Promise<void>;
  /** Polls the platform now. */
  pollLink: (link: string) => Promise<void>;
  /** Rejects with the host's failure. */
  sendLink: (link: string, way: 'EMAIL' | 'SMS', to: string) => Promise<PayLinkView>;
  /** Leaves an open link to its customer, so that the counter is free for the next customer. */
  leaveLink: (link: string) => void;
  /** Shows a link again that was left open. */
  showLink: (link: string) => void;
  /** Dismisses the outcome of a link. */
  dismissLink: (link: PayLinkView) => void;
  /**
   * Notes a tender that was received without the platform. `id` is created once per form, so that a retry is not noted
   * twice. Rejects with the host's failure.
   */
  noteOtherTender: (asked: AskedOtherTender) => Promise<OtherTender>;
  /** Withdraws a note that was a mistake; the note itself stays. Rejects with the host's failure. */
  takeBackOtherTender: (asked: { note: string; reason: string; operator?: Operator }) => Promise<OtherTender>;
  /** Lists the noted tenders of an order, newest first. Rejects with the host's failure. */
  listOtherTenders: (order: string) => Promise<OtherTender[]>;
}

interface AskedOtherTender {
  id: string;
  way: OtherTender['way'];
  /** Minor units. */
  amountMinor: number;
  currency: string;
  /** Partly paid payment whose rest was received, or null if the whole typed amount was received. */
  part: OrderRoot | null;
  order: string | null;
  note: string | null;
  /** Name of the cashier who received the tender. */
  by: string;
}

export function linkCommands(parts: LinkParts): LinkCommands {
  const { store, bridge, dismissed } = parts;
  const submissions = new PayLinkSubmissions(parts);

  return {
    async openLink() {
      const { mirror, sale } = store.getState();
      const till = mirror.host?.till;
      if (!mirror.host || !till || amountRefusal(store.getState())) return;
      const tip = activeTip(store.getState());
      const goodsMinor = tip ? tip.saleMinor : entryAmountMinor(sale.entry, till.currency);
      const tipMinor = tip ? tipMinorOf(tip, till) : 0;
      const amountMinor = goodsMinor + surchargeOf(till.surcharge, goodsMinor, tipMinor);
      const { currency } = till;
      const question = questionOf(mirror.host, { amountMinor: goodsMinor, tipMinor, way: 'link' });
      if (goodsMinor > 0 && question && !isAnswered(question, sale.amountCheck)) {
        return setSale(store, {
          amountCheck: question,
          asking: null,
          refusal: null,
          scannedMinor: null,
          problem: null,
        });
      }
      const isTipMeant = question !== null && question.largeTipMinor !== null;
      const { order, note } = sale;
      await submissions.open({ amountMinor, currency, tipMinor, isTipMeant, order, note, part: null });
    },
    openRestLink(first, amountMinor) {
      const { id: part, currency, note } = first;
      const order = orderKeyOf(first);
      return submissions.open({ amountMinor, currency, tipMinor: 0, isTipMeant: false, order, note, part });
    },
    async openLinkAgain(link) {
      const { amountMinor, currency, tipMinor, order, note, part } = link;
      dismissed.add([outcomeNameOf(link)]);
      // The first link has ended, so its tip was confirmed before.
      await submissions.open({ amountMinor, currency, tipMinor, isTipMeant: true, order, note, part });
    },
    async answerLinkRepeat(isMeant) {
      const { repeat } = submissions.links;
      if (!repeat) return;
      submissions.setLinks({ repeat: null });
      if (!isMeant) {
        setSale(store, { ...nothingTyped, problem: null });
        if (repeat.link !== null) dismissed.restore(repeat.link);
        return;
      }
      const { id: _id, isRepeatMeant, isOtherCustomer, ...asked } = repeat.submission;
      await submissions.open(
        asked,
        repeat.link === null ? { isRepeatMeant: true, isOtherCustomer } : { isRepeatMeant, isOtherCustomer: true },
      );
    },
    closeLink: (link) =>
      permitted(
        store,
        bridge,
        'close-link',
        (by) => (client, options) => client.link.close({ link, ...by }, options),
      ).then(
        () => undefined,
        (error: unknown) => setProblem(store, toFailure(error)),
      ),
    pollLink: (link) => run(store, bridge, (client, options) => client.link.poll({ link }, options)),
    sendLink: (link, way, to) => bridge.call((client, options) => client.link.send({ link, way, to }, options)),
    leaveLink(link) {
      dismissed.add([link]);
      setProblem(store, null);
    },
    showLink: (link) => dismissed.restore(link),
    dismissLink(link) {
      dismissed.add([outcomeNameOf(link)]);
      setProblem(store, null);
    },
    listOtherTenders: (order) => bridge.call((client, options) => client.otherTender.list({ order }, options)),
    takeBackOtherTender: (asked) => takeBackOtherTender(parts, asked),
    noteOtherTender: (asked) => noteOtherTender(parts, asked),
  };
}

/** Without `operator`, the window asks for a person with the role. */
function takeBackOtherTender(
  { store, bridge }: LinkParts,
  asked: { note: string; reason: string; operator?: Operator },
): Promise<OtherTender> {
  return permitted(
    store,
    bridge,
    'take-back',
    (by) => (client, options) => client.otherTender.takeBack({ ...asked, ...by }, options),
  );
}

/** If the name belongs to a person with a PIN, the window asks for the PIN. */
async function noteOtherTender(
  { store, bridge }: LinkParts,
  { id, way, amountMinor, currency, part, order, note, by }: AskedOtherTender,
): Promise<OtherTender> {
  const kept = part ? orderKeyOf(part) : order;
  const noted = await permitted(
    store,
    bridge,
    'note',
    (given) => (client, options) =>
      client.otherTender.note(
        {
          id,
          way,
          amountMinor,
          currency,
          operator: given.operator ?? { name: by },
          ...(kept === null ? {} : { order: kept }),
          ...(part ? { part: part.id } : {}),
          ...(note === null || note === '' ? {} : { note }),
        },
        options,
      ),
  );
  if (!part) setSale(store, { ...nothingTyped, problem: null });
  return noted;
}
