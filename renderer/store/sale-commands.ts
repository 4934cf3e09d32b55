import { asksForTips, isOpenAttempt, surchargeOf, tipRoomOf, type TillView } from '../../electron/contract/index.ts';
import { entryAmountMinor } from './amount-entry.ts';
import { entryCommands, type EntryCommands } from './entry-commands.ts';
import { ChargeSubmissions, type ChargeDetails, type SaleParts } from './charge-submissions.ts';
import { nothingTyped } from './sale-slice.ts';
import { activeTip, awaitsTip, shownAttempt, tillOfTip, tillTerminal } from './selectors.ts';
import { askAboveMinor } from './large-amount.ts';
import type { Verb } from './bridge.ts';
import { run } from './run.ts';
import { setSale, type TillStore } from './till-store.ts';
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
  takeWithTip: (attempt: string, tipMinor: number) => Promise<void>;
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

export function saleCommands(parts: SaleParts): SaleCommands {
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
function chargeCommands(parts: SaleParts, submissions: ChargeSubmissions): ChargeCommands {
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
    if (tip.attempt !== null) return takeWithTip(tip.attempt, tipMinor);
    return startOnce(tip.saleMinor, { tipMinor, ...details() });
  }

  /** Starts the payment of what was typed. Far more than is usual here is asked about first, once. */
  async function startOnce(amountMinor: number, more: ChargeDetails, isHold = false): Promise<void> {
    const { mirror, sale } = store.getState();
    const { host } = mirror;
    if (!host || amountMinor <= 0) return;
    const tipMinor = more.tipMinor ?? 0;
    const totalMinor = amountMinor + tipMinor + surchargeOf(host.till.surcharge, amountMinor, tipMinor);
    const above = askAboveMinor(host);
    if (totalMinor <= above || sale.amountCheck?.totalMinor === totalMinor) {
      return submissions.start(amountMinor, more, { isNewSale: false });
    }
    const amountCheck = { totalMinor, currency: host.till.currency, isHold, askAboveMinor: above };
    setSale(store, { amountCheck, asking: null, refusal: null, scannedMinor: null, problem: null });
  }

  async function charge(): Promise<void> {
    const { mirror, sale } = store.getState();
    const till = mirror.host?.till;
    if (!till) return;
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
    const amountMinor = entryAmountMinor(sale.entry, mirror.host?.till.currency ?? 'USD');
    await startOnce(amountMinor, { kind: 'authorization', ...details() }, true);
  }

  return {
    charge,
    hold,
    async confirmAmount(isMeant) {
      const { amountCheck } = store.getState().sale;
      if (!amountCheck) return;
      if (!isMeant) return setSale(store, { amountCheck: null, problem: null });
      await (amountCheck.isHold ? hold() : charge());
    },
    chargeAgain: (amountMinor, more = {}) => submissions.start(amountMinor, more, { isNewSale: true }),
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
      const answered = repeat.link === null ? { isRepeatMeant: true, isOtherCustomer } : { isRepeatMeant, isOtherCustomer: true }; // oxfmt-ignore
      await submissions.start(amountMinor, repeat.submission, { isNewSale: true, ...answered });
    },
  };
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
  return async (id, tipMinor) => {
    const attempt = store.getState().mirror.host?.attempts.find((one) => one.id === id);
    if (!attempt || !awaitsTip(attempt) || capturing === id) return;
    const owedMinor = attempt.amountMinor + attempt.surchargeMinor;
    // A part that was held may not cover what is owed; more than is held cannot be taken.
    const amountMinor = Math.min(owedMinor + tipMinor, attempt.authorizedMinor ?? 0);
    capturing = id;
    setSale(store, { problem: null });
    const asOwn = { call: <T>(verb: Verb<T>) => own.act(id, () => bridge.call(verb)) };
    await run(store, asOwn, (client, options) =>
      client.payment.capture({ attempt: id, amountMinor, tipMinor: Math.min(tipMinor, amountMinor) }, options),
    );
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
    cancel: (attempt) => run(store, bridge, (client, options) => client.payment.cancel({ attempt }, options)),
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
