/** Parses and formats amounts of money. Pure. */
import { currencyDecimals, defaultMaxAmountMinor } from './currencies.ts';

export type AmountRefusal =
  | 'AMOUNT_MISSING'
  | 'AMOUNT_NOT_A_NUMBER'
  | 'AMOUNT_NOT_LATIN_DIGITS'
  | 'AMOUNT_NEGATIVE'
  | 'AMOUNT_ZERO'
  | 'AMOUNT_TOO_MANY_DECIMALS'
  | 'AMOUNT_OVER_LIMIT'
  | 'CURRENCY_UNKNOWN';

export type ParsedAmount = { ok: true; amountMinor: number } | { ok: false; code: AmountRefusal };

/**
 * Formats amounts with all decimals of the currency, including those that Intl rounds away by default (HUF, COP, IDR).
 */
export function moneyFormat(locale: string, currency: string, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const decimals = currencyDecimals(currency);
  const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits, ...more });
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

/** Decimal sign of a locale, if it is a point or a comma; otherwise undefined. */
export function decimalSignOf(locale: string): '.' | ',' | undefined {
  if (!isLocale(locale)) return undefined;
  const sign = new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value;
  return sign === '.' || sign === ',' ? sign : undefined;
}

/** Separators of groups of three digits, in addition to point and comma. */
const GROUP_SIGNS = "\\u00a0\\u202f '’";
const ANY_SIGN = new RegExp(`[.,${GROUP_SIGNS}]`);
const DIGITS_AND_SIGNS = new RegExp(`^[0-9]*(?:[.,${GROUP_SIGNS}][0-9]*)*$`);

/**
 * True if the parts are groups such as `1`, `234`, `567` of 1,234,567: only the first may be shorter than three, and it
 * does not begin with zero.
 */
function areGroups([head = '', ...groups]: readonly string[]): boolean {
  return /^[1-9][0-9]{0,2}$/.test(head) && groups.every((group) => /^[0-9]{3}$/.test(group));
}

/**
 * Units and decimals of digits with separators, or null if they are not a number. A sign that occurs once before three
 * digits is a group separator or the decimal sign; the locale's decimal sign never separates groups. If the locale is
 * unknown, the point is the decimal sign, and a comma separates groups if the currency has fewer than three decimals.
 */
function partsOf(text: string, decimals: number, decimalSign: '.' | ',' | undefined): [string, string] | null {
  const parts = text.split(ANY_SIGN);
  const signs = Array.from(text).filter((one) => ANY_SIGN.test(one));
  const last = signs.at(-1);
  if (last === undefined) return [text, ''];
  const tail = parts.at(-1) ?? '';
  const heads = parts.slice(0, -1);
  const areSame = (some: readonly string[]) => new Set(some).size <= 1;
  const whole = heads.join('');
  const areAllGroups = areSame(signs) && areGroups(parts);
  if (last !== '.' && last !== ',') return areAllGroups ? [whole + tail, ''] : null;
  if (signs.length > 1) {
    if (areAllGroups) return [whole + tail, ''];
    if (!areSame(signs.slice(0, -1)) || !areGroups(heads)) return null;
    // 1.234.50 uses one sign for groups and decimals; accepted with the currency's full decimals only.
    if (signs[0] === last && (tail.length !== decimals || decimals === 0)) return null;
    return [whole, tail];
  }
  if (areAllGroups && last !== (decimalSign ?? '.'))
    return decimalSign === undefined && decimals === 3 ? null : [whole + tail, ''];
  return whole === '' && tail === '' ? null : [whole, tail];
}

/**
 * Parses a typed or pasted amount ("12.34", "12,5", "$1,234.50", "1.234,50") to minor units; every field, key and
 * option with an amount uses this parser. Never rounds: more decimals than the currency has is a refusal. `locale` is
 * the typist's BCP 47 locale, or absent if unknown.
 */
export function parseAmount(
  text: string,
  currency: string,
  maxAmountMinor = defaultMaxAmountMinor(currency),
  locale?: string,
): ParsedAmount {
  const decimals = currencyDecimals(currency);
  if (decimals === undefined) return { ok: false, code: 'CURRENCY_UNKNOWN' };
  let rest = text
    .normalize('NFC')
    .replace(/[\u2066-\u2069\u200e\u200f\ufeff]/g, '')
    .trim();
  if (rest === '') return { ok: false, code: 'AMOUNT_MISSING' };
  // Unicode also has Arabic-Indic, Devanagari and full-width digits, but a till shows and reads 0..9 only.
  if (/\p{Nd}/u.test(rest.replace(/[0-9]/g, ''))) return { ok: false, code: 'AMOUNT_NOT_LATIN_DIGITS' };
  const isNegative = /^\(.*\)$|^[-\u2212\u2013]|[-\u2212]$/.test(rest);
  if (isNegative) rest = rest.replace(/^\(|\)$/g, '');
  rest = rest.replace(/^[-\u2212\u2013+]|[-\u2212]$/g, '').replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '');
  if (rest.toUpperCase().startsWith(currency)) rest = rest.slice(3).trim();
  else if (rest.toUpperCase().endsWith(currency)) rest = rest.slice(0, -3).trim();
  rest = rest.replace(/^[-\u2212\u2013]/, '');
  const decimalSign = locale === undefined ? undefined : decimalSignOf(locale);
  const parts = DIGITS_AND_SIGNS.test(rest) && rest !== '' ? partsOf(rest, decimals, decimalSign) : null;
  if (parts === null) return { ok: false, code: 'AMOUNT_NOT_A_NUMBER' };
  const [whole, cents] = parts;
  if (cents.length > decimals) return { ok: false, code: 'AMOUNT_TOO_MANY_DECIMALS' };
  const digits = `${whole}${cents.padEnd(decimals, '0')}`.replace(/^0+/, '');
  if (digits === '') return { ok: false, code: 'AMOUNT_ZERO' };
  if (isNegative) return { ok: false, code: 'AMOUNT_NEGATIVE' };
  if (digits.length > 12 || Number(digits) > maxAmountMinor) return { ok: false, code: 'AMOUNT_OVER_LIMIT' };
  return { ok: true, amountMinor: Number(digits) };
}

/** Minor units as plain digits with a point, for machines and logs ("12.34"); screens use Intl. */
export function plainAmount(amountMinor: number, currency: string): string {
  const decimals = currencyDecimals(currency) ?? 2;
  const digits = String(amountMinor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
