/**
 * Contents of the terminal's display: the fixed strings of MMS (reference section 4, MMS manual table 18) and the
 * host's free text. These are the terminal's texts, not Tillbridge's: English and upper case as on the real device.
 */
import { asciiBytes } from '../../../framing/bytes.ts';
import { currencySigns } from '../../shared/simulator/amount-line.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

export const fixedStrings: Readonly<Record<number, string>> = {
  0x01: 'AMOUNT',
  0x02: 'AMOUNT OK?',
  0x03: 'APPROVED',
  0x04: 'CALL YOUR BANK',
  0x05: 'CANCEL OR ENTER',
  0x06: 'CARD ERROR',
  0x07: 'DECLINED',
  0x08: 'ENTER AMOUNT',
  0x0b: 'INSERT CARD',
  0x0c: 'NOT ACCEPTED',
  0x0e: 'PLEASE WAIT',
  0x0f: 'PROCESSING ERROR',
  0x10: 'REMOVE CARD',
  0x11: 'USE CHIP READER',
  0x12: 'USE MAGSTRIPE',
  0x13: 'TRY AGAIN',
  0x14: 'WELCOME',
  0x15: 'PRESENT CARD',
  0x16: 'PROCESSING',
  0x17: 'CARD READ OK - REMOVE CARD',
  0x18: 'INSERT OR SWIPE CARD',
  0x19: 'PRESENT ONE CARD ONLY',
  0x1a: 'APPROVED PLEASE SIGN',
  0x1b: 'AUTHORIZING PLEASE WAIT',
  0x1c: 'INSERT, SWIPE, OR TRY ANOTHER CARD',
  0x1d: 'PLEASE INSERT CARD',
  0x1e: '',
  0x20: 'SEE PHONE',
  0x21: 'PRESENT CARD AGAIN',
  0x22: 'INSERT/SWIPE/TRY OTHER CARD',
  0x23: 'TAP OR SWIPE CARD',
  0x24: 'TAP OR INSERT CARD',
  0x25: 'TAP, INSERT OR SWIPE CARD',
  0x26: 'TAP CARD',
  0x27: 'TIMEOUT',
  0x28: 'TRANSACTION TERMINATED',
  0x29: 'USE CHIP READER OR MAGSTRIPE',
  0x2c: 'CANCELED',
  0x34: 'TRY ANOTHER INTERFACE',
  0x35: 'NFC TAG DETECTED',
  0x36: 'ERROR REMOVE CARD',
};

/** Id of the string that represents the idle screen. */
export const WELCOME_ID = 0x14;

export const READY = 'READY';

/** Fixed string with this id. @throws RangeError when no table has the id, which is a bug in the simulator. */
export function fixedString(id: number): string {
  const text = fixedStrings[id];
  if (text === undefined) throw new RangeError(`no fixed string ${id}`);
  return text;
}

export function presentCardLine(readers: readonly ReadMode[]): string {
  const has = (mode: ReadMode): boolean => readers.includes(mode);
  if (has('contactless') && has('chip')) return fixedString(has('swipe') ? 0x25 : 0x24);
  if (has('contactless')) return fixedString(has('swipe') ? 0x23 : 0x26);
  if (has('chip')) return fixedString(has('swipe') ? 0x18 : 0x0b);
  return fixedString(0x12);
}

/** Lines as they are transmitted: one byte per character, separated by line feeds, terminated by zero. */
export function screenText(lines: readonly string[]): Uint8Array {
  let text = lines.join('\n');
  for (const [currency, sign] of Object.entries(currencySigns))
    if (sign !== '$') text = text.replaceAll(sign, `${currency} `);
  return asciiBytes(`${text}\0`);
}
