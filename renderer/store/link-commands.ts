import {
  isOpenAttempt,
  orderKeyOf,
  surchargeOf,
  TillError,
  toFailure,
  type AttemptView,
  type OtherTender,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { entryAmountMinor } from './amount-entry.ts';
import type { Bridge, Verb } from './bridge.ts';
import { attemptIdFrom } from './ids.ts';
import { endOf, withAside, type PayLinkSubmission, type LinkSlice } from './link-slice.ts';
import { nothingTyped } from './sale-slice.ts';
import { activeTip, shownAttempt } from './selectors.ts';
import { otherCurrency } from './charge-submissions.ts';
import type { SessionMemory } from './session.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';
import { tipMinorOf } from './tip.ts';

/** The verbs of payment links and of money taken another way. Those that say so reject; of the others a refusal is put on screen. */
export interface LinkCommands {
  /** A link for what was typed, with the tip where one was chosen. */
  openLink(): Promise<void>;
  /** A link for the rest of a partly paid payment. */
  openRestLink(attempt: AttemptView, amountMinor: number): Promise<void>;
  /** Another link for what this one asked for. Only after it has ended unpaid. */
  openLinkAgain(link: PayLinkView): Promise<void>;
  /** Answers whether an order that was paid is meant. */
  answerLinkRepeat(isMeant: boolean): Promise<void>;
  closeLink(link: string): Promise<void>;
  /** Asks the platform now. */
  lookAtLink(link: string): Promise<void>;
  /** Rejects with the host's failure. */
  sendLink(link: string, way: 'EMAIL' | 'SMS', to: string): Promise<PayLinkView>;
  /** Leaves an open link to its customer, for the next one. */
  leaveLink(link: string): void;
  /** Brings a link back that was left. */
  showLink(link: string): void;
  /** Puts the end of a link away. */
  dismissLink(link: PayLinkView): void;
  /** Writes down what was taken without the platform. `id` is minted once for each form. Rejects with the host's failure. */
  noteOtherTender(asked: AskedOtherTender): Promise<OtherTender>;
  /** A note was a mistake: said beside it. Rejects with the host's failure. */
  takeBackOtherTender(asked: { note: string; reason: string; by: string }): Promise<OtherTender>;
  /** What was noted of an order, newest first. Rejects with the host's failure. */
  listOtherTenders(order: string): Promise<OtherTender[]>;
}

interface AskedOtherTender {
  id: string;
  way: OtherTender['way'];
  /** Minor units. */
  amountMinor: number;
  currency: string;
  /** The payment whose rest it is; null: the whole of what was typed. */
  part: AttemptView | null;
  order: string | null;
  note: string | null;
  /** Who took it. */
  by: string;
}

interface LinkParts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  now: () => number;
}

const SETTLE_EVERY_MS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const leavesOpen = (code: string): boolean =>
  code === 'IPC_DISCONNECTED' || code === 'HOST_INTERNAL' || code === 'HOST_STOPPING';

export function linkCommands({ store, bridge, memory, now }: LinkParts): LinkCommands {
  const links = (): LinkSlice => store.getState().sale.link;
  const setLinks = (change: Partial<LinkSlice>) => setSale(store, { link: { ...links(), ...change } });
  const putAside = (name: string) => {
    const next = withAside(links(), name);
    memory.keepLinksAside(next.aside);
    setLinks(next);
  };
  const isKnown = (id: string) => store.getState().mirror.host?.payLinks?.some((link) => link.id === id) ?? false;

  async function run(verb: Verb<unknown>): Promise<void> {
    try {
      await bridge.call(verb);
    } catch (error) {
      setProblem(store, toFailure(error));
    }
  }

  async function send(submission: PayLinkSubmission): Promise<void> {
    const { order, note, part, tipMinor, ...asked } = submission;
    try {
      await bridge.call((client, options) =>
        client.link.open(
          {
            ...asked,
            ...(tipMinor === 0 ? {} : { tipMinor }),
            ...(order === null ? {} : { order }),
            ...(note === null ? {} : { note }),
            ...(part === null ? {} : { part }),
          },
          options,
        ),
      );
    } catch (error) {
      const failure = toFailure(error);
      if (leavesOpen(failure.code)) return settle(submission);
      setLinks({ submission: null });
      const { minutes } = failure.context ?? {};
      if (failure.code === 'PAY_DUPLICATE') {
        return setLinks({ repeat: { submission, minutes: typeof minutes === 'number' ? minutes : 1 } });
      }
      setProblem(store, failure);
    }
  }

  /** Finds out whether the host has the request. A link it never got was never asked for. */
  async function settle(submission: PayLinkSubmission): Promise<void> {
    while (links().submission?.id === submission.id) {
      try {
        await bridge.call((client, options) => client.link.get({ link: submission.id }, options));
        return;
      } catch (error) {
        if (toFailure(error).code === 'PAY_NOT_FOUND') {
          setLinks({ submission: null });
          return setProblem(store, { code: 'PAY_NEVER_ARRIVED', message: 'The host never got this press of Pay link' });
        }
      }
      await pause(SETTLE_EVERY_MS);
    }
  }

  async function open(asked: Omit<PayLinkSubmission, 'id' | 'isRepeatMeant'>, isRepeatMeant = false): Promise<void> {
    const { mirror } = store.getState();
    const till = mirror.host?.till;
    if (!till || links().submission || asked.amountMinor <= 0) return;
    if (mirror.connection.state !== 'live') {
      return setProblem(store, new TillError('IPC_DISCONNECTED', 'The host is away; nothing was sent').toFailure());
    }
    const shown = shownAttempt(store.getState());
    if (shown && isOpenAttempt(shown)) return;
    if (asked.currency !== till.currency) return setProblem(store, otherCurrency().toFailure());
    const submission: PayLinkSubmission = { ...asked, id: attemptIdFrom(now()), isRepeatMeant };
    setSale(store, {
      problem: null,
      refusal: null,
      asking: null,
      tip: null,
      link: { ...links(), submission, repeat: null },
    });
    await send(submission);
  }

  /** The request is over as soon as the host shows the link; what was typed belongs to it and goes with it. */
  store.subscribe(() => {
    const { submission } = links();
    if (!submission || !isKnown(submission.id)) return;
    const shown = shownAttempt(store.getState());
    const until = shown && !isOpenAttempt(shown) ? (shown.finishedAt ?? shown.updatedAt) : null;
    if (until !== null) memory.keepDismissedUntil(until);
    setSale(store, {
      ...(submission.part === null ? nothingTyped : {}),
      ...(until === null ? {} : { dismissedUntil: until }),
      link: { ...links(), submission: null },
    });
  });

  return {
    async openLink() {
      const { mirror, sale } = store.getState();
      const till = mirror.host?.till;
      if (!till) return;
      const tip = activeTip(store.getState());
      const goodsMinor = tip ? tip.saleMinor : entryAmountMinor(sale.entry, till.currency);
      const tipMinor = tip ? tipMinorOf(tip, till) : 0;
      const amountMinor = goodsMinor + surchargeOf(till.surcharge, goodsMinor, tipMinor);
      const { currency } = till;
      await open({ amountMinor, currency, tipMinor, order: sale.order, note: sale.note, part: null });
    },
    openRestLink(attempt, amountMinor) {
      const { id: part, currency, note } = attempt;
      return open({ amountMinor, currency, tipMinor: 0, order: orderKeyOf(attempt), note, part });
    },
    async openLinkAgain(link) {
      const { amountMinor, currency, tipMinor, order, note, part } = link;
      putAside(endOf(link));
      await open({ amountMinor, currency, tipMinor, order, note, part });
    },
    async answerLinkRepeat(isMeant) {
      const { repeat } = links();
      if (!repeat) return;
      setLinks({ repeat: null });
      if (!isMeant) return setSale(store, { ...nothingTyped, problem: null });
      const { amountMinor, currency, tipMinor, order, note, part } = repeat.submission;
      await open({ amountMinor, currency, tipMinor, order, note, part }, true);
    },
    closeLink: (link) => run((client, options) => client.link.close({ link }, options)),
    lookAtLink: (link) => run((client, options) => client.link.look({ link }, options)),
    sendLink: (link, way, to) => bridge.call((client, options) => client.link.send({ link, way, to }, options)),
    leaveLink(link) {
      putAside(link);
      setProblem(store, null);
    },
    showLink(link) {
      const aside = links().aside.filter((one) => one !== link);
      memory.keepLinksAside(aside);
      setLinks({ aside });
    },
    dismissLink(link) {
      putAside(endOf(link));
      setProblem(store, null);
    },
    listOtherTenders: (order) => bridge.call((client, options) => client.otherTender.list({ order }, options)),
    takeBackOtherTender: ({ note, reason, by }) =>
      bridge.call((client, options) => client.otherTender.takeBack({ note, reason, operator: { name: by } }, options)),
    async noteOtherTender({ id, way, amountMinor, currency, part, order, note, by }) {
      const kept = part ? orderKeyOf(part) : order;
      const noted = await bridge.call((client, options) =>
        client.otherTender.note(
          {
            id,
            way,
            amountMinor,
            currency,
            operator: { name: by },
            ...(kept === null ? {} : { order: kept }),
            ...(part ? { part: part.id } : {}),
            ...(note === null || note === '' ? {} : { note }),
          },
          options,
        ),
      );
      if (!part) setSale(store, { ...nothingTyped, problem: null });
      return noted;
    },
  };
}
