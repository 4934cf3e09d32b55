/**
 * Submitting a charge: its id, sending it, and finding out what became of it when the answer is lost.
 *
 *   Charge -> kept in sessionStorage -> payment.start -> the host has it (forgotten here) | the host says no | nobody knows
 *                                                                                           (asked until it is known)
 */
import { pause, systemClock } from '../../electron/domain/index.ts';
import {
  chargeDefaults,
  endNameOf,
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
 * What a caller may say of a charge besides its amount. `currency` other than the till's is refused, for the same number is
 * another amount there. `surchargeMinor` defaults to what the till is set up for; zero for the rest of an amount that a
 * surcharge was part of already.
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

/** What the verbs need of the world. */
export interface SaleParts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  putAway: DismissedItems;
  own: StartedHere;
  now: () => number;
  newId?: (nowMs: number) => string;
}

/** A submission older than this is not sent again by itself: by then somebody else may stand at the counter. Milliseconds. */
const RESEND_WITHIN_MS = 15_000;

/** Between two questions whether the host has got a request, milliseconds. */
export const SETTLE_EVERY_MS = 1_000;

/** Failures that leave open whether the host took the request; every other one is its answer "no". */
export function isOutcomeUnknown(code: string): boolean {
  return code === 'IPC_DISCONNECTED' || code === 'HOST_INTERNAL' || code === 'HOST_STOPPING';
}

export class ChargeSubmissions {
  readonly #store: TillStore;
  readonly #bridge: SaleParts['bridge'];
  readonly #memory: SessionMemory;
  readonly #now: () => number;
  readonly #newId: (nowMs: number) => string;
  readonly #putAway: DismissedItems;
  readonly #own: StartedHere;
  /** The life of the connection in which a submission of an earlier one was asked about. */
  #settledIn = '';

  constructor({ store, bridge, memory, now, putAway, own, newId = attemptIdFrom }: SaleParts) {
    this.#store = store;
    this.#bridge = bridge;
    this.#memory = memory;
    this.#now = now;
    this.#newId = newId;
    this.#putAway = putAway;
    this.#own = own;
    store.subscribe(() => this.#followMirror());
    this.#followMirror();
  }

  /** Charges an amount of goods. `isNewSale`: never under the id of an earlier submission. */
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
      // Its payment came up between the look at the key and the press.
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
      // Nobody stands at a kiosk who could say what to do with a part.
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

  /** Puts away what has ended, on every window of the till: the payments, and the link whose end is on screen. */
  dismissShown(): void {
    const state = this.#store.getState();
    // By the end and not by the payment: one that was checking all along still comes up when it is solved.
    const ended = (state.mirror.host?.attempts ?? []).filter((one) => !isOpenAttempt(one));
    const link = shownLink(state);
    this.#putAway.add([...ended, ...(link && !isUnfinishedLink(link) ? [link] : [])].map(endNameOf));
  }

  #keep(submission: ChargeSubmission | null): void {
    this.#memory.keepSubmission(submission);
    if (submission) this.#own.add(submission.id);
    setSale(this.#store, { submission });
  }

  #isLive(): boolean {
    return this.#store.getState().mirror.connection.state === 'live';
  }

  /** Sends a submission; the same one again is the same payment. */
  async #send(submission: ChargeSubmission): Promise<void> {
    const { pressedAtMs: _at, isGivenBack: _given, ...request } = submission;
    try {
      await this.#bridge.call((client, options) => client.payment.start(request, options));
      // The host has it on disk. The screen changes when the mirror shows it, not before.
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
   * Finds out whether the host has the submission, for as long as the connection lives; in the next life of the connection
   * `#followMirror` begins again. When the host never got it, the amount goes back to the cashier.
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

  /** A submission is over as soon as the host shows the attempt; what was typed belongs to it and goes with it. */
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
    // A new life of the connection with a submission the host does not show: ask, and send again while it is fresh.
    const life = connectionId({ mirror });
    if (!this.#isLive() || this.#settledIn === life || this.#memory.submission() === null) return;
    this.#settledIn = life;
    // One that is on its way in this very life is not sent again; `#send` hears its answer.
    if (submission.pressedAtMs >= mirror.connection.sinceMs) return;
    // oxlint-disable-next-line tillbridge/no-wall-durations -- it was kept over a reload of the page
    const isFresh = this.#now() - submission.pressedAtMs <= RESEND_WITHIN_MS;
    void (isFresh ? this.#send(submission) : this.#settle(submission));
  }
}

/** A refusal for another payment's sake says what was pressed here: it came to nothing. */
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

/** The till was set to another currency since the amount was shown. */
export function otherCurrency(): TillError {
  return new TillError('PAY_AMOUNT', 'That is another currency.', { context: { reason: 'CURRENCY_UNKNOWN' } });
}
