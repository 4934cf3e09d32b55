/**
 * Finds card numbers in bytes: packed two digits per byte, as text of one, two or four bytes per character, or as
 * Base64 of either.
 */
import { findCardNumbers } from './find.ts';
import { findInHex } from './hexadecimal.ts';
import { fromBase64 } from './reading.ts';

/** Packed length of the shortest card number. */
const FEWEST_BYTES = 7;
const base64Token = /[A-Za-z0-9+/_-]{10,}={0,2}/g;

/** A tag and its length before Base64 may look like Base64 characters, so decode at every alignment. */
const ALIGNMENTS = [0, 1, 2, 3] as const;

/** True if the bytes contain a card number in any of these forms. A plausible run of packed digits counts too. */
export function holdsCardNumber(bytes: Uint8Array): boolean {
  if (bytes.length < FEWEST_BYTES) return false;
  const text = latin1(bytes);
  // UTF-16 and UTF-32 digits and signs are their ASCII bytes and zeros.
  const readings = text.includes('\0') ? [text, text.replaceAll('\0', '')] : [text];
  if (readings.some(isInText) || isPacked(bytes)) return true;
  const decodings = readings.flatMap((reading) =>
    Array.from(reading.matchAll(base64Token), ([token]) => ALIGNMENTS.map((at) => fromBase64(token.slice(at)))),
  );
  return decodings.flat().some((decoded) => isInText(decoded.replaceAll('\0', '')) || isPackedAlone(decoded));
}

const isInText = (text: string): boolean => findCardNumbers(text, { hex: 'any' }).length > 0;

/** Packed digits, two per byte: confirmed by an EMV tag or a track separator, or a plausible run that is not text. */
function isPacked(bytes: Uint8Array): boolean {
  const hex = hexOf(bytes);
  const isBinary = (certainty: 'evidence' | 'any', around: number): boolean =>
    findInHex(hex, certainty).some(({ start, end, form }) => {
      const touched = bytes.subarray(Math.max(0, Math.floor(start / 2) - around), Math.ceil(end / 2) + around);
      return form === 'bcd' && !isText(touched);
    });
  // Length, separator and expiry are next to the number.
  return isBinary('evidence', 4) || isBinary('any', 0);
}

/**
 * Recognizes texts between zeros, or with a zero in every other byte: ASCII digits and most letters are also pairs of
 * decimal digits. Two or three such bytes alone do not count as text.
 */
function isText(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  if (!/^[\0 -~]*$/.test(text)) return false;
  return /[ -~]{4}/.test(text) || /^\0*(?:[ -~]+|(?:[ -~]\0)+[ -~]?)\0*$/.test(text);
}

/** True if a decoded token is only a number or a track, because every long word is valid Base64. */
function isPackedAlone(decoded: string): boolean {
  const hex = hexOf(Uint8Array.from(decoded, (character) => character.charCodeAt(0)));
  return /^[0-9]{13,19}(?:D[0-9]*)?F*$/.test(hex) && findInHex(hex, 'any').length > 0;
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
