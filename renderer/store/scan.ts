/**
 * Reads the amount in a scanned code. Three formats contain an amount:
 *
 *   PP IIIII VVVVV C   EAN-13 for use within a shop: PP a price prefix of the till (default: 20..29), IIIII the shop's
 *                      own item number, VVVVV the price in minor units, C the check digit
 *   (392n)VVVV         GS1 with brackets: the amount to pay, with n decimals, in the local currency; also (390n)
 *   42.60              a plain amount
 *
 * Other layouts (a price of four digits with its own check digit, or a weight) differ between countries: leave their
 * prefixes out of the till's `scanPricePrefixes`. A barcode that is wrong, or that contains a product or order without
 * a price, is refused and never guessed: its digits would become a false amount.
 */
import { currencyDecimals, hasCheckDigit, parseAmount, type AmountRefusal } from '../../electron/domain/index.ts';

export type ScanRefusal =
  /** The check digit is wrong: the code was misread, or is of another kind. */
  | 'SCAN_CHECK_DIGIT'
  /** The code contains no price. */
  | 'SCAN_NO_PRICE'
  /** The code was scanned on a screen that does not ask for an amount. */
  | 'SCAN_NOT_HERE'
  /** Keys and Enter came about as fast as from a scanner, so Enter charged nothing. */
  | 'SCAN_OR_HAND'
  /** A digit was typed on the tip screen before *Other amount* was pressed. */
  | 'TIP_NOT_TYPED';

export type ScannedAmount = { ok: true; amountMinor: number } | { ok: false; code: AmountRefusal | ScanRefusal };

const DEFAULT_PRICE_PREFIXES = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29'];
/** Lengths of GS1 numbers: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** True for a complete GS1 number with a valid check digit. */
export function isBarcode(text: string): boolean {
  return /^[0-9]+$/.test(text) && GTIN_LENGTHS.has(text.length) && hasCheckDigit(text);
}

/** Settings of the till for reading prices. */
interface ScanTill {
  currency: string;
  maxAmountMinor: number;
  scanPricePrefixes?: readonly string[] | undefined;
}

/** Symbology identifier, which some scanners send before a code: "]E0", "]C1". */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;

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
 * Reads text from a scanner whose first characters may have been typed by the cashier. `starts`: offsets at which the
 * code may begin; `from`: the offset at which it begins. If several offsets are possible, only a code with a valid
 * check digit is accepted (`provesItself`), because other text may be the end of a longer code.
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

/** True for a complete product number, alone or before other GS1 data. */
function provesItself(code: string): boolean {
  return isBarcode(code) || isBarcode(/^\(01\)([0-9]{14})\(/.exec(code)?.[1] ?? '');
}

/**
 * Amount to pay from GS1 application identifiers 390n and 392n (n decimals), in minor units, or null if the code
 * contains none.
 */
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
