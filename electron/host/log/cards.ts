/**
 * Finds what looks like a payment card number (PAN) in text, so that the log and journal sinks can stop it.
 *
 * A number counts when it has 13 to 19 digits, passes the Luhn check (ISO/IEC 7812-1, annex B) and starts like a
 * number some card scheme really issues, in a length that scheme uses. That alone lets one random 16-digit number in
 * about forty through as a card, so shape counts too: see `findInDigits` and `findInHex` for what is left alone.
 */

export interface CardNumberFinding {
  /** Where it begins in the text. */
  start: number;
  /** One past its last character. */
  end: number;
  /** How it is written: plain digits, packed two to a byte (BCD, as EMV tags 5A and 57), or ASCII digits as hex. */
  form: 'digits' | 'bcd' | 'ascii-hex';
}

export interface FindOptions {
  /**
   * How sure to be inside hexadecimal text. `evidence` (default): only where an EMV tag, a track separator or ASCII
   * digits say so, since a hash holds a lucky run of digits now and then. `any`: every lucky run, for sinks where a
   * false alarm costs a few masked characters and nothing else.
   */
  hex?: 'evidence' | 'any';
}

/** Issuer prefixes by scheme, as [first, last] of equal width, with the lengths in use. */
const issuerRanges: readonly { from: string; to: string; lengths: readonly [number, number] }[] = [
  { from: '4', to: '4', lengths: [13, 19] }, // Visa: 13, 16, 19 (checked below)
  { from: '51', to: '55', lengths: [16, 16] }, // Mastercard
  { from: '2221', to: '2720', lengths: [16, 16] },
  { from: '34', to: '34', lengths: [15, 15] }, // American Express
  { from: '37', to: '37', lengths: [15, 15] },
  { from: '6011', to: '6011', lengths: [16, 19] }, // Discover
  { from: '644', to: '659', lengths: [16, 19] },
  { from: '300', to: '305', lengths: [14, 19] }, // Diners Club
  { from: '3095', to: '3095', lengths: [14, 19] },
  { from: '36', to: '36', lengths: [14, 19] },
  { from: '38', to: '39', lengths: [14, 19] },
  { from: '3528', to: '3589', lengths: [16, 19] }, // JCB
  { from: '62', to: '62', lengths: [16, 19] }, // UnionPay
  { from: '81', to: '82', lengths: [16, 19] }, // UnionPay, RuPay
  { from: '50', to: '50', lengths: [13, 19] }, // Maestro and domestic debit
  { from: '56', to: '58', lengths: [13, 19] },
  { from: '60', to: '61', lengths: [13, 19] },
  { from: '63', to: '63', lengths: [13, 19] },
  { from: '66', to: '69', lengths: [13, 19] },
  { from: '2200', to: '2204', lengths: [16, 19] }, // Mir
  { from: '9792', to: '9792', lengths: [16, 16] }, // Troy
];

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** True for 13 to 19 digits that pass Luhn and start like an issued card number. Digits only, no separators. */
export function isPlausibleCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < MIN_DIGITS || length > MAX_DIGITS || !/^[0-9]+$/.test(digits)) return false;
  if (digits.startsWith('4') && length !== 13 && length !== 16 && length !== 19) return false;
  const isIssued = issuerRanges.some(({ from, to, lengths }) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && length >= lengths[0] && length <= lengths[1];
  });
  return isIssued && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** Every card number in the text, in order, not overlapping. */
export function findCardNumbers(text: string, options: FindOptions = {}): CardNumberFinding[] {
  if (text.length < MIN_DIGITS) return [];
  const blanked = blankUuids(text);
  const all = [...findInDigits(blanked), ...findInHex(blanked, options.hex ?? 'evidence')];
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: CardNumberFinding[] = [];
  for (const finding of all) {
    const last = kept.at(-1);
    if (last && finding.start < last.end) last.end = Math.max(last.end, finding.end);
    else kept.push(finding);
  }
  return kept;
}

/** True when the text holds at least one card number. */
export function looksLikeCardNumber(text: string, options: FindOptions = {}): boolean {
  return findCardNumbers(text, options).length > 0;
}

/** The text with every card number replaced. No digit of it is kept. */
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

/** UUIDs are hexadecimal in groups and would be searched for nothing; same length, so positions stay true. */
function blankUuids(text: string): string {
  return text.replace(
    /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi,
    (uuid) => '\0'.repeat(uuid.length),
  );
}

// --- Plain digits -----------------------------------------------------------------------------------------------

/** Space, hyphen, point and their typographic relatives: what people and printers put between groups of digits. */
const runPattern = /[0-9]+(?:[ .\-\u00a0\u2007-\u2015\u202f][0-9]+)*/gu;

interface Group {
  start: number;
  end: number;
  digits: string;
  /** The character before it, within the run; empty for the first. */
  separator: string;
}

/**
 * Card numbers in plain digits, in one piece or in groups. Groups must look like a card's: one separator throughout,
 * at least four digits in all but the last, or single digits or pairs throughout (a display, a byte dump). So
 * dates, times, telephone numbers, addresses and amounts with thousands separators are left alone, as is the tail of a
 * decimal fraction, and digits in the middle of a mixed identifier.
 */
function findInDigits(text: string): CardNumberFinding[] {
  const findings: CardNumberFinding[] = [];
  for (const run of text.matchAll(runPattern)) {
    const groups = splitGroups(run[0], run.index);
    let first = 0;
    while (first < groups.length) {
      const end = longestCardFrom(text, groups, first);
      const start = groups[first];
      const last = groups[end];
      if (start && last) findings.push({ start: start.start, end: last.end, form: 'digits' });
      first = Math.max(first, end) + 1;
    }
  }
  return findings;
}

function splitGroups(run: string, offset: number): Group[] {
  const groups: Group[] = [];
  for (const piece of run.matchAll(/[0-9]+/g)) {
    groups.push({
      start: offset + piece.index,
      end: offset + piece.index + piece[0].length,
      digits: piece[0],
      separator: piece.index === 0 ? '' : (run[piece.index - 1] ?? ''),
    });
  }
  return groups;
}

/** Index of the last group of the longest card number that starts with group `first`; -1 when none does. */
function longestCardFrom(text: string, groups: readonly Group[], first: number): number {
  let digits = '';
  let found = -1;
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index];
    if (!group) break;
    const isSameSeparator = index <= first + 1 || group.separator === groups[first + 1]?.separator;
    digits += group.digits;
    if (!isSameSeparator || digits.length > MAX_DIGITS) break;
    if (digits.length < MIN_DIGITS || !hasCardShape(groups.slice(first, index + 1))) continue;
    if (!isPlausibleCardNumber(digits)) continue;
    if (isInsideIdentifier(text, groups[first]?.start ?? 0, group.end)) continue;
    if (index === first && isFraction(text, group)) continue;
    found = index;
  }
  return found;
}

function hasCardShape(groups: readonly Group[]): boolean {
  const lengths = groups.map((group) => group.digits.length);
  const body = lengths.slice(0, -1);
  if (body.every((length) => length >= 4)) return true;
  return (
    lengths.every((length) => length === 1) || (body.every((length) => length === 2) && (lengths.at(-1) ?? 0) <= 2)
  );
}

function isFraction(text: string, group: Group): boolean {
  return /[0-9]\.$/.test(text.slice(Math.max(0, group.start - 2), group.start));
}

/**
 * Letters that touch the digits: `PAN4111…`, `4111…USD` and tracks (`B4111…`, `4111…D3012…`) count, digits in a
 * longer mix of letters and digits (hashes, platform ids, sortable ids) do not.
 */
function isInsideIdentifier(text: string, start: number, end: number): boolean {
  const before = /[A-Za-z0-9]*$/.exec(text.slice(Math.max(0, start - 64), start))?.[0] ?? '';
  const after = /^[A-Za-z0-9]*/.exec(text.slice(end, end + 64))?.[0] ?? '';
  if (before === '' && after === '') return false;
  if (/^[Dd][0-9]{4}/.test(after) || text.charAt(end) === '^') return false;
  if (/[0-9]/.test(before) || /[0-9]/.test(after)) return true;
  const token = `${before}${text.slice(start, end)}${after}`;
  // Pure hexadecimal of even length with letters: left to the rules for hexadecimal.
  return /^[0-9a-f]+$/i.test(token) && token.length % 2 === 0;
}

// --- Hexadecimal ------------------------------------------------------------------------------------------------

const hexPattern = /[0-9A-Fa-f]{2}(?:[ :-]?[0-9A-Fa-f]{2}){6,}/g;

/** Card numbers inside hexadecimal text, in one piece or as a dump with a space, colon or hyphen between bytes. */
function findInHex(text: string, certainty: 'evidence' | 'any'): CardNumberFinding[] {
  const findings: CardNumberFinding[] = [];
  for (const match of text.matchAll(hexPattern)) {
    const places: number[] = [];
    let nibbles = '';
    for (let index = 0; index < match[0].length; index += 1) {
      const char = match[0].charAt(index);
      if (!/[0-9A-Fa-f]/.test(char)) continue;
      nibbles += char.toUpperCase();
      places.push(match.index + index);
    }
    const ranges = [...fromTags(nibbles), ...fromTrackSeparators(nibbles), ...fromAsciiDigits(nibbles)];
    if (certainty === 'any') ranges.push(...fromLuckyRuns(nibbles));
    for (const { from, to, form } of ranges) {
      findings.push({ start: places[from] ?? 0, end: (places[to - 1] ?? 0) + 1, form });
    }
  }
  return findings;
}

interface NibbleRange {
  from: number;
  to: number;
  form: 'bcd' | 'ascii-hex';
}

/** EMV tags 5A (application PAN), 57 and 9F6B (track 2 equivalent data): value of the announced length. */
function fromTags(nibbles: string): NibbleRange[] {
  const ranges: NibbleRange[] = [];
  for (const tag of nibbles.matchAll(/(?=(5A|57|9F6B)(0[7-9A-F]|1[0-3]))/g)) {
    const [, name = '', length = ''] = tag;
    const from = tag.index + name.length + 2;
    const value = nibbles.slice(from, from + Number.parseInt(length, 16) * 2);
    const digits = /^[0-9]+/.exec(value)?.[0] ?? '';
    const rest = value.slice(digits.length);
    const isWhole = name === '5A' ? /^F*$/.test(rest) : rest.startsWith('D');
    if (isWhole && isPlausibleCardNumber(digits)) ranges.push({ from, to: from + digits.length, form: 'bcd' });
  }
  return ranges;
}

/** Track 2 as BCD: number, D, expiry YYMM with a real month, service code. */
function fromTrackSeparators(nibbles: string): NibbleRange[] {
  const ranges: NibbleRange[] = [];
  for (const separator of nibbles.matchAll(/D(?=[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3})/g)) {
    for (let length = MAX_DIGITS; length >= MIN_DIGITS; length -= 1) {
      const from = separator.index - length;
      if (from < 0 || !isPlausibleCardNumber(nibbles.slice(from, separator.index))) continue;
      ranges.push({ from, to: separator.index, form: 'bcd' });
      break;
    }
  }
  return ranges;
}

/** Digits as ASCII, each byte 30 to 39: a track or a message in a hex dump. */
function fromAsciiDigits(nibbles: string): NibbleRange[] {
  const ranges: NibbleRange[] = [];
  for (const run of nibbles.matchAll(/(?:3[0-9]){13,}/g)) {
    const digits = run[0].replace(/3([0-9])/g, '$1');
    for (const [start, end] of windows(digits, 1)) {
      ranges.push({ from: run.index + start * 2, to: run.index + end * 2, form: 'ascii-hex' });
    }
  }
  return ranges;
}

/** Any run of digits at a byte boundary that could be a card number. */
function fromLuckyRuns(nibbles: string): NibbleRange[] {
  const ranges: NibbleRange[] = [];
  for (const run of nibbles.matchAll(/[0-9]{13,}/g)) {
    const skew = run.index % 2;
    for (const [start, end] of windows(run[0].slice(skew), 2)) {
      ranges.push({ from: run.index + skew + start, to: run.index + skew + end, form: 'bcd' });
    }
  }
  return ranges;
}

/** Stretches of a long digit run that are plausible card numbers, longest first at each place, `step` apart. */
function windows(digits: string, step: number): [number, number][] {
  const found: [number, number][] = [];
  for (let start = 0; start + MIN_DIGITS <= digits.length; start += step) {
    for (let length = MAX_DIGITS; length >= MIN_DIGITS; length -= 1) {
      if (start + length > digits.length || !isPlausibleCardNumber(digits.slice(start, start + length))) continue;
      found.push([start, start + length]);
      break;
    }
  }
  return found;
}
