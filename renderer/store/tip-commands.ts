import { offeredTips, surchargeOf, type TillView } from '../../electron/contract/index.ts';
import { emptyEntry, entryAmountMinor, pressKey, type AmountKey } from './amount-entry.ts';
import { activeTip, awaitsTip, shownAttempt, tillOfTip } from './selectors.ts';
import { setSale, type TillStore } from './till-store.ts';
import { tipStep, type TipChoice, type TipStep } from './tip.ts';

export interface TipCommands {
  /** Asks for a tip on the typed amount, or on an approved payment that waits for its tip. */
  askTip: () => void;
  chooseTip: (choice: TipChoice) => void;
  /** Goes back from the tip to the amount. */
  leaveTip: () => void;
}

export function tipCommands(store: TillStore): TipCommands {
  const tillNow = () => store.getState().mirror.host?.till;
  return {
    askTip() {
      const till = tillNow();
      const { entry } = store.getState().sale;
      if (!till) return;
      const shown = shownAttempt(store.getState());
      if (shown) {
        if (!awaitsTip(shown)) return;
        setSale(store, { tip: tipStep(shown.amountMinor, shown.id), refusal: null, problem: null });
        return;
      }
      const amountMinor = entryAmountMinor(entry, till.currency);
      if (amountMinor === 0 || entry.refusal) return;
      askTipOn(store, amountMinor);
    },
    chooseTip(choice) {
      const till = tillNow();
      const tip = activeTip(store.getState());
      if (!tip || !till) return;
      const wanted = typeof choice === 'number' ? (offeredTips(till.tips, tip.saleMinor)[choice]?.amountMinor ?? 0) : 0;
      if (wanted > tipLimit(store, tip, till)) return setSale(store, { refusal: 'AMOUNT_OVER_LIMIT', problem: null });
      setSale(store, { tip: { ...tip, choice, entry: emptyEntry }, refusal: null, problem: null });
    },
    leaveTip() {
      const { entry } = store.getState().sale;
      setSale(store, { entry: { ...entry, isOver: true }, tip: null, amountCheck: null, refusal: null, problem: null });
    },
  };
}

/** Shows the tip screen for an amount (minor units) before the charge. */
export function askTipOn(store: TillStore, amountMinor: number): void {
  setSale(store, { tip: tipStep(amountMinor), asking: null, refusal: null, scannedMinor: null, problem: null });
}

/** Types a key of the tip; called after *Other amount* was pressed. */
export function typeTip(store: TillStore, tip: TipStep, key: AmountKey, till: TillView): void {
  const { surcharge: _ofGoods, ...own } = tillOfTip(store.getState(), tip, till);
  const step = pressKey(tip.entry, key, { ...own, maxAmountMinor: Math.max(0, tipLimit(store, tip, till)) });
  setSale(store, { tip: { ...tip, entry: step.entry }, refusal: step.refusal, problem: null });
}

/** Maximum tip in minor units, from the till's limit or from the amount held. */
function tipLimit(store: TillStore, tip: TipStep, till: TillView): number {
  const attempt = tip.attempt === null ? undefined : shownAttempt(store.getState());
  if (attempt) return (attempt.authorizedMinor ?? 0) - tip.saleMinor - attempt.surchargeMinor;
  return till.maxAmountMinor - tip.saleMinor - surchargeOf(till.surcharge, tip.saleMinor, 0);
}
