/** What is typed, pasted or scanned before anything is charged: the amount, the tip, order and note. Nothing is sent. */
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
import { isLoud, shownLink } from './shown-links.ts';
import { setSale, type TillState, type TillStore } from './till-store.ts';
import { tipCommands, typeTip, type TipCommands } from './tip-commands.ts';
import type { TipStep } from './tip.ts';

/** None of these throws: what makes no sense is refused with a sentence on screen. */
export interface EntryCommands extends TipCommands {
  typeKey: (key: AmountKey) => void;
  pasteAmount: (text: string) => void;
  /** A key is about to be typed, the `index`th of a burst that may be a scanner's: what stands there now may come back. */
  keepBefore: (index: number) => void;
  /**
   * A scanner typed this. A price replaces the amount; the characters it came in are taken back. `starts`: where in the
   * text the code may begin.
   */
  takeScan: (scan: { text: string; starts: readonly number[] }) => void;
  /** Enter may have been a scanner's: it charged nothing, and whoever stands there is told to press again. */
  doubtEnter: () => void;
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

/** Screens with an amount of the next sale, or that give way to one. */
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

  get link(): PayLinkView | undefined {
    return this.till?.isKiosk ? undefined : shownLink(this.store.getState());
  }

  get tip(): TipStep | null {
    return activeTip(this.store.getState());
  }

  /** True where a scanned price would be the amount of the next sale, or is said not to be a tip. */
  takesScans(): boolean {
    return !this.sale.submission && scannable.has(screenOf(this.store.getState()).kind) && !this.#isUnfinished();
  }

  /** A payment or link on screen that runs, or that leaves somebody something to do. */
  #isUnfinished(): boolean {
    const { shown, link } = this;
    if (link && (isUnfinishedLink(link) || isLoud(link))) return true;
    return shown !== undefined && (isOpenAttempt(shown) || hasRest(this.store.getState(), shown));
  }

  /** An outcome on screen gives way to the next sale; what is unfinished does not. False: nothing may be entered. */
  makeRoom(): boolean {
    const { shown, link, sale } = this;
    if (sale.submission || this.#isUnfinished()) return false;
    if (!shown && !link && sale.repeat === null) return true;
    if (shown || link) this.#submissions.dismissShown();
    setSale(this.store, { ...nothingTyped, repeat: null });
    return true;
  }

  /** True where the till took another payment or link since the amount was typed. */
  isFormer(): boolean {
    const { entry, typedAfter } = this.sale;
    return !isEmptyEntry(entry) && typedAfter !== null && typedAfter !== newestOf(this.store.getState());
  }

  /** What stands in the window from now on, and why the last key or scan was refused. */
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

/** The newest payment and link that the till shows. */
function newestOf({ mirror: { host } }: TillState): string {
  return `${host?.attempts[0]?.id ?? ''}/${host?.payLinks?.[0]?.id ?? ''}`;
}

type AmountCommands = Pick<EntryCommands, 'typeKey' | 'pasteAmount' | 'clearAmount' | 'changeAmount'>;

function amountCommands(next: NextSale): AmountCommands {
  return {
    typeKey(key) {
      const { till, sale, tip, shown, link } = next;
      // Whoever is asked for a PIN may type it before its question has the focus: that is nobody's amount.
      if (!till || sale.submission || next.store.getState().permission) return;
      if (sale.amountCheck) {
        // A digit begins another amount.
        if (key !== 'back' && !tip?.attempt) next.take(pressKey(emptyEntry, key, till));
        return;
      }
      const isFormer = !tip?.attempt && next.isFormer();
      if (tip?.choice === 'other' && !isFormer) return typeTip(next.store, tip, key, till);
      // Until Other amount is pressed digits are the amount's; of an approved payment there is none to type.
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

/** A scanner types like a keyboard: what stood in the window before each key is kept, to take its characters back. */
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
      // A code that cannot be charged is taken back whole.
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
