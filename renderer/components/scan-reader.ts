/**
 * Tells a barcode scanner from a person. A scanner is a keyboard that types a line and presses Enter, but no one pace tells
 * the two apart: slow scanners and busy computers are slower than a quick hand. So it goes by what no hand does:
 *
 *   more digits in a row than any amount has · letters among digits · several keys within the blink of an eye
 *
 * Times are those of the keys themselves (`event.timeStamp`), not of when somebody came to look at them. Pure.
 */

/** Keys closer than this may belong to one code that was held up on its way. */
const WITHIN_MS = 1_000;
/** A slow scanner in its stride; a letter this long alone is a person's key. */
export const STRIDE_MS = 250;
/** How soon a scanner's Enter follows, as far as only the pace tells that it was one. */
const ENTER_WITHIN_MS = 150;
/** Two keys of one hand are hardly ever this close; three times in one amount they never are. */
const FAST_MS = 25;
const FAST_TIMES = 3;
/** Nobody keeps this pace up over a whole amount, nor the second over a word. */
const QUICK_MS = 40;
const QUICK_TIMES = 4;
const QUICK_WORD_MS = 45;
const QUICK_WORD_CHARS = 6;
/** Two fingers at once; not proof, but reason to ask. */
const AT_ONCE_MS = 15;
const ENTER_AT_ONCE_MS = 10;
/** Digits in a row that are no amount on any till; more where the till takes larger ones. */
const LONG_DIGITS = 8;
/** A pause before a code, against the pauses in it: what was typed before it is not part of it. */
const PAUSE_MS = 50;
const PAUSE_TIMES = 3;
/** After a code, another Enter is the scanner's too: some send two. */
const ECHO_MS = 450;

/** Where keys go: to the keys of a screen, or into a field that takes any text. */
export type KeyPlace = 'screen' | 'field';

/** What a scanner typed. */
export interface Scan {
  text: string;
  /** Where in `text` the code may begin, from 0: keys before a pause may have been a person's. */
  starts: readonly number[];
}

/**
 * Whose Enter it was. `doubt`: perhaps a scanner's, so it must not charge or send anything; a person is asked.
 * `swallow`: the second Enter of a scanner, or of a code that was told already.
 */
export type Verdict = 'person' | 'doubt' | 'swallow' | Scan;

interface Typed {
  char: string;
  /** Since the character before; 0 for the first. */
  gapMs: number;
  /** After a pause. */
  isAlone: boolean;
  /** It was alone long enough to be the press of a key: a person's letter, or one that was held up. */
  isPress: boolean;
}

/** What a till knows that tells codes from amounts. */
export interface ScanReaderTill {
  /** Digits of the largest amount that can be typed. */
  amountDigits: number;
  /** True for a whole product number with the right check digit. */
  isBarcode: (text: string) => boolean;
}

export class ScanReader {
  readonly #till: () => ScanReaderTill;
  #typed: Typed[] = [];
  #place: KeyPlace = 'screen';
  #lastMs = Number.NEGATIVE_INFINITY;
  /** How many of the characters `rest` has told as a code. */
  #told = 0;
  /** Until then an Enter with nothing before it is an echo. */
  #echoUntilMs = Number.NEGATIVE_INFINITY;

  constructor(till: () => ScanReaderTill) {
    this.#till = till;
  }

  /** A character was typed at `atMs` (milliseconds). Its place in the burst, 0 begins one; `isAlone`: after a pause. */
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

  /** The last character was alone for STRIDE_MS: somebody pressed that key. */
  pressed(): void {
    const last = this.#typed.at(-1);
    if (last) last.isPress = isOther(last);
  }

  /** True once letters say that no hand types this. Only for keys of a screen: into a field a person types anything. */
  isCertain(): boolean {
    return this.#place === 'screen' && this.#typed.some(isOther) && isCode(this.#typed, this.#longDigits());
  }

  /**
   * Nothing followed for a while: a scanner that sends no Enter, told once. Null: not certainly one; too many digits may be
   * a person's slip as long as nobody presses Enter.
   */
  rest(): Scan | null {
    const isNumber = this.#place === 'screen' && this.#till().isBarcode(textOf(this.#typed));
    const isKnown = isNumber || this.isCertain() || (this.#place === 'screen' && isLetterFirst(this.#typed));
    if (!isKnown || this.#told === this.#typed.length) return null;
    this.#told = this.#typed.length;
    return scanOf(this.#typed);
  }

  /** Enter, or Tab, was pressed at `atMs` (milliseconds). */
  end(atMs: number, key: 'Enter' | 'Tab' = 'Enter'): Verdict {
    const enterMs = since(this.#lastMs, atMs);
    const [typed, place, told] = [this.#typed, this.#place, this.#told];
    this.reset();
    if (typed.length === 0 || enterMs > WITHIN_MS) {
      if (atMs > this.#echoUntilMs) return 'person';
      this.#echoUntilMs = atMs + ECHO_MS;
      return 'swallow';
    }
    const verdict = place === 'screen' ? onScreen(typed, enterMs, this.#longDigits()) : this.#inField(typed, enterMs);
    // Enter in a field may bring other keys into its place; a second one on its heels is not meant for them. A Tab only goes on.
    if (verdict !== 'person' || (place === 'field' && key === 'Enter')) this.#echoUntilMs = atMs + ECHO_MS;
    return verdict !== 'person' && told === typed.length ? 'swallow' : verdict;
  }

  /** A key that no scanner sends, or the focus went elsewhere: what was read is over. */
  reset(): void {
    this.#typed = [];
    this.#told = 0;
    this.#lastMs = Number.NEGATIVE_INFINITY;
  }

  #longDigits(): number {
    return Math.max(LONG_DIGITS, this.#till().amountDigits + 1);
  }

  /** A field takes letters and long numbers from a person: there only a pace no hand has is proof. */
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

/** What no hand types, with or without an Enter behind it. */
function isCode(typed: readonly Typed[], longDigits: number): boolean {
  const gaps = gapsOf(typed);
  const others = typed.filter((one) => isOther(one) && !one.isPress).length;
  if (typed.length < 2 || others >= 2) return others >= 2;
  const fast = gaps.filter((gapMs) => gapMs <= FAST_MS).length;
  if (fast >= FAST_TIMES && (others > 0 || typed.length >= LONG_DIGITS)) return true;
  return typed.length >= longDigits && median(gaps) <= STRIDE_MS;
}

/** A letter and then digits, none after a pause: a code that begins with its kind. A hand's letter stays alone. */
function isLetterFirst([first, ...others]: readonly Typed[]): boolean {
  if (!first || !isOther(first) || first.isPress) return false;
  return others.length >= 2 && others.every(({ gapMs }) => gapMs <= STRIDE_MS);
}

/** No part of an amount: a letter, a dash. */
function isOther({ char }: Typed): boolean {
  return !/^[0-9.,]$/.test(char);
}

/** Letters with digits, more digits than a telephone has, or an address: a code, and hardly ever a name or a reason. */
function isMixedCode(text: string): boolean {
  // One word, and nobody's e-mail address.
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

/** Time since a key; keys that come in one bunch may be a little out of order. Infinite where the clock makes no sense. */
function since(lastMs: number, atMs: number): number {
  const gapMs = atMs - lastMs;
  return gapMs < -WITHIN_MS ? Number.POSITIVE_INFINITY : Math.max(0, gapMs);
}

/** The middle one; the upper of two. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
