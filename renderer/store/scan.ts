/**
 * What a barcode scanner read, as an amount. Two things are understood:
 *
 *   PP IIIII VVVVV C   EAN-13 for use within a shop: PP one of the till's price prefixes (20 to 29 unless set otherwise),
 *                      IIIII the shop's own item number, VVVVV the price in minor units, C the check digit
 *   an amount          digits as they would be typed ("4260" is 42.60 on a cents-first till), or written out ("42.60")
 *
 * Other layouts (a price of four digits with a check digit of its own, or a weight) differ from country to country: their
 * prefixes are left out of the till's `scanPricePrefixes`. A barcode that is wrong, or that names a product without a
 * price, is refused, never guessed at: its digits would be an amount nobody meant.
 */
import {
  parseAmount,
  type AmountEntryMode,
  type AmountRefusal,
  type ParsedAmount,
} from '../../electron/contract/index.ts';
import { emptyEntry, entryAmountMinor, pressKey, type AmountKey } from './amount-entry.ts';

export type ScanRefusal =
  /** The last digit does not fit the others: misread, or no barcode of this kind. */
  | 'SCAN_CHECK_DIGIT'
  /** A product's number, with no price in it. */
  | 'SCAN_NO_PRICE'
  /** Scanned where no amount is asked for. */
  | 'SCAN_NOT_HERE';

export type ScannedAmount = { ok: true; amountMinor: number } | { ok: false; code: AmountRefusal | ScanRefusal };

const DEFAULT_PRICE_PREFIXES = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29'];
/** Lengths of GS1 numbers: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** True when the last digit is the GS1 check digit of those before it: weights 3 and 1 from the right, to the next ten. */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const fromRight = digits.length - 1 - index;
    return total + Number(digit) * (fromRight % 2 === 0 ? 1 : 3);
  }, 0);
  return sum % 10 === 0;
}

/** True for a whole GS1 number whose check digit fits. */
export function isBarcode(text: string): boolean {
  return /^[0-9]+$/.test(text) && GTIN_LENGTHS.has(text.length) && hasCheckDigit(text);
}

/** Reads what a scanner typed between two Enters. */
export function readScan(
  text: string,
  till: {
    currency: string;
    maxAmountMinor: number;
    amountEntry?: AmountEntryMode | undefined;
    scanPricePrefixes?: readonly string[] | undefined;
  },
): ScannedAmount {
  const { currency, maxAmountMinor, scanPricePrefixes = DEFAULT_PRICE_PREFIXES } = till;
  const scanned = text.trim();
  if (!/^[0-9]+$/.test(scanned)) return parseAmount(scanned, currency, maxAmountMinor);
  if (!GTIN_LENGTHS.has(scanned.length)) return typed(scanned, till);
  if (!hasCheckDigit(scanned)) return { ok: false, code: 'SCAN_CHECK_DIGIT' };
  if (scanned.length !== 13 || !scanPricePrefixes.includes(scanned.slice(0, 2))) {
    return { ok: false, code: 'SCAN_NO_PRICE' };
  }
  const amountMinor = Number(scanned.slice(7, 12));
  if (amountMinor === 0) return { ok: false, code: 'AMOUNT_ZERO' };
  return amountMinor > maxAmountMinor ? { ok: false, code: 'AMOUNT_OVER_LIMIT' } : { ok: true, amountMinor };
}

/** Digits mean what they would mean typed on this till. */
function typed(digits: string, till: Parameters<typeof readScan>[1]): ParsedAmount {
  let entry = emptyEntry;
  for (const digit of digits) {
    const step = pressKey(entry, digit as AmountKey, till);
    if (step.refusal !== null) return { ok: false, code: step.refusal };
    entry = step.entry;
  }
  const amountMinor = entryAmountMinor(entry, till.currency);
  return amountMinor === 0 ? { ok: false, code: 'AMOUNT_ZERO' } : { ok: true, amountMinor };
}
