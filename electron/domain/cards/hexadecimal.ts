/** Finds card numbers in hexadecimal text: EMV tags, tracks, ASCII digits, and optionally any plausible run. */
import { isPlausibleCardNumber, MAX_DIGITS, MIN_DIGITS } from './issuers.ts';

export interface HexFinding {
  start: number;
  end: number;
  form: 'bcd' | 'ascii-hex';
}

const hexPattern = /[0-9A-Fa-f]{2}(?:[ :-]?[0-9A-Fa-f]{2}){6,}/g;

/** Card numbers in hexadecimal text, in one piece or as a dump with a space, colon or hyphen between bytes. */
export function findInHex(text: string, certainty: 'evidence' | 'any'): HexFinding[] {
  const findings: HexFinding[] = [];
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

/** EMV tags 5A (application PAN), 57 and 9F6B (track 2 equivalent data), with a value of the announced length. */
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

/** Track 2 as BCD: number, D, expiry YYMM with a valid month, service code. */
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

/** ASCII digits, bytes 30..39: a track or a message in a hex dump. */
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
