/**
 * What a barcode scanner read, as an amount. Three things carry one:
 *
 *   PP IIIII VVVVV C   EAN-13 for use within a shop: PP one of the till's price prefixes (20 to 29 unless set otherwise),
 *                      IIIII the shop's own item number, VVVVV the price in minor units, C the check digit
 *   (392n)VVVV         GS1 with its brackets: what is to be paid, with n decimals, in the money of the place; also (390n)
 *   42.60              an amount, written out
 *
 * Other layouts (a price of four digits with a check digit of its own, or a weight) differ from country to country: their
 * prefixes are left out of the till's `scanPricePrefixes`. A barcode that is wrong, or that names a product or an order
 * without a price, is refused, never guessed at: its digits would be an amount nobody meant.
 */
import { currencyDecimals, hasCheckDigit, parseAmount, type AmountRefusal } from '../../electron/domain/index.ts';

export type ScanRefusal =
  /** The last digit does not fit the others: misread, or no barcode of this kind. */
  | 'SCAN_CHECK_DIGIT'
  /** A product's number, with no price in it. */
  | 'SCAN_NO_PRICE'
  /** Scanned where no amount is asked for. */
  | 'SCAN_NOT_HERE'
  /** Keys and Enter came as from a scanner, or nearly: Enter charged nothing. */
  | 'SCAN_OR_HAND'
  /** A digit where a tip is chosen, before *Other amount*. */
  | 'TIP_NOT_TYPED';

export type ScannedAmount = { ok: true; amountMinor: number } | { ok: false; code: AmountRefusal | ScanRefusal };

const DEFAULT_PRICE_PREFIXES = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29'];
/** Lengths of GS1 numbers: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** True for a whole GS1 number whose check digit fits. */
export function isBarcode(text: string): boolean {
  return /^[0-9]+$/.test(text) && GTIN_LENGTHS.has(text.length) && hasCheckDigit(text);
}

/** What a till knows that prices are read with. */
interface ScanTill {
  currency: string;
  maxAmountMinor: number;
  scanPricePrefixes?: readonly string[] | undefined;
}

/** What scanners may put before a code to name its kind: "]E0", "]C1". */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;

/** Reads one code. */
export function readScan(text: string, till: ScanTill): ScannedAmount {
  const { currency, maxAmountMinor, scanPricePrefixes = DEFAULT_PRICE_PREFIXES } = till;
  const scanned = text.trim().replace(SYMBOLOGY, '');
  if (/^[0-9]+[.,][0-9]+$/.test(scanned)) return parseAmount(scanned, currency, maxAmountMinor);
  if (scanned.startsWith('(')) return within(toPay(scanned, currency), maxAmountMinor);
  if (!/^[0-9]+$/.test(scanned) || !GTIN_LENGTHS.has(scanned.length)) return { ok: false, code: 'SCAN_NO_PRICE' };
  if (!hasCheckDigit(scanned)) return { ok: false, code: 'SCAN_CHECK_DIGIT' };
  const hasPrice = scanned.length === 13 && scanPricePrefixes.includes(scanned.slice(0, 2));
  return within(hasPrice ? Number(scanned.slice(7, 12)) : null, maxAmountMinor);
}

/**
 * Reads what a scanner typed, of which the first keys may have been a person's: `starts` says where the code may begin.
 * `from` is where it does. What may be the end of something longer is believed only where it proves itself.
 */
export function readBurst(
  { text, starts }: { text: string; starts: readonly number[] },
  till: ScanTill,
): { from: number; read: ScannedAmount } {
  const codes = starts.map((from) => ({ from, code: text.slice(from), read: readScan(text.slice(from), till) }));
  const proven = codes.filter(({ code }) => provesItself(code.replace(SYMBOLOGY, '')));
  const found = proven.find(({ read }) => read.ok) ?? proven[0];
  if (found) return found;
  const [whole] = codes;
  if (whole && codes.length === 1) return whole;
  return { from: 0, read: { ok: false, code: /^[0-9]+$/.test(text) ? 'SCAN_CHECK_DIGIT' : 'SCAN_NO_PRICE' } };
}

/** A whole product number, alone or in front of what GS1 says about it. */
function provesItself(code: string): boolean {
  return isBarcode(code) || isBarcode(/^\(01\)([0-9]{14})\(/.exec(code)?.[1] ?? '');
}

/** GS1 application identifiers 390n and 392n: what is to be paid, n decimals, in minor units; null where it says none. */
function toPay(code: string, currency: string): number | null {
  const item = /\(01\)([0-9]{14})/.exec(code)?.[1];
  if (item !== undefined && !hasCheckDigit(item)) return null;
  const [, decimals, digits] = /\(39[02]([0-3])\)([0-9]{1,10})(?:\(|$)/.exec(code) ?? [];
  if (decimals === undefined || digits === undefined) return null;
  const more = (currencyDecimals(currency) ?? 2) - Number(decimals);
  const amountMinor = more >= 0 ? Number(digits) * 10 ** more : Number(digits) / 10 ** -more;
  return Number.isInteger(amountMinor) ? amountMinor : null;
}

function within(amountMinor: number | null, maxAmountMinor: number): ScannedAmount {
  if (amountMinor === null) return { ok: false, code: 'SCAN_NO_PRICE' };
  if (amountMinor === 0) return { ok: false, code: 'AMOUNT_ZERO' };
  return amountMinor > maxAmountMinor ? { ok: false, code: 'AMOUNT_OVER_LIMIT' } : { ok: true, amountMinor };
}
