/** What is typed, pasted or scanned before anything is charged: the amount, the tip, order and note. Nothing is sent. */
import { isOpenAttempt, offeredTips, surchargeOf, type TillView } from '../../electron/contract/index.ts';
import {
  emptyEntry,
  entryAmountMinor,
  entryOf,
  isEmptyEntry,
  pasteText,
  pressKey,
  type AmountKey,
  type EntryStep,
} from './amount-entry.ts';
import type { ChargeSubmissions } from './charge-submissions.ts';
import { nothingTyped, type SaleDetail, type SaleSlice } from './sale-slice.ts';
import { isBarcode, readScan } from './scan.ts';
import { activeTip, awaitsTip, shownAttempt, tillOfTip } from './selectors.ts';
import { setSale, type TillStore } from './till-store.ts';
import { tipStep, type TipChoice, type TipStep } from './tip.ts';

/** None of these throws: what makes no sense is refused with a sentence on screen. */
export interface EntryCommands {
  typeKey(key: AmountKey): void;
  pasteAmount(text: string): void;
  /** Keys follow that may be a scanner's, after a pause or in a quick run: what stands there now is what comes back. */
  beginBurst(beginning: 'keys' | 'run'): void;
  /**
   * A scanner typed this. It replaces the amount; the characters it came in are taken back. `isWhole` false: keys came
   * shortly before it, so it may be the end of something longer, and only a barcode that proves itself is believed.
   */
  takeScan(scan: { text: string; isWhole: boolean }): void;
  clearAmount(): void;
  /** Puts an amount (minor units) into the window without charging it. */
  changeAmount(amountMinor: number): void;
  /** Opens the form for the order or the note; null closes it. */
  askDetail(detail: SaleDetail | null): void;
  /** Keeps the order or the note of the next payment; empty text takes it away. */
  setDetail(detail: SaleDetail, text: string): void;
  /** Asks for a tip on what was typed, or on an approved payment that waits for one. */
  askTip(): void;
  /** The tip that is to be on top. */
  chooseTip(choice: TipChoice): void;
  /** From the tip back to the amount. */
  leaveTip(): void;
}

export function entryCommands(store: TillStore, submissions: Pick<ChargeSubmissions, 'dismissShown'>): EntryCommands {
  type Before = Pick<SaleSlice, 'entry' | 'tip'>;
  let beforeKeys: Before = { entry: emptyEntry, tip: null };
  let beforeBurst: Before = beforeKeys;

  const tillNow = () => store.getState().mirror.host?.till;
  const shownNow = () => shownAttempt(store.getState());
  const tipNow = () => activeTip(store.getState());
  const { typeTip, ...tips } = tipCommands(store);
  /** A tip is being added to the approved payment on screen. */
  const isTippingShown = () => (tipNow()?.attempt ?? null) !== null;

  const takeStep = (step: EntryStep) => {
    setSale(store, {
      entry: step.entry,
      refusal: step.refusal,
      scannedMinor: null,
      asking: null,
      problem: null,
      repeat: null,
      tip: null,
    });
  };

  /** One key on the amount. The surcharge counts towards the till's limit too. */
  function typeAmount(entry: SaleSlice['entry'], key: AmountKey, till: TillView): void {
    const step = pressKey(entry, key, till);
    const amountMinor = entryAmountMinor(step.entry, till.currency);
    const isOver = amountMinor + surchargeOf(till.surcharge, amountMinor, 0) > till.maxAmountMinor;
    takeStep(isOver && key !== 'back' ? { entry, refusal: 'AMOUNT_OVER_LIMIT' } : step);
  }

  /** An outcome on screen gives way to the next sale; a payment that runs does not. False: nothing may be typed. */
  function makeRoom(): boolean {
    const shown = shownNow();
    if (store.getState().sale.submission || (shown && isOpenAttempt(shown))) return false;
    if (!shown && store.getState().sale.repeat === null) return true;
    if (shown) submissions.dismissShown(shown);
    setSale(store, { ...nothingTyped, repeat: null });
    return true;
  }

  return {
    typeKey(key) {
      const till = tillNow();
      const { sale } = store.getState();
      if (!till || sale.submission) return;
      const tip = tipNow();
      if (tip) return typeTip(tip, key, till);
      const shown = shownNow();
      if ((shown || sale.repeat) && key === 'back') return;
      if (!makeRoom()) return;
      typeAmount(store.getState().sale.entry, key, till);
    },
    pasteAmount(text) {
      const till = tillNow();
      if (!till || isTippingShown() || !makeRoom()) return;
      takeStep(pasteText(store.getState().sale.entry, text, till));
    },
    beginBurst(beginning) {
      const { entry, repeat } = store.getState().sale;
      const tip = tipNow();
      const isNewSale = (shownNow() !== undefined && tip === null) || repeat !== null;
      beforeBurst = { entry: isNewSale ? emptyEntry : entry, tip };
      if (beginning === 'keys') beforeKeys = beforeBurst;
    },
    takeScan({ text, isWhole }) {
      const till = tillNow();
      const { sale } = store.getState();
      const shown = shownNow();
      if (!till || sale.submission || (shown && isOpenAttempt(shown))) return;
      if (beforeBurst.tip) {
        setSale(store, { tip: beforeBurst.tip, refusal: 'SCAN_NOT_HERE' });
        return;
      }
      if (!makeRoom()) return;
      const isBelieved = isWhole || isBarcode(text);
      const read = isBelieved ? readScan(text, till) : ({ ok: false, code: 'SCAN_CHECK_DIGIT' } as const);
      const { entry } = isBelieved ? beforeBurst : beforeKeys;
      if (!read.ok) {
        takeStep({ entry, refusal: null });
        setSale(store, { refusal: read.code });
        return;
      }
      if (read.amountMinor + surchargeOf(till.surcharge, read.amountMinor, 0) > till.maxAmountMinor) {
        return takeStep({ entry, refusal: 'AMOUNT_OVER_LIMIT' });
      }
      takeStep({ entry: entryOf(read.amountMinor, till.currency, till.amountEntry), refusal: null });
      setSale(store, { scannedMinor: read.amountMinor });
    },
    clearAmount: () => setSale(store, { ...nothingTyped, problem: null, repeat: null }),
    changeAmount(amountMinor) {
      const till = tillNow();
      if (!till || !makeRoom()) return;
      takeStep({ entry: entryOf(amountMinor, till.currency, till.amountEntry), refusal: null });
    },
    askDetail: (asking) => setSale(store, { asking }),
    setDetail(detail, text) {
      const kept = text.trim();
      setSale(store, { [detail]: kept === '' ? null : kept, asking: null });
    },
    ...tips,
  };
}

type TipCommands = Pick<EntryCommands, 'askTip' | 'chooseTip' | 'leaveTip'> & {
  /** Digits on the tip screen are a tip of their own. */
  typeTip(tip: TipStep, key: AmountKey, till: TillView): void;
};

function tipCommands(store: TillStore): TipCommands {
  const tillNow = () => store.getState().mirror.host?.till;
  const shownNow = () => shownAttempt(store.getState());

  /** How large a tip may be: within the till's limit, or within what is held. Minor units. */
  function tipLimit(tip: TipStep, till: TillView): number {
    const attempt = tip.attempt === null ? undefined : shownNow();
    if (attempt) return (attempt.authorizedMinor ?? 0) - tip.saleMinor - attempt.surchargeMinor;
    return till.maxAmountMinor - tip.saleMinor - surchargeOf(till.surcharge, tip.saleMinor, 0);
  }

  return {
    askTip() {
      const till = tillNow();
      const { entry } = store.getState().sale;
      if (!till) return;
      const shown = shownNow();
      if (shown) {
        if (!awaitsTip(shown)) return;
        setSale(store, { tip: tipStep(shown.amountMinor, shown.id), refusal: null, problem: null });
        return;
      }
      const amountMinor = entryAmountMinor(entry, till.currency);
      if (amountMinor === 0 || isEmptyEntry(entry)) return;
      setSale(store, { tip: tipStep(amountMinor), asking: null, refusal: null, scannedMinor: null, problem: null });
    },
    chooseTip(choice) {
      const till = tillNow();
      const tip = activeTip(store.getState());
      if (!tip || !till) return;
      const wanted = typeof choice === 'number' ? (offeredTips(till.tips, tip.saleMinor)[choice]?.amountMinor ?? 0) : 0;
      if (wanted > tipLimit(tip, till)) return setSale(store, { refusal: 'AMOUNT_OVER_LIMIT', problem: null });
      setSale(store, { tip: { ...tip, choice }, refusal: null, problem: null });
    },
    leaveTip: () => setSale(store, { tip: null, refusal: null, problem: null }),
    typeTip(tip, key, till) {
      const entry = tip.choice === 'other' ? tip.entry : emptyEntry;
      const own = tillOfTip(store.getState(), tip, till);
      const step = pressKey(entry, key, { ...own, maxAmountMinor: Math.max(0, tipLimit(tip, till)) });
      setSale(store, { tip: { ...tip, choice: 'other', entry: step.entry }, refusal: step.refusal, problem: null });
    },
  };
}
