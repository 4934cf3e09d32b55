/**
 * Readings of a text: the text as a person, or a program that decodes it, would read it. Card numbers are searched in
 * all readings.
 */

export interface Reading {
  text: string;
  /** Position in the original of each UTF-16 unit of `text`, or null if the positions are equal. */
  places: readonly { start: number; end: number }[] | null;
}

/** Percent, quoted-printable, HTML and JavaScript escapes of one character or byte. */
const escapes =
  /[%=]([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))|&#([0-9]{1,7});?/gi;
/** Maximum levels of nested encodings. */
const MAX_DEPTH = 3;

/** The text and its unescaped forms, each without invisible characters. */
export function readingsOf(text: string): Reading[] {
  let last: Reading = { text, places: null };
  const readings = [plain(last)];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = unescaped(last);
    if (next === null) break;
    last = next;
    readings.push(plain(next));
  }
  return readings;
}

/** Position in the original of a stretch of a reading. */
export function placeOf({ places }: Reading, start: number, end: number): { start: number; end: number } {
  if (places === null) return { start, end };
  return { start: places[start]?.start ?? 0, end: places[end - 1]?.end ?? 0 };
}

function unescaped(from: Reading): Reading | null {
  const found = [...from.text.matchAll(escapes)];
  if (found.length === 0) return null;
  let text = '';
  const places: { start: number; end: number }[] = [];
  const put = (piece: string, start: number, end: number, isEach: boolean): void => {
    text += piece;
    for (let index = 0; index < piece.length; index += 1) {
      places.push(isEach ? placeOf(from, start + index, start + index + 1) : placeOf(from, start, end));
    }
  };
  let at = 0;
  for (const match of found) {
    put(from.text.slice(at, match.index), at, match.index, true);
    const [whole, ...codes] = match;
    const decimal = codes.pop();
    const hex = codes.find((code) => code !== undefined) ?? '';
    at = match.index + whole.length;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    put(code <= 0x10ffff ? String.fromCodePoint(code) : ' ', match.index, at, false);
  }
  put(from.text.slice(at), at, from.text.length, true);
  return withUtf8({ text, places });
}

/** Joins escaped bytes to the characters that they encode in UTF-8. */
function withUtf8(from: Reading): Reading {
  return replaced(
    from,
    /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/gu,
    (bytes) => {
      const [first = 0, ...rest] = Array.from(bytes, (byte) => byte.charCodeAt(0));
      const code = rest.reduce((sum, byte) => sum * 64 + (byte & 0x3f), first & (0x3f >> rest.length));
      return code <= 0x10ffff ? String.fromCodePoint(code) : bytes;
    },
  );
}

const beyondAscii = /[^\t\n\r\u0020-\u007e]/;
const noAscii = /[^\t\n\r\u0020-\u007e]/gu;
/** Invisible characters: control, format and combining characters, fillers. */
const unseen = /[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{DI}]/u;
const decimalDigit = /\p{Nd}/u;

/** NFKC form with the digits of every script as 0..9, without invisible characters. */
function plain(from: Reading): Reading {
  if (!beyondAscii.test(from.text)) return from;
  return replaced(from, noAscii, (char) => {
    if (/[\v\f\u0085]/.test(char)) return ' ';
    return Array.from(char.normalize('NFKC'), (one) => (unseen.test(one) ? '' : digitOf(one))).join('');
  });
}

/**
 * ASCII digit of a character, or the character itself. The ten digits of every script are consecutive, 0 first
 * (Unicode, section 4.6).
 */
function digitOf(char: string): string {
  if (!decimalDigit.test(char)) return char;
  let code = char.codePointAt(0) ?? 0;
  let digit = 0;
  while (decimalDigit.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    digit += 1;
  }
  return String(digit % 10);
}

function replaced(from: Reading, pattern: RegExp, by: (found: string) => string): Reading {
  let text = '';
  const places: { start: number; end: number }[] = [];
  const keep = (start: number, end: number): void => {
    text += from.text.slice(start, end);
    for (let index = start; index < end; index += 1) places.push(placeOf(from, index, index + 1));
  };
  let at = 0;
  for (const match of from.text.matchAll(pattern)) {
    keep(at, match.index);
    at = match.index + match[0].length;
    const piece = by(match[0]);
    text += piece;
    for (let index = 0; index < piece.length; index += 1) places.push(placeOf(from, match.index, at));
  }
  keep(at, from.text.length);
  return { text, places };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes Base64 of either alphabet to text with one character per byte. */
export function fromBase64(token: string): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const char of token.replace(/-/g, '+').replace(/_/g, '/')) {
    const value = alphabet.indexOf(char);
    if (value < 0) break;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += String.fromCharCode((bits >> count) & 0xff);
  }
  return text;
}
