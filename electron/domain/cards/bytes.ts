/** Card numbers in bytes: packed two digits to a byte, as text of one, two or four bytes a character, or as Base64 of either. */
import { findCardNumbers } from './find.ts';
import { findInHex } from './hexadecimal.ts';
import { fromBase64 } from './reading.ts';

/** The shortest card number, packed, takes so many bytes. */
const FEWEST_BYTES = 7;
const base64Token = /[A-Za-z0-9+/_-]{10,}={0,2}/g;

/** Bytes before Base64, a tag and its length, may look like its first characters. */
const ALIGNMENTS = [0, 1, 2, 3] as const;

/** True when the bytes hold a card number in whatever of these ways. A lucky run of packed digits counts as well. */
export function holdsCardNumber(bytes: Uint8Array): boolean {
  if (bytes.length < FEWEST_BYTES) return false;
  const text = latin1(bytes);
  // UTF-16 and UTF-32 of digits and signs are their bytes and zeros.
  const readings = text.includes('\0') ? [text, text.replaceAll('\0', '')] : [text];
  if (readings.some(isInText) || isPacked(bytes)) return true;
  const decodings = readings.flatMap((reading) =>
    Array.from(reading.matchAll(base64Token), ([token]) => ALIGNMENTS.map((at) => fromBase64(token.slice(at)))),
  );
  return decodings.flat().some((decoded) => isInText(decoded.replaceAll('\0', '')) || isPackedAlone(decoded));
}

const isInText = (text: string): boolean => findCardNumbers(text, { hex: 'any' }).length > 0;

/** Digits two to a byte: where an EMV tag or the separator of a track says so, or a lucky run that is no text. */
function isPacked(bytes: Uint8Array): boolean {
  const hex = hexOf(bytes);
  const isBinary = (certainty: 'evidence' | 'any', around: number): boolean =>
    findInHex(hex, certainty).some(({ start, end, form }) => {
      const touched = bytes.subarray(Math.max(0, Math.floor(start / 2) - around), Math.ceil(end / 2) + around);
      return form === 'bcd' && !isText(touched);
    });
  // Length, separator and expiry stand beside the number.
  return isBinary('evidence', 4) || isBinary('any', 0);
}

/**
 * Texts between zeros, or one with a zero in every other byte: digits and most letters of ASCII are pairs of decimal digits
 * as well. Two or three such bytes alone are no text yet.
 */
function isText(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  if (!/^[\0 -~]*$/.test(text)) return false;
  return /[ -~]{4}/.test(text) || /^\0*(?:[ -~]+|(?:[ -~]\0)+[ -~]?)\0*$/.test(text);
}

/** A decoded token that is a number or a track and nothing else: every long word is Base64 of some bytes. */
function isPackedAlone(decoded: string): boolean {
  const hex = hexOf(Uint8Array.from(decoded, (character) => character.charCodeAt(0)));
  return /^[0-9]{13,19}(?:D[0-9]*)?F*$/.test(hex) && findInHex(hex, 'any').length > 0;
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
