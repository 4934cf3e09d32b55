import { isOpenAttempt, TillError, toFailure, type AttemptView } from '../../electron/contract/index.ts';
import { emptyEntry, entryAmountMinor, entryOf, pasteText, pressKey, type AmountKey } from './amount-entry.ts';
import type { Bridge } from './bridge.ts';
import { attemptIdFrom } from './ids.ts';
import { shownAttempt, tillTerminal } from './selectors.ts';
import type { PressedCharge, SessionMemory } from './session.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';

/** The verbs of the counter. None of them throws: a refusal is put on screen. */
export interface SaleCommands {
  typeKey(key: AmountKey): void;
  pasteAmount(text: string): void;
  clearAmount(): void;
  /** Puts an amount (minor units) into the window without charging it. */
  changeAmount(amountMinor: number): void;
  /** Charges what was typed. */
  charge(): Promise<void>;
  /** Charges an amount (minor units) again, as a new payment. Only after the earlier one has ended. */
  chargeAgain(amountMinor: number): Promise<void>;
  cancel(attempt: string): Promise<void>;
  /** Takes the part the bank approved. */
  keepPart(attempt: string): Promise<void>;
  /** Gives back what is held. */
  release(attempt: string): Promise<void>;
  /** Answers `choose-application` for the customer: the place of a choice, from 0. */
  chooseApplication(attempt: string, index: number): Promise<void>;
  /** Puts the outcome on screen away. */
  dismiss(): void;
  /** Puts the words about stray answers away. */
  readStrays(): void;
}

/** What the verbs need of the world. */
export interface SaleParts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  now: () => number;
  newId?: (nowMs: number) => string;
}

/** A press older than this is not sent again by itself: by then somebody else may stand at the counter. Milliseconds. */
export const RESEND_WITHIN_MS = 15_000;

const SETTLE_EVERY_MS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Failures that leave open whether the host took the payment; every other one is its answer "no". */
function leavesOpen(code: string): boolean {
  return code === 'IPC_DISCONNECTED' || code === 'HOST_INTERNAL' || code === 'HOST_STOPPING';
}

export function saleCommands({ store, bridge, memory, now, newId = attemptIdFrom }: SaleParts): SaleCommands {
  const limits = () => {
    const till = store.getState().mirror.host?.till;
    return till ? { currency: till.currency, maxAmountMinor: till.maxAmountMinor } : undefined;
  };
  const keep = (pressed: PressedCharge | null) => {
    memory.keepPressed(pressed);
    setSale(store, { pressed });
  };
  const isKnown = (id: string) => store.getState().mirror.host?.attempts.some((attempt) => attempt.id === id) ?? false;

  const isLive = () => store.getState().mirror.connection.state === 'live';
  const isStillPressed = (id: string) => store.getState().sale.pressed?.id === id;

  /** Sends one press; the same press again is the same payment. */
  async function send(pressed: PressedCharge): Promise<void> {
    const { id, amountMinor, currency, terminal } = pressed;
    try {
      await bridge.call((client, options) =>
        client.payment.start({ id, amountMinor, currency, ...(terminal === null ? {} : { terminal }) }, options),
      );
      // The host has it on disk. The screen changes when the mirror shows it, not before.
      memory.keepPressed(null);
    } catch (error) {
      const failure = toFailure(error);
      if (leavesOpen(failure.code)) return settle(pressed);
      keep(null);
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

  async function start(amountMinor: number, isNewSale: boolean): Promise<void> {
    const { mirror, sale } = store.getState();
    const till = mirror.host?.till;
    if (sale.pressed || !till || amountMinor <= 0) return;
    if (mirror.connection.state !== 'live') {
      const away = new TillError('IPC_DISCONNECTED', 'The host is away; nothing was sent');
      return setProblem(store, away.toFailure());
    }
    const shown = shownAttempt(store.getState());
    if (shown && isOpenAttempt(shown)) return;
    if (shown) dismissShown(shown);
    const terminal = tillTerminal(mirror.host)?.id ?? null;
    const kept = isNewSale ? null : memory.pressed();
    const isSamePress =
      kept?.amountMinor === amountMinor && kept.currency === till.currency && kept.terminal === terminal;
    const pressed: PressedCharge = {
      id: kept && isSamePress ? kept.id : newId(now()),
      amountMinor,
      currency: till.currency,
      terminal,
      pressedAtMs: now(),
      isGivenBack: false,
    };
    keep(pressed);
    setSale(store, { problem: null, refusal: null });
    await send(pressed);
  }

  function dismissShown(attempt: AttemptView): void {
    const finished = (store.getState().mirror.host?.attempts ?? []).flatMap((one) => one.finishedAt ?? []);
    // By time of finishing, not by id: a payment that was checking all along still comes up when it is solved.
    const until = [attempt.finishedAt ?? '', ...finished].reduce((a, b) => (a > b ? a : b));
    memory.keepDismissedUntil(until);
    setSale(store, { dismissedUntil: until });
  }

  const takeStep = (step: ReturnType<typeof pressKey>) => {
    setSale(store, { entry: step.entry, refusal: step.refusal, problem: null });
  };

  watchForAttempts();

  /** The press is over as soon as the host shows the attempt; the typed digits belong to it and go with it. */
  function watchForAttempts(): void {
    let epochSettled = '';
    const check = () => {
      const { mirror, sale } = store.getState();
      const { pressed } = sale;
      if (!pressed) return;
      if (isKnown(pressed.id)) {
        keep(null);
        setSale(store, { entry: emptyEntry });
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

  return {
    typeKey(key) {
      const bounds = limits();
      const { sale } = store.getState();
      if (!bounds || sale.pressed) return;
      const shown = shownAttempt(store.getState());
      // A digit on an outcome starts the next sale; on a running payment it does nothing.
      if (shown && isOpenAttempt(shown)) return;
      if (shown) {
        if (key === 'back') return;
        dismissShown(shown);
        return takeStep(pressKey(emptyEntry, key, bounds));
      }
      takeStep(pressKey(sale.entry, key, bounds));
    },
    pasteAmount(text) {
      const bounds = limits();
      const { sale } = store.getState();
      if (!bounds || sale.pressed) return;
      const shown = shownAttempt(store.getState());
      if (shown && isOpenAttempt(shown)) return;
      const step = pasteText(shown ? emptyEntry : sale.entry, text, bounds);
      if (shown) dismissShown(shown);
      takeStep(step);
    },
    clearAmount: () => setSale(store, { entry: emptyEntry, refusal: null, problem: null }),
    changeAmount(amountMinor) {
      const bounds = limits();
      const shown = shownAttempt(store.getState());
      if (!bounds || (shown && isOpenAttempt(shown))) return;
      if (shown) dismissShown(shown);
      takeStep({ entry: entryOf(amountMinor, bounds.currency), refusal: null });
    },
    async charge() {
      const bounds = limits();
      if (!bounds) return;
      await start(entryAmountMinor(store.getState().sale.entry, bounds.currency), false);
    },
    chargeAgain: (amountMinor) => start(amountMinor, true),
    async cancel(attempt) {
      try {
        await bridge.call((client, options) => client.payment.cancel({ attempt }, options));
      } catch (error) {
        setProblem(store, toFailure(error));
      }
    },
    async keepPart(attempt) {
      try {
        await bridge.call((client, options) => client.payment.keepPart({ attempt }, options));
      } catch (error) {
        setProblem(store, toFailure(error));
      }
    },
    async release(attempt) {
      try {
        await bridge.call((client, options) => client.payment.release({ attempt }, options));
      } catch (error) {
        setProblem(store, toFailure(error));
      }
    },
    async chooseApplication(attempt, index) {
      try {
        await bridge.call((client, options) => client.payment.chooseApplication({ attempt, index }, options));
      } catch (error) {
        setProblem(store, toFailure(error));
      }
    },
    dismiss() {
      const shown = shownAttempt(store.getState());
      if (shown && !isOpenAttempt(shown)) dismissShown(shown);
      setProblem(store, null);
    },
    readStrays: () => setSale(store, { straysRead: store.getState().mirror.host?.strays.length ?? 0 }),
  };
}
