/**
 * One press of Charge: its id, sending it, and finding out what became of it when the answer is lost.
 *
 *   press -> kept in sessionStorage -> payment.start -> the host has it (forgotten here) | the host says no | nobody knows
 *                                                                                          (asked until it is known)
 */
import { isOpenAttempt, surchargeOf, TillError, toFailure, type AttemptView } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { attemptIdFrom } from './ids.ts';
import { nothingTyped } from './sale-slice.ts';
import { shownAttempt, tillTerminal } from './selectors.ts';
import type { PressedCharge, SessionMemory } from './session.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';

/** What is charged, besides the amount. */
export interface ChargeMore {
  /** What the amount is in. Default: the till's; another one is refused, for the same number is another amount there. */
  currency?: string;
  /** Default `sale`; `authorization` holds it, to be captured later. */
  kind?: PressedCharge['kind'];
  /** On top of the amount, minor units. */
  tipMinor?: number;
  /** Default: what the till is set up for. Zero for the rest of an amount that a surcharge was part of already. */
  surchargeMinor?: number;
  /** A hold with this much room for a tip that is added later. */
  tipRoomMinor?: number | null;
  /** The terminal asks for the tip. */
  isTipOnTerminal?: boolean;
  order?: string | null;
  note?: string | null;
}

/** What the verbs need of the world. */
export interface SaleParts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  now: () => number;
  newId?: (nowMs: number) => string;
}

export interface Presses {
  /** Charges an amount of goods. `isNewSale`: never under the id of an earlier press. */
  start(amountMinor: number, more: ChargeMore, options: { isNewSale: boolean; isRepeatMeant?: boolean }): Promise<void>;
  /** Puts an outcome away in this window. */
  dismissShown(attempt: AttemptView): void;
}

/** A press older than this is not sent again by itself: by then somebody else may stand at the counter. Milliseconds. */
export const RESEND_WITHIN_MS = 15_000;

const SETTLE_EVERY_MS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Failures that leave open whether the host took the payment; every other one is its answer "no". */
function leavesOpen(code: string): boolean {
  return code === 'IPC_DISCONNECTED' || code === 'HOST_INTERNAL' || code === 'HOST_STOPPING';
}

export function createPresses({ store, bridge, memory, now, newId = attemptIdFrom }: SaleParts): Presses {
  const keep = (pressed: PressedCharge | null) => {
    memory.keepPressed(pressed);
    setSale(store, { pressed });
  };
  const isKnown = (id: string) => store.getState().mirror.host?.attempts.some((attempt) => attempt.id === id) ?? false;
  const isLive = () => store.getState().mirror.connection.state === 'live';
  const isStillPressed = (id: string) => store.getState().sale.pressed?.id === id;

  /** Sends one press; the same press again is the same payment. */
  async function send(pressed: PressedCharge): Promise<void> {
    // Nobody stands at a kiosk who could say what to do with a part.
    const partialApproval = store.getState().mirror.host?.till.isKiosk ? 'release' : 'ask';
    try {
      await bridge.call((client, options) => client.payment.start({ ...requestOf(pressed), partialApproval }, options));
      // The host has it on disk. The screen changes when the mirror shows it, not before.
      memory.keepPressed(null);
    } catch (error) {
      const failure = toFailure(error);
      if (leavesOpen(failure.code)) return settle(pressed);
      keep(null);
      if (failure.code === 'PAY_DUPLICATE') {
        const { attempt, minutes } = failure.context ?? {};
        setSale(store, {
          repeat: {
            pressed,
            attempt: typeof attempt === 'string' ? attempt : null,
            minutes: typeof minutes === 'number' ? minutes : 1,
          },
        });
        return;
      }
      setProblem(store, failure);
    }
  }

  /**
   * Finds out whether the host has the press, for as long as the connection lives; after a new one, `watchForAttempts`
   * takes it up again. When the host never got it, the amount goes back to the cashier.
   */
  async function settle(pressed: PressedCharge): Promise<void> {
    while (isLive() && isStillPressed(pressed.id)) {
      try {
        await bridge.call((client, options) => client.payment.get({ attempt: pressed.id }, options));
        memory.keepPressed(null);
        return;
      } catch (error) {
        if (toFailure(error).code === 'PAY_NOT_FOUND') {
          memory.keepPressed({ ...pressed, isGivenBack: true });
          setSale(store, {
            pressed: null,
            problem: { code: 'PAY_NEVER_ARRIVED', message: 'The host never got this press of Charge' },
          });
          return;
        }
      }
      await pause(SETTLE_EVERY_MS);
    }
  }

  /** The press is over as soon as the host shows the attempt; what was typed belongs to it and goes with it. */
  function watchForAttempts(): void {
    let epochSettled = '';
    const check = () => {
      const { mirror, sale } = store.getState();
      const { pressed } = sale;
      if (!pressed) return;
      if (isKnown(pressed.id)) {
        keep(null);
        setSale(store, nothingTyped);
        return;
      }
      // A new life of the connection with a press the host does not show: ask, and send again while it is fresh.
      const life = `${mirror.epoch}/${mirror.connection.sinceMs}`;
      if (mirror.connection.state !== 'live' || epochSettled === life || memory.pressed() === null) return;
      epochSettled = life;
      // The press that is on its way in this very life is not resent; `send` hears its answer.
      if (pressed.pressedAtMs >= mirror.connection.sinceMs) return;
      const isFresh = now() - pressed.pressedAtMs <= RESEND_WITHIN_MS;
      void (isFresh ? send(pressed) : settle(pressed));
    };
    store.subscribe(check);
    check();
  }

  function dismissShown(attempt: AttemptView): void {
    const others = store.getState().mirror.host?.attempts ?? [];
    // A hold is at rest without being finished; it is put away as it stands.
    const ended = [attempt, ...others]
      .filter((one) => !isOpenAttempt(one))
      .map((one) => one.finishedAt ?? one.updatedAt);
    // By time of finishing, not by id: a payment that was checking all along still comes up when it is solved.
    const until = ended.reduce((a, b) => (a > b ? a : b), store.getState().sale.dismissedUntil);
    memory.keepDismissedUntil(until);
    setSale(store, { dismissedUntil: until });
  }

  watchForAttempts();
  return {
    dismissShown,
    async start(amountMinor, more, { isNewSale, isRepeatMeant = false }) {
      const {
        kind = 'sale',
        tipMinor = 0,
        tipRoomMinor = null,
        isTipOnTerminal = false,
        order = null,
        note = null,
      } = more;
      const { mirror, sale } = store.getState();
      const till = mirror.host?.till;
      if (sale.pressed || !till || amountMinor <= 0) return;
      if (mirror.connection.state !== 'live') {
        const away = new TillError('IPC_DISCONNECTED', 'The host is away; nothing was sent');
        return setProblem(store, away.toFailure());
      }
      const shown = shownAttempt(store.getState());
      if (shown && isOpenAttempt(shown)) return;
      if ((more.currency ?? till.currency) !== till.currency) return setProblem(store, otherCurrency().toFailure());
      if (shown) dismissShown(shown);
      const terminal = tillTerminal(mirror.host)?.id ?? null;
      const kept = isNewSale ? null : memory.pressed();
      const isSamePress =
        kept?.amountMinor === amountMinor &&
        kept.tipMinor === tipMinor &&
        kept.kind === kind &&
        kept.currency === till.currency &&
        kept.terminal === terminal;
      const pressed: PressedCharge = {
        id: kept && isSamePress ? kept.id : newId(now()),
        kind,
        amountMinor,
        tipMinor,
        surchargeMinor: more.surchargeMinor ?? surchargeOf(till.surcharge, amountMinor, tipMinor),
        tipRoomMinor: kind === 'authorization' ? tipRoomMinor : null,
        isTipOnTerminal,
        currency: till.currency,
        order,
        note,
        isRepeatMeant,
        terminal,
        pressedAtMs: now(),
        isGivenBack: false,
      };
      keep(pressed);
      setSale(store, { problem: null, refusal: null, scannedMinor: null, asking: null, repeat: null, tip: null });
      await send(pressed);
    },
  };
}

/** The till was set to another currency since the amount was shown. */
export function otherCurrency(): TillError {
  return new TillError('PAY_AMOUNT', 'That is another currency.', { context: { reason: 'CURRENCY_UNKNOWN' } });
}

/** A press as the contract wants it: what is not there is left out. */
function requestOf(pressed: PressedCharge) {
  const { id, kind, amountMinor, tipMinor, surchargeMinor, tipRoomMinor, currency, order, note, terminal } = pressed;
  return {
    id,
    amountMinor,
    currency,
    isRepeatMeant: pressed.isRepeatMeant,
    ...(kind === 'sale' ? {} : { kind }),
    ...(tipMinor === 0 ? {} : { tipMinor }),
    ...(surchargeMinor === 0 ? {} : { surchargeMinor }),
    ...(tipRoomMinor === null ? {} : { tipRoomMinor }),
    ...(pressed.isTipOnTerminal ? { isTipOnTerminal: true } : {}),
    ...(order === null ? {} : { order }),
    ...(note === null ? {} : { note }),
    ...(terminal === null ? {} : { terminal }),
  };
}
