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
import { activeTip, amountRefusal, awaitsTip, shownAttempt, tillOfTip, tillTerminal } from './selectors.ts';
import { isAnswered, questionOf, takeQuestionOf } from './large-amount.ts';
import type { Verb } from './bridge.ts';
import { permitted, run } from './run.ts';
import { setProblem, setSale, type TillStore } from './till-store.ts';
import { askTipOn } from './tip-commands.ts';
import { tipMinorOf, type TipStep } from './tip.ts';

/** The verbs of the counter. None of them throws: a refusal is put on screen. */
export interface SaleCommands extends EntryCommands {
  /** Charges what was typed; where the till asks for tips, that comes first. On an approved payment: adds the tip. */
  charge: () => Promise<void>;
  /** Answers whether an amount far above the usual one is meant: charges or holds it, or goes back to it. */
  confirmAmount: (isMeant: boolean) => Promise<void>;
  /** Holds what was typed on the card, to be captured later. */
  hold: () => Promise<void>;
  /** Charges an amount (minor units) again, as a new payment. Only after the earlier one has ended. */
  chargeAgain: (amountMinor: number, details?: ChargeDetails) => Promise<void>;
  /** Takes what is owed of an approved payment that had room for a tip, with `tipMinor` on top. */
  takeWithTip: (attempt: string, tipMinor: number, isTipMeant?: boolean) => Promise<void>;
  /**
   * Answers whether an order that was paid is to be paid again, or whether an open link is another customer's. Yes is a new
   * payment under an id of its own; no clears the amount, and brings that link back.
   */
  answerRepeat: (isMeant: boolean) => Promise<void>;
  /** Answers whether another payment with the same card is meant. No lets the hold go. */
  answerSameCard: (attempt: string, isMeant: boolean) => Promise<void>;
  cancel: (attempt: string) => Promise<void>;
  /** Takes the part the bank approved. */
  keepPart: (attempt: string) => Promise<void>;
  /** Gives back what is held. */
  release: (attempt: string) => Promise<void>;
  /** Answers `choose-application` for the customer: the place of a choice, from 0. */
  chooseApplication: (attempt: string, index: number) => Promise<void>;
  /** Puts the outcome on screen away. */
  dismiss: () => void;
  /** Puts the note about unmatched messages away. */
  dismissUnmatched: () => void;
}

/** `openLink`: for an amount that was asked about before its link. */
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

/** What asks for money. */
function chargeCommands(parts: CommandParts, submissions: ChargeSubmissions): ChargeCommands {
  const { store } = parts;
  const takeWithTip = tipTaking(parts);

  /** What goes with every new payment of this window. */
  const details = () => {
    const { order, note } = store.getState().sale;
    return { order, note };
  };

  /** Charges with the tip that was chosen, or adds it to the approved payment it was chosen for. */
  async function chargeWithTip(tip: TipStep, till: TillView): Promise<void> {
    const tipMinor = tipMinorOf(tip, tillOfTip(store.getState(), tip, till));
    if (tip.attempt === null) return startOnce(tip.saleMinor, { tipMinor, ...details() });
    const question = takeQuestionOf(till, tip, tipMinor, shownAttempt(store.getState()));
    if (question && !isAnswered(question, store.getState().sale.amountCheck)) return ask(store, question);
    return takeWithTip(tip.attempt, tipMinor, question !== null);
  }

  /** Starts the payment of what was typed. Far more than is usual here is asked about first, once. */
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
    const { mirror, sale } = store.getState();
    if (amountRefusal(store.getState())) return;
    const amountMinor = entryAmountMinor(sale.entry, mirror.host?.till.currency ?? 'USD');
    await startOnce(amountMinor, { kind: 'authorization', ...details() }, 'hold');
  }

  return {
    charge,
    hold,
    async confirmAmount(isMeant) {
      const { amountCheck, entry, tip } = store.getState().sale;
      if (!amountCheck) return;
      if (!isMeant) {
        // Back to where it was typed: the next digit begins it anew.
        const kept = tip && { ...tip, entry: { ...tip.entry, isOver: true } };
        return setSale(store, { amountCheck: null, entry: { ...entry, isOver: true }, tip: kept, problem: null });
      }
      if (amountCheck.way === 'link') return parts.openLink();
      await (amountCheck.way === 'hold' ? hold() : charge());
    },
    // Of a payment that has ended, so its tip was agreed already.
    chargeAgain: (amountMinor, more = {}) =>
      submissions.start(amountMinor, { ...more, isTipMeant: true }, { isNewSale: true }),
    takeWithTip,
    async answerRepeat(isMeant) {
      const { repeat } = store.getState().sale;
      if (!repeat) return;
      if (!isMeant) {
        // The amount goes too: left standing, it would be charged with the next customer's digits behind it.
        setSale(store, { ...nothingTyped, repeat: null, problem: null });
        if (repeat.link !== null) parts.putAway.bringBack(repeat.link);
        return;
      }
      const { amountMinor, isRepeatMeant, isOtherCustomer } = repeat.submission;
      // Each answer is to its own question.
      const answered =
        repeat.link === null ? { isRepeatMeant: true, isOtherCustomer } : { isRepeatMeant, isOtherCustomer: true };
      await submissions.start(amountMinor, repeat.submission, { isNewSale: true, ...answered });
    },
  };
}

/** Asks before anything is sent. */
function ask(store: TillStore, amountCheck: AmountCheck): void {
  setSale(store, { amountCheck, asking: null, refusal: null, scannedMinor: null, problem: null });
}

/** How a till charges an amount of goods when nobody has said anything about a tip. */
function chargePlan(amountMinor: number, till: TillView, isCloud: boolean): ChargeDetails | 'ask-tip' {
  if (!asksForTips(till.tips)) return {};
  if (till.tips.when === 'terminal' && isCloud) return { isTipOnTerminal: true };
  // Nobody stands at a kiosk to ask, and nobody comes back to it afterwards.
  if (till.isKiosk) return {};
  if (till.tips.when !== 'after') return 'ask-tip';
  const surchargeMinor = surchargeOf(till.surcharge, amountMinor, 0);
  return {
    kind: 'authorization',
    tipRoomMinor: tipRoomOf(till.tips, amountMinor, surchargeMinor, till.maxAmountMinor),
  };
}

/** Captures an approved payment with its tip; a second press while the capture is on its way sends nothing. */
function tipTaking({ store, bridge, own }: SaleParts): SaleCommands['takeWithTip'] {
  let capturing: string | null = null;
  return async (id, tipMinor, isTipMeant = false) => {
    const attempt = store.getState().mirror.host?.attempts.find((one) => one.id === id);
    if (!attempt || !awaitsTip(attempt) || capturing === id) return;
    const owedMinor = attempt.amountMinor + attempt.surchargeMinor;
    // A part that was held may not cover what is owed; more than is held cannot be taken.
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

/** What a person can say to a payment that runs. */
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
        // A payment that runs hides the sign-in, which comes first here.
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

/** What puts something away that was read. */
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
