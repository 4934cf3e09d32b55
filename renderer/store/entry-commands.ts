/** What is typed, pasted or scanned before anything is charged: the amount, the tip, order and note. Nothing is sent. */
import {
  isOpenAttempt,
  surchargeOf,
  type AmountRefusal,
  type AttemptView,
  type TillView,
} from '../../electron/contract/index.ts';
import {
  emptyEntry,
  entryAmountMinor,
  entryOf,
  pasteText,
  pressKey,
  type AmountEntry,
  type AmountKey,
} from './amount-entry.ts';
import type { ChargeSubmissions } from './charge-submissions.ts';
import { nothingTyped, type SaleDetail, type SaleSlice } from './sale-slice.ts';
import { isBarcode, readScan, type ScanRefusal } from './scan.ts';
import { activeTip, shownAttempt } from './selectors.ts';
import { setSale, type TillStore } from './till-store.ts';
import { tipCommands, typeTip, type TipCommands } from './tip-commands.ts';
import type { TipStep } from './tip.ts';

/** None of these throws: what makes no sense is refused with a sentence on screen. */
export interface EntryCommands extends TipCommands {
  typeKey: (key: AmountKey) => void;
  pasteAmount: (text: string) => void;
  /** Keys follow that may be a scanner's, after a pause or in a quick run: what stands there now is what comes back. */
  beginBurst: (beginning: 'keys' | 'run') => void;
  /**
   * A scanner typed this. It replaces the amount; the characters it came in are taken back. `isWhole` false: keys came
   * shortly before it, so it may be the end of something longer, and only a barcode that proves itself is believed.
   */
  takeScan: (scan: { text: string; isWhole: boolean }) => void;
  clearAmount: () => void;
  /** Puts an amount (minor units) into the window without charging it. */
  changeAmount: (amountMinor: number) => void;
  /** Opens the form for the order or the note; null closes it. */
  askDetail: (detail: SaleDetail | null) => void;
  /** Keeps the order or the note of the next payment; empty text takes it away. */
  setDetail: (detail: SaleDetail, text: string) => void;
}

export function entryCommands(store: TillStore, submissions: Pick<ChargeSubmissions, 'dismissShown'>): EntryCommands {
  const next = new NextSale(store, submissions);
  return { ...amountCommands(next), ...scanCommands(next), ...detailCommands(store), ...tipCommands(store) };
}

/** The amount of the next sale, as it is being entered. */
class NextSale {
  readonly store: TillStore;
  readonly #submissions: Pick<ChargeSubmissions, 'dismissShown'>;

  constructor(store: TillStore, submissions: Pick<ChargeSubmissions, 'dismissShown'>) {
    this.store = store;
    this.#submissions = submissions;
  }

  get sale(): SaleSlice {
    return this.store.getState().sale;
  }

  get till(): TillView | undefined {
    return this.store.getState().mirror.host?.till;
  }

  get shown(): AttemptView | undefined {
    return shownAttempt(this.store.getState());
  }

  get tip(): TipStep | null {
    return activeTip(this.store.getState());
  }

  /** An outcome on screen gives way to the next sale; a payment that runs does not. False: nothing may be entered. */
  makeRoom(): boolean {
    const { shown, sale } = this;
    if (sale.submission || (shown && isOpenAttempt(shown))) return false;
    if (!shown && sale.repeat === null) return true;
    if (shown) this.#submissions.dismissShown(shown);
    setSale(this.store, { ...nothingTyped, repeat: null });
    return true;
  }

  /** What stands in the window from now on, and why the last key or scan was refused. */
  take(entry: AmountEntry, refusal: AmountRefusal | ScanRefusal | null, scannedMinor: number | null = null): void {
    setSale(this.store, { entry, refusal, scannedMinor, asking: null, problem: null, repeat: null, tip: null });
  }
}

/** The surcharge counts towards the till's limit too. */
function isOverLimit(amountMinor: number, till: TillView): boolean {
  return amountMinor + surchargeOf(till.surcharge, amountMinor, 0) > till.maxAmountMinor;
}

type AmountCommands = Pick<EntryCommands, 'typeKey' | 'pasteAmount' | 'clearAmount' | 'changeAmount'>;

function amountCommands(next: NextSale): AmountCommands {
  return {
    typeKey(key) {
      const { till, sale, tip, shown } = next;
      if (!till || sale.submission) return;
      if (tip) return typeTip(next.store, tip, key, till);
      if ((shown || sale.repeat) && key === 'back') return;
      if (!next.makeRoom()) return;
      const { entry } = next.sale;
      const step = pressKey(entry, key, till);
      if (key !== 'back' && isOverLimit(entryAmountMinor(step.entry, till.currency), till)) {
        return next.take(entry, 'AMOUNT_OVER_LIMIT');
      }
      next.take(step.entry, step.refusal);
    },
    pasteAmount(text) {
      const { till, tip } = next;
      const isTippingShown = tip !== null && tip.attempt !== null;
      if (!till || isTippingShown || !next.makeRoom()) return;
      const step = pasteText(next.sale.entry, text, till);
      next.take(step.entry, step.refusal);
    },
    clearAmount: () => setSale(next.store, { ...nothingTyped, problem: null, repeat: null }),
    changeAmount(amountMinor) {
      const { till } = next;
      if (!till || !next.makeRoom()) return;
      next.take(entryOf(amountMinor, till.currency, till.amountEntry), null);
    },
  };
}

/** A scanner types like a keyboard: what stood in the window before it began is kept, to take its characters back. */
function scanCommands(next: NextSale): Pick<EntryCommands, 'beginBurst' | 'takeScan'> {
  type Before = Pick<SaleSlice, 'entry' | 'tip'>;
  let beforeKeys: Before = { entry: emptyEntry, tip: null };
  let beforeBurst: Before = beforeKeys;
  return {
    beginBurst(beginning) {
      const { tip, shown, sale } = next;
      const isNewSale = (shown !== undefined && tip === null) || sale.repeat !== null;
      beforeBurst = { entry: isNewSale ? emptyEntry : sale.entry, tip };
      if (beginning === 'keys') beforeKeys = beforeBurst;
    },
    takeScan({ text, isWhole }) {
      const { till, sale, shown } = next;
      if (!till || sale.submission || (shown && isOpenAttempt(shown))) return;
      if (beforeBurst.tip) return setSale(next.store, { tip: beforeBurst.tip, refusal: 'SCAN_NOT_HERE' });
      if (!next.makeRoom()) return;
      if (!isWhole && !isBarcode(text)) return next.take(beforeKeys.entry, 'SCAN_CHECK_DIGIT');
      const read = readScan(text, till);
      if (!read.ok) return next.take(beforeBurst.entry, read.code);
      if (isOverLimit(read.amountMinor, till)) return next.take(beforeBurst.entry, 'AMOUNT_OVER_LIMIT');
      next.take(entryOf(read.amountMinor, till.currency, till.amountEntry), null, read.amountMinor);
    },
  };
}

function detailCommands(store: TillStore): Pick<EntryCommands, 'askDetail' | 'setDetail'> {
  return {
    askDetail: (asking) => setSale(store, { asking }),
    setDetail(detail, text) {
      const kept = text.trim();
      setSale(store, { [detail]: kept === '' ? null : kept, asking: null });
    },
  };
}
