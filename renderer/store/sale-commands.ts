import { isOpenAttempt, TillError, toFailure, type AttemptView } from '../../electron/contract/index.ts';
import {
  emptyEntry,
  entryAmountMinor,
  entryOf,
  pasteText,
  pressKey,
  type AmountKey,
  type EntryLimits,
} from './amount-entry.ts';
import type { Bridge } from './bridge.ts';
import { attemptIdFrom } from './ids.ts';
import { shownAttempt, tillTerminal } from './selectors.ts';
import type { PressedCharge, SessionMemory } from './session.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';
import { tipMinorOf, tipStep, type TipChoice, type TipStep } from './tip.ts';

/** What is charged, besides the amount. */
export interface ChargeMore {
  /** Default `sale`; `authorization` holds it, to be captured later. */
  kind?: PressedCharge['kind'];
  /** On top of the amount, minor units. */
  tipMinor?: number;
  order?: string | null;
}

/** The verbs of the counter. None of them throws: a refusal is put on screen. */
export interface SaleCommands {
  typeKey(key: AmountKey): void;
  pasteAmount(text: string): void;
  clearAmount(): void;
  /** Puts an amount (minor units) into the window without charging it. */
  changeAmount(amountMinor: number): void;
  /** Charges what was typed; where the till asks for tips, that comes first. */
  charge(): Promise<void>;
  /** Holds what was typed on the card, to be captured later. */
  hold(): Promise<void>;
  /** Charges an amount (minor units) again, as a new payment. Only after the earlier one has ended. */
  chargeAgain(amountMinor: number, more?: ChargeMore): Promise<void>;
  /** The tip that is to be on top. */
  chooseTip(choice: TipChoice): void;
  /** From the tip back to the amount. */
  leaveTip(): void;
  /** Answers whether the same amount again is meant. Yes is a new payment under an id of its own. */
  answerRepeat(isMeant: boolean): Promise<void>;
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
    const { id, kind, amountMinor, tipMinor, currency, order, terminal, isRepeatMeant } = pressed;
    // Nobody stands at a kiosk who could say what to do with a part.
    const partialApproval = store.getState().mirror.host?.till.isKiosk ? 'release' : 'ask';
    try {
      await bridge.call((client, options) =>
        client.payment.start(
          {
            id,
            amountMinor,
            currency,
            isRepeatMeant,
            partialApproval,
            ...(kind === 'sale' ? {} : { kind }),
            ...(tipMinor === 0 ? {} : { tipMinor }),
            ...(order === null ? {} : { order }),
            ...(terminal === null ? {} : { terminal }),
          },
          options,
        ),
      );
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

  async function start(
    amountMinor: number,
    { kind = 'sale', tipMinor = 0, order = null }: ChargeMore,
    { isNewSale, isRepeatMeant = false }: { isNewSale: boolean; isRepeatMeant?: boolean },
  ): Promise<void> {
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
      currency: till.currency,
      order,
      isRepeatMeant,
      terminal,
      pressedAtMs: now(),
      isGivenBack: false,
    };
    keep(pressed);
    setSale(store, { problem: null, refusal: null, repeat: null, tip: null });
    await send(pressed);
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

  const takeStep = (step: ReturnType<typeof pressKey>) => {
    setSale(store, { entry: step.entry, refusal: step.refusal, problem: null, repeat: null, tip: null });
  };

  /** Digits on the tip screen are a tip of their own; together with the goods it stays within the till's limit. */
  function typeTip(tip: TipStep, key: AmountKey, bounds: EntryLimits): void {
    const entry = tip.choice === 'other' ? tip.entry : emptyEntry;
    const step = pressKey(entry, key, { ...bounds, maxAmountMinor: bounds.maxAmountMinor - tip.saleMinor });
    setSale(store, { tip: { ...tip, choice: 'other', entry: step.entry }, refusal: step.refusal, problem: null });
  }

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
      if (shown || sale.repeat) {
        if (key === 'back') return;
        if (shown) dismissShown(shown);
        return takeStep(pressKey(emptyEntry, key, bounds));
      }
      if (sale.tip) return typeTip(sale.tip, key, bounds);
      takeStep(pressKey(sale.entry, key, bounds));
    },
    pasteAmount(text) {
      const bounds = limits();
      const { sale } = store.getState();
      if (!bounds || sale.pressed) return;
      const shown = shownAttempt(store.getState());
      if (shown && isOpenAttempt(shown)) return;
      const step = pasteText(shown || sale.repeat ? emptyEntry : sale.entry, text, bounds);
      if (shown) dismissShown(shown);
      takeStep(step);
    },
    clearAmount: () => setSale(store, { entry: emptyEntry, refusal: null, problem: null, repeat: null, tip: null }),
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
      const { mirror, sale } = store.getState();
      const amountMinor = entryAmountMinor(sale.entry, bounds.currency);
      if (sale.tip) {
        const tipMinor = tipMinorOf(sale.tip, bounds.currency);
        return start(sale.tip.saleMinor, { tipMinor }, { isNewSale: false });
      }
      const till = mirror.host?.till;
      if (amountMinor > 0 && till && !till.isKiosk && (till.tips ?? []).length > 0) {
        return setSale(store, { tip: tipStep(amountMinor), refusal: null, problem: null });
      }
      await start(amountMinor, {}, { isNewSale: false });
    },
    async hold() {
      const bounds = limits();
      if (!bounds) return;
      const amountMinor = entryAmountMinor(store.getState().sale.entry, bounds.currency);
      await start(amountMinor, { kind: 'authorization' }, { isNewSale: false });
    },
    chargeAgain: (amountMinor, more = {}) => start(amountMinor, more, { isNewSale: true }),
    chooseTip(choice) {
      const { tip } = store.getState().sale;
      if (tip) setSale(store, { tip: { ...tip, choice }, refusal: null, problem: null });
    },
    leaveTip: () => setSale(store, { tip: null, refusal: null, problem: null }),
    async answerRepeat(isMeant) {
      const { repeat } = store.getState().sale;
      if (!repeat) return;
      if (!isMeant) {
        // The amount goes too: left standing, it would be charged with the next customer's digits behind it.
        return setSale(store, { repeat: null, entry: emptyEntry, refusal: null, problem: null });
      }
      const { kind, amountMinor, tipMinor, order } = repeat.pressed;
      await start(amountMinor, { kind, tipMinor, order }, { isNewSale: true, isRepeatMeant: true });
    },
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
      setSale(store, { problem: null, repeat: null });
    },
    readStrays: () => setSale(store, { straysRead: store.getState().mirror.host?.strays.length ?? 0 }),
  };
}
