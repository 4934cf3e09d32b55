/**
 * Submits charges: creates the id, sends the request, and resolves an unknown outcome after a lost answer.
 *
 *   Charge -> kept in sessionStorage -> payment.start -> accepted (removed here) | refused | unknown outcome
 *                                                                                            (polled until known)
 */
import { pause, systemClock } from '../../electron/domain/index.ts';
import {
  chargeDefaults,
  outcomeNameOf,
  isOpenAttempt,
  isUnfinishedLink,
  surchargeOf,
  TillError,
  toFailure,
  type Failure,
} from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { isStartedHere, type StartedHere } from './started-here.ts';
import { attemptIdFrom } from './ids.ts';
import { askableLink, isOutdated, shownLink } from './shown-links.ts';
import { connectionId, type DismissedItems } from './dismissed-items.ts';
import { nothingTyped } from './sale-slice.ts';
import { shownAttempt, tillTerminal } from './selectors.ts';
import type { ChargeSubmission, SessionMemory } from './session.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';

/**
 * Details of a charge in addition to its amount. A `currency` other than the till's is refused, because the same number
 * is a different amount there. `surchargeMinor` defaults to the till's surcharge; it is zero for the rest of an amount
 * that already includes a surcharge.
 */
export type ChargeDetails = Partial<
  Pick<
    ChargeSubmission,
    | 'currency'
    | 'kind'
    | 'tipMinor'
    | 'isTipMeant'
    | 'surchargeMinor'
    | 'tipRoomMinor'
    | 'isTipOnTerminal'
    | 'order'
    | 'note'
  >
>;

/** Dependencies of the commands of a sale. */
export interface SaleParts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  dismissed: DismissedItems;
  own: StartedHere;
  now: () => number;
  newId?: (nowMs: number) => string;
}

/** Maximum age for an automatic retry: later, another customer may be at the counter. */
const RESEND_WITHIN_MS = 15_000;

/** Interval of the polls that ask whether the host has received a request. */
export const SETTLE_EVERY_MS = 1_000;

/** True for failures after which the host may have the request; every other failure is the host's refusal. */
export function isOutcomeUnknown(code: string): boolean {
  return code === 'IPC_DISCONNECTED' || code === 'HOST_INTERNAL' || code === 'HOST_STOPPING';
}

export class ChargeSubmissions {
  readonly #store: TillStore;
  readonly #bridge: SaleParts['bridge'];
  readonly #memory: SessionMemory;
  readonly #now: () => number;
  readonly #newId: (nowMs: number) => string;
  readonly #dismissed: DismissedItems;
  readonly #own: StartedHere;
  /** Connection on which an earlier connection's submission was already retried or polled. */
  #settledIn = '';

  constructor({ store, bridge, memory, now, dismissed, own, newId = attemptIdFrom }: SaleParts) {
    this.#store = store;
    this.#bridge = bridge;
    this.#memory = memory;
    this.#now = now;
    this.#newId = newId;
    this.#dismissed = dismissed;
    this.#own = own;
    store.subscribe(() => this.#followMirror());
    this.#followMirror();
  }

  /** Charges the price of goods, in minor units. `isNewSale`: under a new id, never that of an earlier submission. */
  async start(
    amountMinor: number,
    details: ChargeDetails,
    {
      isNewSale,
      isRepeatMeant = false,
      isOtherCustomer = false,
    }: { isNewSale: boolean } & Partial<Pick<ChargeSubmission, 'isRepeatMeant' | 'isOtherCustomer'>>,
  ): Promise<void> {
    const state = this.#store.getState();
    const till = state.mirror.host?.till;
    if (state.sale.submission || !till || amountMinor <= 0) return;
    if (!this.#isLive()) {
      const away = new TillError('IPC_DISCONNECTED', 'The host is away; nothing was sent');
      return setProblem(this.#store, away.toFailure());
    }
    const shown = shownAttempt(state);
    if (shown && isOpenAttempt(shown)) {
      // The payment appeared just before Charge was pressed.
      const busy = { code: 'PAY_BUSY' as const, message: 'Another window was first.', context: { attempt: shown.id } };
      return isStartedHere(state, shown.id)
        ? undefined
        : setProblem(this.#store, secondTo(busy, { ...details, amountMinor, currency: till.currency }));
    }
    if ((details.currency ?? till.currency) !== till.currency) {
      return setProblem(this.#store, otherCurrency().toFailure());
    }
    this.dismissShown();
    const asked = { ...chargeDefaults, ...details, amountMinor, currency: till.currency };
    const submission: ChargeSubmission = {
      ...asked,
      id: this.#newId(this.#now()),
      surchargeMinor: details.surchargeMinor ?? surchargeOf(till.surcharge, amountMinor, asked.tipMinor),
      tipRoomMinor: asked.kind === 'authorization' ? asked.tipRoomMinor : null,
      // Kiosks are unattended: no cashier can decide about a partial approval.
      partialApproval: till.isKiosk ? 'release' : 'ask',
      isRepeatMeant,
      isOtherCustomer,
      terminal: tillTerminal(state.mirror.host)?.id ?? null,
      pressedAtMs: this.#now(),
      isGivenBack: false,
    };
    const kept = isNewSale ? null : this.#memory.submission();
    if (kept && isSameCharge(kept, submission)) submission.id = kept.id;
    this.#keep(submission);
    setSale(this.#store, {
      problem: null,
      refusal: null,
      scannedMinor: null,
      asking: null,
      amountCheck: null,
      repeat: null,
      tip: null,
    });
    await this.#send(submission);
  }

  /** Dismisses every finished payment, and the link whose outcome is on screen, in all windows of the till. */
  dismissShown(): void {
    const state = this.#store.getState();
    // The name is that of the outcome, not of the payment: a payment in doubt is still shown once it is resolved.
    const ended = (state.mirror.host?.attempts ?? []).filter((one) => !isOpenAttempt(one));
    const link = shownLink(state);
    this.#dismissed.add([...ended, ...(link && !isUnfinishedLink(link) ? [link] : [])].map(outcomeNameOf));
  }

  #keep(submission: ChargeSubmission | null): void {
    this.#memory.keepSubmission(submission);
    if (submission) this.#own.add(submission.id);
    setSale(this.#store, { submission });
  }

  #isLive(): boolean {
    return this.#store.getState().mirror.connection.state === 'live';
  }

  /** Sends a submission. A retry is safe: the same id is the same payment. */
  async #send(submission: ChargeSubmission): Promise<void> {
    const { pressedAtMs: _at, isGivenBack: _given, ...request } = submission;
    try {
      await this.#bridge.call((client, options) => client.payment.start(request, options));
      // The host has stored the charge. The screen changes only when the mirror shows it.
      this.#memory.keepSubmission(null);
    } catch (error) {
      const failure = toFailure(error);
      if (isOutcomeUnknown(failure.code)) return this.#settle(submission);
      this.#keep(null);
      const link = askableLink(this.#store.getState(), failure) ?? null;
      if (failure.code !== 'PAY_DUPLICATE' && link === null)
        return setProblem(this.#store, secondTo(failure, submission));
      const { attempt, minutes } = failure.context ?? {};
      setSale(this.#store, {
        repeat: {
          submission,
          attempt: typeof attempt === 'string' ? attempt : null,
          minutes: typeof minutes === 'number' ? minutes : null,
          link,
        },
      });
    }
  }

  /**
   * Polls until it is known whether the host has the submission, or until the connection is lost; `#followMirror`
   * resumes on the next connection. If the host never received the submission, the amount can be charged again.
   */
  async #settle(submission: ChargeSubmission): Promise<void> {
    const isWaitedFor = () => this.#store.getState().sale.submission?.id === submission.id;
    while (this.#isLive() && isWaitedFor()) {
      try {
        await this.#bridge.call((client, options) => client.payment.get({ attempt: submission.id }, options));
        this.#memory.keepSubmission(null);
        return;
      } catch (error) {
        if (toFailure(error).code === 'PAY_NOT_FOUND') {
          this.#memory.keepSubmission({ ...submission, isGivenBack: true });
          setSale(this.#store, {
            submission: null,
            problem: { code: 'PAY_NEVER_ARRIVED', message: 'The host never got this press of Charge' },
          });
          return;
        }
      }
      await pause(systemClock, SETTLE_EVERY_MS);
    }
  }

  /** Ends a submission when the host shows its attempt, and clears the input that it was made from. */
  #followMirror(): void {
    const state = this.#store.getState();
    const { mirror, sale } = state;
    const { submission } = sale;
    if (isOutdated(state, sale.repeat)) return setSale(this.#store, { repeat: null });
    if (!submission) return;
    if (mirror.host?.attempts.some(({ id }) => id === submission.id)) {
      this.#keep(null);
      setSale(this.#store, nothingTyped);
      return;
    }
    // On a new connection, a submission that the host does not show is sent again while it is fresh, else polled.
    const connection = connectionId({ mirror });
    if (!this.#isLive() || this.#settledIn === connection || this.#memory.submission() === null) return;
    this.#settledIn = connection;
    // A submission that was made on this connection is not sent again: `#send` receives its answer.
    if (submission.pressedAtMs >= mirror.connection.sinceMs) return;
    // oxlint-disable-next-line tillbridge/no-wall-durations -- the time was stored across a reload of the page
    const isFresh = this.#now() - submission.pressedAtMs <= RESEND_WITHIN_MS;
    void (isFresh ? this.#send(submission) : this.#settle(submission));
  }
}

/**
 * Adds the amount to a refusal because of another payment, so that the message contains the amount that was not
 * charged.
 */
function secondTo(failure: Failure, pressed: ChargeDetails & { amountMinor: number; currency: string }): Failure {
  const { amountMinor, tipMinor = 0, surchargeMinor = 0, currency } = pressed;
  if ((failure.code !== 'PAY_BUSY' && failure.code !== 'PAY_ORDER_OPEN') || !failure.context?.['attempt'])
    return failure;
  return {
    ...failure,
    context: { ...failure.context, pressedMinor: amountMinor + tipMinor + surchargeMinor, currency },
  };
}

function isSameCharge(one: ChargeSubmission, other: ChargeSubmission): boolean {
  const fields = ['amountMinor', 'tipMinor', 'kind', 'currency', 'terminal'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** Error for an amount in another currency: the till's has changed since the amount was shown. */
export function otherCurrency(): TillError {
  return new TillError('PAY_AMOUNT', 'That is another currency.', { context: { reason: 'CURRENCY_UNKNOWN' } });
}
