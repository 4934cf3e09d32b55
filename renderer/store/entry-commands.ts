/** Input before a charge, typed, pasted or scanned: amount, tip, order and note. Nothing is sent to the host. */
import { plainAmount, type AmountRefusal } from '../../electron/domain/index.ts';
import {
  isOpenAttempt,
  isUnfinishedLink,
  type AttemptView,
  type PayLinkView,
  type TillView,
} from '../../electron/contract/index.ts';
import {
  emptyEntry,
  entryOf,
  isEmptyEntry,
  pasteText,
  pressKey,
  type AmountEntry,
  type AmountKey,
} from './amount-entry.ts';
import type { ChargeSubmissions } from './charge-submissions.ts';
import { nothingTyped, type SaleDetail, type SaleSlice } from './sale-slice.ts';
import { readBurst, type ScanRefusal } from './scan.ts';
import { screenOf, type Screen } from './screen-of.ts';
import { activeTip, hasRest, shownAttempt } from './selectors.ts';
import { needsAttention, shownLink } from './shown-links.ts';
import { setSale, type TillState, type TillStore } from './till-store.ts';
import { tipCommands, typeTip, type TipCommands } from './tip-commands.ts';
import type { TipStep } from './tip.ts';

/** Commands for input. None throws: invalid input is refused with a message on screen. */
export interface EntryCommands extends TipCommands {
  typeKey: (key: AmountKey) => void;
  pasteAmount: (text: string) => void;
  /**
   * Called before each key of a burst that may come from a scanner. Stores the input before the key, so that a scan can
   * restore it. `index`: position of the key in the burst, from 0.
   */
  keepBefore: (index: number) => void;
  /**
   * Takes text from a scanner. A price replaces the amount; the scanned characters are removed from the input.
   * `starts`: offsets in the text at which the code may begin.
   */
  takeScan: (scan: { text: string; starts: readonly number[] }) => void;
  /** Called when Enter may have come from a scanner: charges nothing, and the screen asks to press Enter again. */
  doubtEnter: () => void;
  clearAmount: () => void;
  /** Enters an amount (minor units) without charging it. */
  changeAmount: (amountMinor: number) => void;
  /** Opens the form for the order or the note; null closes it. */
  askDetail: (detail: SaleDetail | null) => void;
  /** Stores the order or the note of the next payment; empty text removes it. */
  setDetail: (detail: SaleDetail, text: string) => void;
}

export function entryCommands(store: TillStore, submissions: Pick<ChargeSubmissions, 'dismissShown'>): EntryCommands {
  const next = new NextSale(store, submissions);
  return { ...amountCommands(next), ...scanCommands(next), ...detailCommands(store), ...tipCommands(store) };
}

/** Screens that show the amount of the next sale, or that the next sale may replace. */
const scannable: ReadonlySet<Screen['kind']> = new Set([
  'idle',
  'amount-check',
  'tip',
  'outcome',
  'link',
  'repeat',
  'terminal',
  'platform',
]);

interface Taken {
  entry: AmountEntry;
  refusal: AmountRefusal | ScanRefusal | null;
}

/** Amount of the next sale while it is being entered. */
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

  get link(): PayLinkView | undefined {
    return this.till?.isKiosk ? undefined : shownLink(this.store.getState());
  }

  get tip(): TipStep | null {
    return activeTip(this.store.getState());
  }

  /** True on screens that take a scanned price as the next sale's amount, or that explain that it is not a tip. */
  takesScans(): boolean {
    return !this.sale.submission && scannable.has(screenOf(this.store.getState()).kind) && !this.#isUnfinished();
  }

  /** True if the payment or link on screen is running, or still needs the cashier. */
  #isUnfinished(): boolean {
    const { shown, link } = this;
    if (link && (isUnfinishedLink(link) || needsAttention(link))) return true;
    return shown !== undefined && (isOpenAttempt(shown) || hasRest(this.store.getState(), shown));
  }

  /** Dismisses the outcome on screen for the next sale. False: an unfinished item is on screen, so input is ignored. */
  makeRoom(): boolean {
    const { shown, link, sale } = this;
    if (sale.submission || this.#isUnfinished()) return false;
    if (!shown && !link && sale.repeat === null) return true;
    if (shown || link) this.#submissions.dismissShown();
    setSale(this.store, { ...nothingTyped, repeat: null });
    return true;
  }

  /** True if the till has started another payment or link since the amount was typed. */
  isFormer(): boolean {
    const { entry, typedAfter } = this.sale;
    return !isEmptyEntry(entry) && typedAfter !== null && typedAfter !== newestOf(this.store.getState());
  }

  /** Sets the entry, and the reason why the last key or scan was refused. */
  take({ entry, refusal }: Taken, scannedMinor: number | null = null): void {
    setSale(this.store, {
      entry,
      typedAfter: newestOf(this.store.getState()),
      refusal,
      scannedMinor,
      asking: null,
      amountCheck: null,
      problem: null,
      repeat: null,
      tip: null,
    });
  }
}

/** Ids of the newest payment and link of the till. */
function newestOf({ mirror: { host } }: TillState): string {
  return `${host?.attempts[0]?.id ?? ''}/${host?.payLinks?.[0]?.id ?? ''}`;
}

type AmountCommands = Pick<EntryCommands, 'typeKey' | 'pasteAmount' | 'clearAmount' | 'changeAmount'>;

function amountCommands(next: NextSale): AmountCommands {
  return {
    typeKey(key) {
      const { till, sale, tip, shown, link } = next;
      // A cashier who is asked for a PIN may type it before the PIN form has the focus: it must not become an amount.
      if (!till || sale.submission || next.store.getState().permission) return;
      if (sale.amountCheck) {
        // A digit starts another amount.
        if (key !== 'back' && !tip?.attempt) next.take(pressKey(emptyEntry, key, till));
        return;
      }
      const isFormer = !tip?.attempt && next.isFormer();
      if (tip?.choice === 'other' && !isFormer) return typeTip(next.store, tip, key, till);
      // Before Other amount is pressed, digits belong to the amount. The amount of an approved payment cannot be typed.
      if (tip?.attempt) return setSale(next.store, { refusal: 'TIP_NOT_TYPED' });
      if ((shown || link || sale.repeat) && key === 'back') return;
      if (!next.makeRoom()) return;
      if (isFormer && key !== 'back') setSale(next.store, nothingTyped);
      const { entry } = next.sale;
      next.take(pressKey(tip ? { ...entry, isOver: true } : entry, key, till));
    },
    pasteAmount(text) {
      const { till, tip } = next;
      if (!till || tip?.attempt || !next.makeRoom()) return;
      if (next.isFormer()) setSale(next.store, nothingTyped);
      next.take(pasteText(next.sale.entry, text, till));
    },
    clearAmount: () => setSale(next.store, { ...nothingTyped, problem: null, repeat: null }),
    changeAmount(amountMinor) {
      const { till } = next;
      if (!till || !next.makeRoom()) return;
      next.take({ entry: entryOf(amountMinor, till.currency, till.amountEntry), refusal: null });
    },
  };
}

/** A scanner types like a keyboard, so the input before each key is kept in order to remove its characters again. */
function scanCommands(next: NextSale): Pick<EntryCommands, 'keepBefore' | 'takeScan' | 'doubtEnter'> {
  type Before = Pick<SaleSlice, 'entry' | 'tip'>;
  let before: Before[] = [];
  return {
    keepBefore(index) {
      const { tip, shown, sale } = next;
      const isNewSale = (shown !== undefined && tip === null) || sale.repeat !== null;
      before = [...before.slice(0, index), { entry: isNewSale ? emptyEntry : sale.entry, tip }];
    },
    takeScan(scan) {
      const { till, tip, sale } = next;
      if (!till || !next.takesScans()) return;
      const restoreTip = before[0]?.tip ?? tip;
      if (restoreTip) {
        const { entry } = before[0] ?? sale;
        return setSale(next.store, { tip: restoreTip, entry, amountCheck: null, refusal: 'SCAN_NOT_HERE' });
      }
      if (!next.makeRoom()) return;
      const { from, read } = readBurst(scan, till);
      const { entry } = before[from] ?? next.sale;
      if (!read.ok) return next.take({ entry, refusal: read.code });
      const step = pasteText(entry, plainAmount(read.amountMinor, till.currency), { ...till, locale: 'en-US' });
      // A code that cannot be charged is removed completely.
      if (step.refusal !== null) return next.take({ entry, refusal: step.refusal });
      next.take(step, read.amountMinor);
    },
    doubtEnter() {
      if (next.takesScans()) setSale(next.store, { refusal: 'SCAN_OR_HAND' });
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
