/**
 * Finds possible payment card numbers (PAN) in text. Typed fields refuse them; the log, the journal and every other place
 * that stores or shows text removes them. Screens and host share this rule.
 *
 *   text ──► readings (escapes undone, NFKC, digits of every script) ──► runs of digits in groups ──► issuer, length, Luhn
 *       └──► hexadecimal (tags, tracks, ASCII)  └──► Base64, searched once more
 *
 * Not found: a number split over two fields, joined to more digits (20 in a row), or written in letters.
 */
import { findInHex } from './hexadecimal.ts';
import { isBarcode, isPlausibleCardNumber, MAX_DIGITS, MIN_DIGITS } from './issuers.ts';
import { fromBase64, placeOf, readingsOf } from './reading.ts';

export interface CardNumberFinding {
  /** Index of the first character. */
  start: number;
  /** Index after the last character. */
  end: number;
  /** Encoding: digits, packed two per byte (BCD, as EMV tags 5A and 57), ASCII digits as hex, or Base64. */
  form: 'digits' | 'bcd' | 'ascii-hex' | 'base64';
}

export interface FindOptions {
  /**
   * Required certainty in hexadecimal text. `evidence` (default): only if an EMV tag, a track separator or ASCII digits
   * confirm it, because a hash sometimes contains a plausible run of digits. `any`: every plausible run, for outputs
   * where a false alarm only masks a few characters.
   */
  hex?: 'evidence' | 'any';
  /** `true` also searches digits within a longer mix of letters and digits, such as ids and hashes. For typed text. */
  inIdentifiers?: boolean;
}

/** All card numbers in the text, in order and without overlaps. */
export function findCardNumbers(text: string, options: FindOptions = {}): CardNumberFinding[] {
  // A card number needs this many digits, in any script or encoding.
  if (text.length < MIN_DIGITS || !/[\p{N}MNO]/u.test(text)) return [];
  const all: CardNumberFinding[] = [...findInBase64(text, options), ...findInApplicationIds(text)];
  for (const reading of readingsOf(text)) {
    const blanked = blankFamiliar(reading.text);
    const found: CardNumberFinding[] = [
      ...findInDigits(blanked, options.inIdentifiers ?? false),
      ...findInHex(blanked, options.hex ?? 'evidence'),
    ];
    all.push(...found.map(({ start, end, form }) => ({ ...placeOf(reading, start, end), form })));
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: CardNumberFinding[] = [];
  for (const finding of all) {
    const last = kept.at(-1);
    if (last && finding.start < last.end) last.end = Math.max(last.end, finding.end);
    else kept.push(finding);
  }
  return kept;
}

export function looksLikeCardNumber(text: string, options: FindOptions = {}): boolean {
  return findCardNumbers(text, options).length > 0;
}

/** True if typed text contains a card number, which every field refuses. */
export const isCardNumberTyped = (text: string): boolean => looksLikeCardNumber(text, { inIdentifiers: true });

/** Replaces every card number in a text; none of its digits remain. */
export function maskCardNumbers(
  text: string,
  options: FindOptions = {},
  replacement = '[card number removed]',
): string {
  const findings = findCardNumbers(text, options);
  if (findings.length === 0) return text;
  let result = '';
  let from = 0;
  for (const { start, end } of findings) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

// --- Familiar shapes -------------------------------------------------------------------------------------------

const uuid = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;
const time = String.raw`[ T,]{1,3}(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`;
/** Dates and times: 2026-11-21T03:51:48.123, 21.11.2026 03:51, 11/21/2026, 3:51. */
const instant = new RegExp(
  String.raw`(?<!\d)(?:(?:19|20)\d\d([./-])[01]\d\1[0-3]\d|[0-3]?\d([./-])[0-3]?\d\2(?:19|20)\d\d)${time}(?!\d)`,
  'g',
);
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const address = new RegExp(String.raw`(?<![\d.])${octet}(?:\.${octet}){3}(?::\d{1,5})?(?![\d.])`, 'g');
/** International telephone number of 13 digits, as long as the shortest card numbers. */
const telephone = /(?<!\d)(?:\+|00[ -]?)[1-9](?:[ ./()-]{0,2}\d){12}(?![ ./()-]{0,2}\d)/g;

/**
 * Overwrites identifiers, times, internet addresses and telephone numbers with spaces; the length stays, so that
 * positions remain valid.
 */
function blankFamiliar(text: string): string {
  let blanked = text;
  for (const pattern of [uuid, instant, address, telephone]) {
    blanked = blanked.replace(pattern, (found) => 'x'.repeat(found.length));
  }
  return blanked;
}

// --- Digits -----------------------------------------------------------------------------------------------------

/** Groups of digits, separated by one to three characters other than letters and numbers. */
const runPattern = /[0-9]+(?:[^\p{L}\p{N}]{1,3}[0-9]+)*/gu;

interface Group {
  start: number;
  end: number;
  digits: string;
}

/** Card numbers in one piece, or as whole groups of a run. */
function findInDigits(text: string, inIdentifiers: boolean): CardNumberFinding[] {
  const findings: CardNumberFinding[] = [];
  for (const run of text.matchAll(runPattern)) {
    if (run[0].length < MIN_DIGITS) continue;
    const groups = Array.from(run[0].matchAll(/[0-9]+/g), ({ 0: digits, index }) => ({
      start: run.index + index,
      end: run.index + index + digits.length,
      digits,
    }));
    let first = 0;
    while (first < groups.length) {
      const end = longestCardFrom(text, groups, first, inIdentifiers);
      const start = groups[first];
      const last = groups[end];
      if (start && last) findings.push({ start: start.start, end: last.end, form: 'digits' });
      first = Math.max(first, end) + 1;
    }
  }
  return findings;
}

/** Index of the last group of the longest card number that starts at group `first`, or -1. */
function longestCardFrom(text: string, groups: readonly Group[], first: number, inIdentifiers: boolean): number {
  let digits = '';
  let found = -1;
  const start = groups[first]?.start ?? 0;
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index];
    if (!group) break;
    digits += group.digits;
    if (digits.length > MAX_DIGITS) break;
    if (digits.length < MIN_DIGITS || !isPlausibleCardNumber(digits) || isBarcode(digits)) continue;
    if (isHash(text, start, group.end)) continue;
    if (!inIdentifiers && (isInsideIdentifier(text, start, group.end) || isFraction(text, start))) continue;
    found = index;
  }
  return found;
}

/** Identifiers of card applications (AID) begin with A0 and zeros; a card number right after A0 is not an AID. */
function findInApplicationIds(text: string): CardNumberFinding[] {
  return Array.from(text.matchAll(/(?<![0-9A-Za-z])A0([0-9]{13,19})(?![0-9A-Za-z])/gi)).flatMap(
    ({ 0: found, 1: digits = '', index }) =>
      isPlausibleCardNumber(digits) ? [{ start: index + 2, end: index + found.length, form: 'digits' as const }] : [],
  );
}

/** Hexadecimal of sixteen bytes or more: one in two thousand hashes contains sixteen consecutive digits by chance. */
function isHash(text: string, start: number, end: number): boolean {
  const [before, after] = around(text, start, end, /[0-9a-f]*$/i, /^[0-9a-f]*/i);
  const length = before.length + end - start + after.length;
  return length >= 32 && length % 2 === 0 && /[a-f]/i.test(before + after);
}

/** Text adjacent to a stretch, on both sides. */
function around(text: string, start: number, end: number, left: RegExp, right: RegExp): [string, string] {
  const before = left.exec(text.slice(Math.max(0, start - 64), start))?.[0] ?? '';
  return [before, right.exec(text.slice(end, end + 64))?.[0] ?? ''];
}

/** Recognizes fractions such as 0.4111111111111111. */
function isFraction(text: string, start: number): boolean {
  return /(?:^|[^0-9])0\.$/.test(text.slice(Math.max(0, start - 3), start));
}

/**
 * True if the digits belong to an identifier. Digits with adjacent letters only (`PAN4111…`, `4111…USD`) and tracks
 * (`B4111…`, `4111…D3012…`) do not; digits in a longer mix of letters and digits (hashes, platform ids, sortable ids)
 * do.
 */
function isInsideIdentifier(text: string, start: number, end: number): boolean {
  const [before, after] = around(text, start, end, /[A-Za-z0-9]*$/, /^[A-Za-z0-9]*/);
  if (before === '' && after === '') return false;
  if (/^[Dd][0-9]{4}/.test(after) || text.charAt(end) === '^') return false;
  if (/[0-9]/.test(before) || /[0-9]/.test(after)) return true;
  const token = `${before}${text.slice(start, end)}${after}`;
  // Pure hexadecimal of even length with letters is subject to the hexadecimal rules.
  return /^[0-9a-f]+$/i.test(token) && token.length % 2 === 0;
}

// --- Base64 -----------------------------------------------------------------------------------------------------

/** Thirteen digits become eighteen characters; the byte of a digit (0x30..0x39) begins with M, N or O. */
const base64Pattern = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{18,}={0,2}/g;

/** Tokens that contain a card number when decoded. */
function findInBase64(text: string, options: FindOptions): CardNumberFinding[] {
  const findings: CardNumberFinding[] = [];
  for (const { 0: token, index } of text.matchAll(base64Pattern)) {
    if (!/[MNO]/.test(token) || !/[A-Za-z]/.test(token)) continue;
    const decoded = fromBase64(token);
    // A token that decodes to other bytes than text is an id or a hash.
    if (!/^[\t\n\r\u0020-\u007e\u0080-\u00ff]+$/.test(decoded) || !/[0-9]{2}/.test(decoded)) continue;
    const readings = readingsOf(decoded);
    if (
      !readings.some((reading) => findInDigits(blankFamiliar(reading.text), options.inIdentifiers ?? false).length > 0)
    ) {
      continue;
    }
    findings.push({ start: index, end: index + token.length, form: 'base64' });
  }
  return findings;
}
