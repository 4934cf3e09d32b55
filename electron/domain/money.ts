/** Amounts of money: typed, written, counted. Pure. */
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

/** Writes amounts in units of a currency with all its decimals, also those that Intl by itself rounds away (HUF, COP, IDR). */
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

/** The sign between units and decimals in a locale, where it is one of the two that people type; else undefined. */
export function decimalSignOf(locale: string): '.' | ',' | undefined {
  if (!isLocale(locale)) return undefined;
  const sign = new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value;
  return sign === '.' || sign === ',' ? sign : undefined;
}

/** Separators of groups of three, beside point and comma. */
const GROUP_SIGNS = "\\u00a0\\u202f '’";
const ANY_SIGN = new RegExp(`[.,${GROUP_SIGNS}]`);
const DIGITS_AND_SIGNS = new RegExp(`^[0-9]*(?:[.,${GROUP_SIGNS}][0-9]*)*$`);

/** `1`, `234`, `567` of 1,234,567: only the first group may be shorter than three, and a number does not begin with zero. */
function areGroups([head = '', ...groups]: readonly string[]): boolean {
  return /^[1-9][0-9]{0,2}$/.test(head) && groups.every((group) => /^[0-9]{3}$/.test(group));
}

/**
 * Units and decimals of digits with separators; null where they are no number. A sign that stands once before three digits is a
 * group or the decimals: the locale's decimal sign is never a group. Without a locale the point is the decimal sign, and a comma
 * is a group where the currency cannot have three decimals.
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
    // 1.234.50: the same sign for groups and decimals, with all the decimals there are.
    if (signs[0] === last && (tail.length !== decimals || decimals === 0)) return null;
    return [whole, tail];
  }
  if (areAllGroups && last !== (decimalSign ?? '.'))
    return decimalSign === undefined && decimals === 3 ? null : [whole + tail, ''];
  return whole === '' && tail === '' ? null : [whole, tail];
}

/**
 * Reads an amount a person typed or pasted ("12.34", "12,5", "$1,234.50", "1.234,50") and gives minor units: the one reader of
 * every field, key and option that takes an amount. Nothing is rounded: more decimals than the currency has is a refusal.
 * `locale`: BCP 47, of who typed it; left out where that is not known.
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
  // Arabic-Indic, Devanagari and full-width digits are digits to Unicode, but a till shows and reads 0-9 only.
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

/** Minor units as plain digits with a point, for machines and logs ("12.34"); never for people, who get Intl. */
export function plainAmount(amountMinor: number, currency: string): string {
  const decimals = currencyDecimals(currency) ?? 2;
  const digits = String(amountMinor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
