/**
 * Distinguishes a barcode scanner from a typist. A scanner is a keyboard that types a line and presses Enter. The pace
 * alone cannot separate the two: slow scanners and busy computers are slower than a fast typist. So the reader detects
 * input that typists never produce:
 *
 *   more digits in a row than any amount has · letters among digits · several keys within milliseconds
 *
 * Times are those of the key events (`event.timeStamp`), not of their handling. Pure.
 */

/** Maximum gap between the keys of one code, which may have been delayed. */
const WITHIN_MS = 1_000;
/** Maximum gap between the keys of a slow scanner; a letter that stays alone for this long is a typist's key. */
export const STRIDE_MS = 250;
/** Maximum time until a scanner's Enter, where only the pace indicates a scanner. */
const ENTER_WITHIN_MS = 150;
/** A typist rarely presses two keys this quickly, and never FAST_TIMES in an amount. */
const FAST_MS = 25;
const FAST_TIMES = 3;
/** A typist cannot type a whole amount at QUICK_MS per key, or a whole word at QUICK_WORD_MS per key. */
const QUICK_MS = 40;
const QUICK_TIMES = 4;
const QUICK_WORD_MS = 45;
const QUICK_WORD_CHARS = 6;
/** Gap of two keys pressed at once: no proof of a scanner, but a reason to ask. */
const AT_ONCE_MS = 15;
const ENTER_AT_ONCE_MS = 10;
/** Number of consecutive digits that is too long for an amount; larger on tills that accept larger amounts. */
const LONG_DIGITS = 8;
/**
 * Minimum pause before a code, also relative to the gaps within the code: keys before the pause are not part of the
 * code.
 */
const PAUSE_MS = 50;
const PAUSE_TIMES = 3;
/** Time after a code in which another Enter is the scanner's: some scanners send two. */
const ECHO_MS = 450;

/** Target of the keys: the keys of a screen, or a field that accepts any text. */
export type KeyPlace = 'screen' | 'field';

/** Input of a scanner. */
export interface Scan {
  text: string;
  /** Indexes in `text` at which the code may begin, from 0: a typist may have typed the keys before a pause. */
  starts: readonly number[];
}

/**
 * Origin of an Enter. `doubt`: possibly a scanner's Enter, which must not charge or send anything until the cashier has
 * confirmed. `swallow`: a scanner's second Enter, or the Enter of a code that was already reported.
 */
export type Verdict = 'person' | 'doubt' | 'swallow' | Scan;

interface Typed {
  char: string;
  /** Time since the previous character; 0 for the first. */
  gapMs: number;
  /** First character, or a character after a pause. */
  isAlone: boolean;
  /** The character was alone long enough to be a key press: a typist's letter, or a delayed letter. */
  isPress: boolean;
}

/** Properties of the till that distinguish codes from amounts. */
export interface ScanReaderTill {
  /** Number of digits of the largest amount that can be typed. */
  amountDigits: number;
  /** True for a complete product number with a valid check digit. */
  isBarcode: (text: string) => boolean;
}

export class ScanReader {
  readonly #till: () => ScanReaderTill;
  #typed: Typed[] = [];
  #place: KeyPlace = 'screen';
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Number of characters that `rest` has reported as a code. */
  #reportedCount = 0;
  /** Time until which an Enter without preceding characters is an echo. */
  #echoUntilMs = Number.NEGATIVE_INFINITY;

  constructor(till: () => ScanReaderTill) {
    this.#till = till;
  }

  /**
   * Adds a character that was typed at `atMs`. Returns its index in the burst, where 0 begins a burst, and whether it
   * follows a pause.
   */
  char(char: string, atMs: number, place: KeyPlace): { index: number; isAlone: boolean } {
    const gapMs = since(this.#lastMs, atMs);
    if (gapMs > WITHIN_MS || place !== this.#place) this.reset();
    const index = this.#typed.length;
    const isAlone = index === 0 || gapMs > STRIDE_MS;
    const last = this.#typed.at(-1);
    if (last?.isAlone && isAlone) last.isPress = isOther(last);
    this.#typed.push({ char, gapMs: index === 0 ? 0 : gapMs, isAlone, isPress: false });
    this.#place = place;
    this.#lastMs = atMs;
    return { index, isAlone };
  }

  /** Called when the last character was alone for STRIDE_MS, so a typist pressed that key. */
  pressed(): void {
    const last = this.#typed.at(-1);
    if (last) last.isPress = isOther(last);
  }

  /**
   * True once letters prove that a scanner types. Only for the keys of a screen: a typist may type anything into a
   * field.
   */
  isCertain(): boolean {
    return this.#place === 'screen' && this.#typed.some(isOther) && isCode(this.#typed, this.#longDigits());
  }

  /**
   * Called after a silence: reports, once, the code of a scanner that sends no Enter. Returns null for an uncertain
   * code: too many digits may be a typist's slip until Enter is pressed.
   */
  rest(): Scan | null {
    const isNumber = this.#place === 'screen' && this.#till().isBarcode(textOf(this.#typed));
    const isKnown = isNumber || this.isCertain() || (this.#place === 'screen' && isLetterFirst(this.#typed));
    if (!isKnown || this.#reportedCount === this.#typed.length) return null;
    this.#reportedCount = this.#typed.length;
    return scanOf(this.#typed);
  }

  /** Called when Enter or Tab was pressed at `atMs`. */
  end(atMs: number, key: 'Enter' | 'Tab' = 'Enter'): Verdict {
    const enterMs = since(this.#lastMs, atMs);
    const [typed, place, reportedCount] = [this.#typed, this.#place, this.#reportedCount];
    this.reset();
    if (typed.length === 0 || enterMs > WITHIN_MS) {
      if (atMs > this.#echoUntilMs) return 'person';
      this.#echoUntilMs = atMs + ECHO_MS;
      return 'swallow';
    }
    const verdict = place === 'screen' ? onScreen(typed, enterMs, this.#longDigits()) : this.#inField(typed, enterMs);
    // Enter in a field may replace the keys on screen; an immediate second Enter is not meant for the new keys. A Tab
    // only moves the focus.
    if (verdict !== 'person' || (place === 'field' && key === 'Enter')) this.#echoUntilMs = atMs + ECHO_MS;
    return verdict !== 'person' && reportedCount === typed.length ? 'swallow' : verdict;
  }

  /** Discards the burst, after a key that no scanner sends or after a focus change. */
  reset(): void {
    this.#typed = [];
    this.#reportedCount = 0;
    this.#lastMs = Number.NEGATIVE_INFINITY;
  }

  #longDigits(): number {
    return Math.max(LONG_DIGITS, this.#till().amountDigits + 1);
  }

  /** A typist types letters and long numbers into fields, so only a superhuman pace proves a scanner. */
  #inField(typed: readonly Typed[], enterMs: number): Verdict {
    const gaps = [...gapsOf(typed), enterMs];
    const isQuick = typed.length >= QUICK_WORD_CHARS && median(gaps) <= QUICK_WORD_MS && enterMs <= ENTER_WITHIN_MS;
    if (isQuick) return scanOf(typed);
    if (typed.length >= FAST_TIMES && gaps.every((gapMs) => gapMs <= FAST_MS)) return scanOf(typed);
    const text = textOf(typed);
    const looksLikeOne = this.#till().isBarcode(text) || isMixedCode(text);
    return looksLikeOne && gaps.every((gapMs) => gapMs <= STRIDE_MS) ? 'doubt' : 'person';
  }
}

function onScreen(typed: readonly Typed[], enterMs: number, longDigits: number): Verdict {
  if (typed.every(({ isPress }) => isPress)) return 'person';
  if (isCode(typed, longDigits)) return scanOf(typed);
  const others = typed.filter(isOther);
  const [first] = typed;
  const isInStride = enterMs <= STRIDE_MS && first !== undefined && isOther(first) && !first.isPress;
  if (isInStride && typed.length >= 3) return scanOf(typed);
  const gaps = [...gapsOf(typed), enterMs];
  if (enterMs <= ENTER_WITHIN_MS) {
    const fast = gaps.filter((gapMs) => gapMs <= FAST_MS).length;
    if (fast >= FAST_TIMES) return scanOf(typed);
    if (gaps.length >= QUICK_TIMES && gaps.every((gapMs) => gapMs <= QUICK_MS)) return scanOf(typed);
    if (enterMs <= ENTER_AT_ONCE_MS || gaps.filter((gapMs) => gapMs <= AT_ONCE_MS).length >= 2) return 'doubt';
  }
  return others.length > 0 || typed.length >= LONG_DIGITS ? 'doubt' : 'person';
}

/** True for input that typists never produce, with or without a following Enter. */
function isCode(typed: readonly Typed[], longDigits: number): boolean {
  const gaps = gapsOf(typed);
  const others = typed.filter((one) => isOther(one) && !one.isPress).length;
  if (typed.length < 2 || others >= 2) return others >= 2;
  const fast = gaps.filter((gapMs) => gapMs <= FAST_MS).length;
  if (fast >= FAST_TIMES && (others > 0 || typed.length >= LONG_DIGITS)) return true;
  return typed.length >= longDigits && median(gaps) <= STRIDE_MS;
}

/** True for a letter and then digits without a pause: a code with its type. A typist pauses after a letter. */
function isLetterFirst([first, ...others]: readonly Typed[]): boolean {
  if (!first || !isOther(first) || first.isPress) return false;
  return others.length >= 2 && others.every(({ gapMs }) => gapMs <= STRIDE_MS);
}

/** True for a character that amounts do not contain, such as a letter or a dash. */
function isOther({ char }: Typed): boolean {
  return !/^[0-9.,]$/.test(char);
}

/**
 * True for letters with digits, more digits than a telephone number, or a web address: a code, and hardly ever a name
 * or a reason.
 */
function isMixedCode(text: string): boolean {
  // Rejects text with whitespace, and e-mail addresses.
  if (!/^[!-?A-~]{5,}$/.test(text)) return false;
  const digits = text.replaceAll(/[^0-9]/g, '').length;
  return digits > 15 || (digits >= 3 && /[a-z]/i.test(text)) || /^[a-z]+:\/\//i.test(text);
}

function scanOf(typed: readonly Typed[]): Scan {
  const pauseMs = Math.max(PAUSE_MS, PAUSE_TIMES * median(gapsOf(typed)));
  const starts = typed.flatMap(({ gapMs }, index) => (index === 0 || gapMs >= pauseMs ? [index] : []));
  return { text: textOf(typed), starts };
}

const textOf = (typed: readonly Typed[]) => typed.map(({ char }) => char).join('');
const gapsOf = (typed: readonly Typed[]) => typed.slice(1).map(({ gapMs }) => gapMs);

/**
 * Time since the previous key; keys delivered together may be slightly out of order. Infinite if the clock was set
 * back.
 */
function since(lastMs: number, atMs: number): number {
  const gapMs = atMs - lastMs;
  return gapMs < -WITHIN_MS ? Number.POSITIVE_INFINITY : Math.max(0, gapMs);
}

/** Median; the upper of two middle values. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
