/** Submits payment links: creates the id, sends the request, and resolves an unknown outcome after a lost answer. */
import { pause, systemClock } from '../../electron/domain/index.ts';
import { outcomeNameOf, isOpenAttempt, TillError, toFailure } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { isOutcomeUnknown, otherCurrency, SETTLE_EVERY_MS } from './charge-submissions.ts';
import { attemptIdFrom } from './ids.ts';
import type { LinkSlice, PayLinkSubmission } from './link-slice.ts';
import type { StartedHere } from './started-here.ts';
import type { DismissedItems } from './dismissed-items.ts';
import { nothingTyped } from './sale-slice.ts';
import { askableLink, isOutdated } from './shown-links.ts';
import { shownAttempt } from './selectors.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';

export interface LinkParts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  dismissed: DismissedItems;
  own: StartedHere;
  now: () => number;
}

/** The cashier's answers to the questions about a repeat and an open link. */
type Answers = Pick<PayLinkSubmission, 'isRepeatMeant' | 'isOtherCustomer'>;
type AskedPayLink = Omit<PayLinkSubmission, 'id' | keyof Answers>;

export class PayLinkSubmissions {
  readonly #store: TillStore;
  readonly #bridge: LinkParts['bridge'];
  readonly #dismissed: DismissedItems;
  readonly #own: StartedHere;
  readonly #now: () => number;

  constructor({ store, bridge, dismissed, own, now }: LinkParts) {
    this.#store = store;
    this.#bridge = bridge;
    this.#dismissed = dismissed;
    this.#own = own;
    this.#now = now;
    store.subscribe(() => this.#followMirror());
  }

  get links(): LinkSlice {
    return this.#store.getState().sale.link;
  }

  setLinks(change: Partial<LinkSlice>): void {
    setSale(this.#store, { link: { ...this.links, ...change } });
  }

  async open(asked: AskedPayLink, answered: Partial<Answers> = {}): Promise<void> {
    const state = this.#store.getState();
    const { mirror } = state;
    const till = mirror.host?.till;
    if (!till || this.links.submission || asked.amountMinor <= 0) return;
    if (mirror.connection.state !== 'live') {
      const away = new TillError('IPC_DISCONNECTED', 'The host is away; nothing was sent');
      return setProblem(this.#store, away.toFailure());
    }
    const shown = shownAttempt(state);
    if (shown && isOpenAttempt(shown)) return;
    if (asked.currency !== till.currency) return setProblem(this.#store, otherCurrency().toFailure());
    const submission: PayLinkSubmission = {
      ...asked,
      id: attemptIdFrom(this.#now()),
      isRepeatMeant: false,
      isOtherCustomer: false,
      ...answered,
    };
    this.#own.add(submission.id);
    setSale(this.#store, {
      problem: null,
      refusal: null,
      asking: null,
      amountCheck: null,
      tip: null,
      link: { ...this.links, submission, repeat: null },
    });
    await this.#send(submission);
  }

  async #send(submission: PayLinkSubmission): Promise<void> {
    const { order, note, part, tipMinor, ...asked } = submission;
    try {
      await this.#bridge.call((client, options) =>
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
      if (isOutcomeUnknown(failure.code)) return this.#settle(submission);
      this.setLinks({ submission: null });
      const { minutes } = failure.context ?? {};
      const link = askableLink(this.#store.getState(), failure) ?? null;
      if (failure.code === 'PAY_DUPLICATE' || link !== null) {
        return this.setLinks({ repeat: { submission, minutes: typeof minutes === 'number' ? minutes : null, link } });
      }
      setProblem(this.#store, failure);
    }
  }

  /** Polls until it is known whether the host has the request. Only a request that arrived can have created a link. */
  async #settle(submission: PayLinkSubmission): Promise<void> {
    while (this.links.submission?.id === submission.id) {
      try {
        await this.#bridge.call((client, options) => client.link.get({ link: submission.id }, options));
        return;
      } catch (error) {
        if (toFailure(error).code === 'PAY_NOT_FOUND') {
          this.setLinks({ submission: null });
          return setProblem(this.#store, {
            code: 'PAY_NEVER_ARRIVED',
            message: 'The host never got this press of Pay link',
          });
        }
      }
      await pause(systemClock, SETTLE_EVERY_MS);
    }
  }

  /** Ends the request when the host shows its link, and clears the input that it was made from. */
  #followMirror(): void {
    const { submission } = this.links;
    const state = this.#store.getState();
    if (isOutdated(state, this.links.repeat)) return this.setLinks({ repeat: null });
    if (!submission || !state.mirror.host?.payLinks?.some(({ id }) => id === submission.id)) return;
    const shown = shownAttempt(state);
    if (shown && !isOpenAttempt(shown)) this.#dismissed.add([outcomeNameOf(shown)]);
    setSale(this.#store, {
      ...(submission.part === null ? nothingTyped : {}),
      link: { ...this.links, submission: null },
    });
  }
}
