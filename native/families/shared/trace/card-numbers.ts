/**
 * Last safeguard of masking, for values that are shown: it hides card data that a terminal puts in unexpected places (a
 * text for the display, a property). It searches for card numbers in every encoding, and for EMV elements about a card
 * and its holder.
 */
import { holdsCardNumber, passesLuhn } from '../../../../electron/domain/index.ts';
import { readBigEndian, toHex } from '../../../framing/bytes.ts';
import { parseTlvs, type Tlv } from '../../../framing/tlv.ts';

const ZERO = 0x30;
const SHORTEST = 13;
const LONGEST = 19;

/** Tags for tracks, number, holder, expiry and discretionary data, from a chip, a stripe or a contactless card. */
const sensitiveTags: ReadonlySet<number> = new Set([
  0x56, 0x57, 0x58, 0x5a, 0x5f20, 0x5f21, 0x5f22, 0x5f23, 0x5f24, 0x9f0b, 0x9f1f, 0x9f20, 0x9f6b, 0xdf812a, 0xdfef17,
  0xdfef18, 0xffee13, 0xffee14,
]);

/**
 * Views of the parts of a value that must not be shown. A value with a card number is hidden entirely, because name and
 * expiry may be next to the number.
 */
export function cardPartsIn(value: Uint8Array): Uint8Array[] {
  if (value.length === 0) return [];
  return hasDigits(value) || holdsCardNumber(value) ? [value] : sensitiveElements(value);
}

/** Finds card data in elements, each searched separately: a length byte must not be joined with the digits after it. */
export function cardPartsInTlvs(tlvs: readonly Tlv[]): Uint8Array[] {
  return tlvs.flatMap(({ tag, value }) => {
    if (sensitiveTags.has(tag)) return [value];
    const level = isConstructed(tag) ? parseTlvs(value) : undefined;
    return level?.ok ? cardPartsInTlvs(level.tlvs) : cardPartsIn(value);
  });
}

/**
 * True if the value contains a run of 13..19 ASCII digits with a valid check digit (ISO/IEC 7812), whatever the issuer.
 */
function hasDigits(value: Uint8Array): boolean {
  let start = 0;
  for (let at = 0; at <= value.length; at++) {
    if (isDigit(value[at])) continue;
    const run = value.subarray(start, at);
    if (run.length >= SHORTEST && run.length <= LONGEST && passesLuhn(String.fromCharCode(...run))) return true;
    start = at + 1;
  }
  return false;
}

/** Sensitive elements at any offset, because other bytes may precede and follow them. */
export function sensitiveElements(value: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < value.length; at++) {
    for (const bytes of [1, 2, 3]) {
      if (!sensitiveTags.has(readBigEndian(value.subarray(at, at + bytes)))) continue;
      const length = value[at + bytes] ?? 0;
      const from = at + bytes + 1;
      const element = value.subarray(from, from + length);
      const isPossible = length <= LONGEST_ELEMENT || (length < 0x80 && element.includes(0));
      if (isPossible && element.length === length && isOfCard(element.filter((byte) => byte !== 0)))
        found.push(element);
    }
  }
  return found;
}

/**
 * In text, the byte after a letter is a letter or a sign, whose code is too high for a length. Text with two bytes per
 * character contains zeros.
 */
const LONGEST_ELEMENT = 31;

/** Accepts a name or track as text, packed digits with a separator and filler, or an expiry date. */
function isOfCard(element: Uint8Array): boolean {
  const digits = toHex(element);
  return (
    /^[0-9]{8,19}(?:D[0-9]*)?F*$/.test(digits) ||
    /^[0-9]{2}(?:0[1-9]|1[0-2])[0-3][0-9]$/.test(digits) ||
    (element.length > 1 && element.every((byte) => byte >= 0x20 && byte < 0x7f))
  );
}

function isConstructed(tag: number): boolean {
  let first = tag;
  while (first > 0xff) first = Math.floor(first / 0x100);
  return (first & 0x20) !== 0;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
