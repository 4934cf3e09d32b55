import {
  asksForTips,
  isOpenAttempt,
  surchargeOf,
  tipRoomOf,
  toFailure,
  type TillView,
} from '../../electron/contract/index.ts';
import { entryAmountMinor } from './amount-entry.ts';
import { entryCommands, type EntryCommands } from './entry-commands.ts';
import { ChargeSubmissions, type ChargeDetails, type SaleParts } from './charge-submissions.ts';
import { nothingTyped, type AmountCheck } from './sale-slice.ts';
import {
  activeTip,
  amountRefusal,
  awaitsTip,
  shownAttempt,
  tillCurrency,
  tillOfTip,
  tillTerminal,
} from './selectors.ts';
import { isAnswered, questionOf, takeQuestionOf } from './large-amount.ts';
import type { Verb } from './bridge.ts';
import { permitted, run } from './run.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';
import { askTipOn } from './tip-commands.ts';
import { tipMinorOf, type TipStep } from './tip.ts';

/** Commands of the counter. None throws: a refusal is shown on screen. */
export interface SaleCommands extends EntryCommands {
  /** Charges the typed amount, after the question for a tip. On an approved payment: captures it with the tip. */
  charge: () => Promise<void>;
  /** Answers whether an amount far above the usual is intended: continues with the amount, or goes back to it. */
  confirmAmount: (isMeant: boolean) => Promise<void>;
  /** Authorizes the typed amount as a hold, to be captured later. */
  hold: () => Promise<void>;
  /** Charges an amount (minor units) again, as a new payment. Only after the earlier payment has ended. */
  chargeAgain: (amountMinor: number, details?: ChargeDetails) => Promise<void>;
  /** Captures an approved payment that has room for a tip: the amount owed plus `tipMinor`. */
  takeWithTip: (attempt: string, tipMinor: number, isTipMeant?: boolean) => Promise<void>;
  /**
   * Answers whether to charge a paid order again, or whether an open link is another customer's. Yes starts a new
   * payment under a new id; no clears the amount and shows the open link again.
   */
  answerRepeat: (isMeant: boolean) => Promise<void>;
  /** Answers whether another payment with the same card is intended. "No" releases the hold. */
  answerSameCard: (attempt: string, isMeant: boolean) => Promise<void>;
  cancel: (attempt: string) => Promise<void>;
  /** Accepts a partial approval. */
  keepPart: (attempt: string) => Promise<void>;
  /** Releases a hold. */
  release: (attempt: string) => Promise<void>;
  /** Answers `choose-application` for the customer. `index`: position of the choice, from 0. */
  chooseApplication: (attempt: string, index: number) => Promise<void>;
  /** Dismisses the outcome on screen. */
  dismiss: () => void;
  /** Dismisses the note about unmatched answers. */
  dismissUnmatched: () => void;
}

/** `openLink`: called after the amount of a payment link was confirmed. */
type CommandParts = SaleParts & { openLink: () => Promise<void> };

export function saleCommands(parts: CommandParts): SaleCommands {
  const submissions = new ChargeSubmissions(parts);
  return {
    ...entryCommands(parts.store, submissions),
    ...chargeCommands(parts, submissions),
    ...runningPaymentCommands(parts),
    ...dismissCommands(parts.store, submissions),
  };
}

type ChargeCommands = Pick<
  SaleCommands,
  'charge' | 'hold' | 'confirmAmount' | 'chargeAgain' | 'takeWithTip' | 'answerRepeat'
>;

/** Commands that charge a card. */
function chargeCommands(parts: CommandParts, submissions: ChargeSubmissions): ChargeCommands {
  const { store } = parts;
  const takeWithTip = tipTaking(parts);

  /** Order and note, which every new payment of this window gets. */
  const details = () => {
    const { order, note } = store.getState().sale;
    return { order, note };
  };

  /** Charges the sale with the chosen tip, or captures the approved payment that the tip was chosen for. */
  async function chargeWithTip(tip: TipStep, till: TillView): Promise<void> {
    const tipMinor = tipMinorOf(tip, tillOfTip(store.getState(), tip, till));
    if (tip.attempt === null) return startOnce(tip.saleMinor, { tipMinor, ...details() });
    const question = takeQuestionOf(till, tip, tipMinor, shownAttempt(store.getState()));
    if (question && !isAnswered(question, store.getState().sale.amountCheck)) return ask(store, question);
    return takeWithTip(tip.attempt, tipMinor, question !== null);
  }

  /** Starts the payment of the typed amount. An amount far above the usual has to be confirmed once. */
  async function startOnce(amountMinor: number, more: ChargeDetails, way: 'charge' | 'hold' = 'charge'): Promise<void> {
    const { mirror, sale } = store.getState();
    if (!mirror.host || amountMinor <= 0) return;
    const question = questionOf(mirror.host, { amountMinor, tipMinor: more.tipMinor ?? 0, way });
    if (question && !isAnswered(question, sale.amountCheck)) return ask(store, question);
    const isTipMeant = question !== null && question.largeTipMinor !== null;
    return submissions.start(amountMinor, { ...more, isTipMeant }, { isNewSale: false });
  }

  async function charge(): Promise<void> {
    const { mirror, sale } = store.getState();
    const till = mirror.host?.till;
    if (!till || amountRefusal(store.getState())) return;
    const tip = activeTip(store.getState());
    if (tip) return chargeWithTip(tip, till);
    const amountMinor = entryAmountMinor(sale.entry, till.currency);
    if (amountMinor <= 0) return;
    const plan = chargePlan(amountMinor, till, tillTerminal(mirror.host)?.route === 'cloud');
    if (plan === 'ask-tip') return askTipOn(store, amountMinor);
    await startOnce(amountMinor, { ...plan, ...details() });
  }

  async function hold(): Promise<void> {
    const { sale } = store.getState();
    if (amountRefusal(store.getState())) return;
    const amountMinor = entryAmountMinor(sale.entry, tillCurrency(store.getState()));
    await startOnce(amountMinor, { kind: 'authorization', ...details() }, 'hold');
  }

  return {
    charge,
    hold,
    async confirmAmount(isMeant) {
      const { amountCheck, entry, tip } = store.getState().sale;
      if (!amountCheck) return;
      if (!isMeant) {
        // The entry is shown again; the next digit starts a new amount.
        const kept = tip && { ...tip, entry: { ...tip.entry, isOver: true } };
        return setSale(store, { amountCheck: null, entry: { ...entry, isOver: true }, tip: kept, problem: null });
      }
      if (amountCheck.way === 'link') return parts.openLink();
      await (amountCheck.way === 'hold' ? hold() : charge());
    },
    // The earlier payment has ended, so its tip was confirmed before.
    chargeAgain: (amountMinor, more = {}) =>
      submissions.start(amountMinor, { ...more, isTipMeant: true }, { isNewSale: true }),
    takeWithTip,
    async answerRepeat(isMeant) {
      const { repeat } = store.getState().sale;
      if (!repeat) return;
      if (!isMeant) {
        // The amount is cleared too: otherwise the next customer's digits would be appended to it.
        setSale(store, { ...nothingTyped, repeat: null, problem: null });
        if (repeat.link !== null) parts.dismissed.restore(repeat.link);
        return;
      }
      const { amountMinor, isRepeatMeant, isOtherCustomer } = repeat.submission;
      // Each answer applies to its own question only.
      const answered =
        repeat.link === null ? { isRepeatMeant: true, isOtherCustomer } : { isRepeatMeant, isOtherCustomer: true };
      await submissions.start(amountMinor, repeat.submission, { isNewSale: true, ...answered });
    },
  };
}

/** Shows the question. The charge waits for the answer. */
function ask(store: TillStore, amountCheck: AmountCheck): void {
  setSale(store, { amountCheck, asking: null, refusal: null, scannedMinor: null, problem: null });
}

/** Details for charging goods while no tip is chosen, or `ask-tip` if the till has to ask for a tip first. */
function chargePlan(amountMinor: number, till: TillView, isCloud: boolean): ChargeDetails | 'ask-tip' {
  if (!asksForTips(till.tips)) return {};
  if (till.tips.when === 'terminal' && isCloud) return { isTipOnTerminal: true };
  // A kiosk has no cashier who asks for a tip, and a guest never returns to add a tip.
  if (till.isKiosk) return {};
  if (till.tips.when !== 'after') return 'ask-tip';
  const surchargeMinor = surchargeOf(till.surcharge, amountMinor, 0);
  return {
    kind: 'authorization',
    tipRoomMinor: tipRoomOf(till.tips, amountMinor, surchargeMinor, till.maxAmountMinor),
  };
}

/** Captures an approved payment with its tip. A second press during the capture sends nothing. */
function tipTaking({ store, bridge, own }: SaleParts): SaleCommands['takeWithTip'] {
  let capturing: string | null = null;
  return async (id, tipMinor, isTipMeant = false) => {
    const attempt = store.getState().mirror.host?.attempts.find((one) => one.id === id);
    if (!attempt || !awaitsTip(attempt) || capturing === id) return;
    const owedMinor = attempt.amountMinor + attempt.surchargeMinor;
    // A partial approval may hold less than the amount owed, and a capture cannot exceed the hold.
    const amountMinor = Math.min(owedMinor + tipMinor, attempt.authorizedMinor ?? 0);
    capturing = id;
    setSale(store, { problem: null });
    const asOwn = { call: <T>(verb: Verb<T>) => own.act(id, () => bridge.call(verb)) };
    const asked = { attempt: id, amountMinor, tipMinor: Math.min(tipMinor, amountMinor), isTipMeant };
    try {
      await permitted(
        store,
        asOwn,
        'raise-tip',
        (by) => (client, options) => client.payment.capture({ ...asked, ...by }, options),
      );
    } catch (error) {
      setProblem(store, toFailure(error));
    }
    capturing = null;
  };
}

type RunningPaymentCommands = Pick<
  SaleCommands,
  'answerSameCard' | 'cancel' | 'keepPart' | 'release' | 'chooseApplication'
>;

/** Commands for a running payment. */
function runningPaymentCommands({ store, bridge, own }: SaleParts): RunningPaymentCommands {
  const act = (attempt: string, verb: Verb<unknown>) =>
    run(store, { call: (asked) => own.act(attempt, () => bridge.call(asked)) }, verb);
  return {
    answerSameCard: (attempt, isMeant) =>
      act(attempt, (client, options) => client.payment.answerRepeat({ attempt, isMeant }, options)),
    async cancel(attempt) {
      try {
        await bridge.call((client, options) => client.payment.cancel({ attempt }, options));
      } catch (error) {
        const failure = toFailure(error);
        // The cashier has to sign in first. A running payment hides the sign-in screen, unless this is set.
        if (failure.context?.['signIn'] === true) store.setState({ cancelBeforeSignIn: attempt });
        else setProblem(store, failure);
      }
    },
    keepPart: (attempt) => act(attempt, (client, options) => client.payment.keepPart({ attempt }, options)),
    release: (attempt) => act(attempt, (client, options) => client.payment.release({ attempt }, options)),
    chooseApplication: (attempt, index) =>
      run(store, bridge, (client, options) => client.payment.chooseApplication({ attempt, index }, options)),
  };
}

function dismissCommands(
  store: TillStore,
  submissions: ChargeSubmissions,
): Pick<SaleCommands, 'dismiss' | 'dismissUnmatched'> {
  return {
    dismiss() {
      const shown = shownAttempt(store.getState());
      if (shown && !isOpenAttempt(shown)) submissions.dismissShown();
      setSale(store, { problem: null, repeat: null, tip: null });
    },
    dismissUnmatched: () => setSale(store, { unmatchedRead: store.getState().mirror.host?.unmatched.length ?? 0 }),
  };
}
