import { z } from 'zod';

/** ISO 4217 alphabetic code, upper case. */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/);

/** An amount in minor units (cents for USD, yen for JPY). Always an integer, always beside its currency. */
export const amountMinorSchema = z.int().min(0).max(999_999_999_999);

/** The largest amount a till accepts unless its settings say otherwise, in minor units. */
export const DEFAULT_MAX_AMOUNT_MINOR = 9_999_999;

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

/** Numeric ISO 4217 codes of the currencies a terminal can be asked for (tag 5F2A, four BCD digits). */
const numericCodes: Readonly<Record<string, string>> = {
  AUD: '0036', BGN: '0975', BRL: '0986', CAD: '0124', CHF: '0756', CLP: '0152', CNY: '0156', COP: '0170', CZK: '0203',
  DKK: '0208', EUR: '0978', GBP: '0826', HKD: '0344', HUF: '0348', IDR: '0360', ILS: '0376', INR: '0356', ISK: '0352',
  JPY: '0392', KRW: '0410', KWD: '0414', MXN: '0484', MYR: '0458', NOK: '0578', NZD: '0554', PEN: '0604', PHP: '0608',
  PLN: '0985', RON: '0946', SEK: '0752', SGD: '0702', THB: '0764', TND: '0788', TRY: '0949', USD: '0840', ZAR: '0710',
}; // oxfmt-ignore

/** The four-digit numeric code of a currency, e.g. `0840` for USD; undefined for one we do not know. */
export function numericCurrency(currency: string): string | undefined {
  return numericCodes[currency];
}

/** The alphabetic code of a numeric one, e.g. `USD` for `0840`. */
export function currencyOfNumeric(numeric: string): string | undefined {
  return Object.entries(numericCodes).find(([, code]) => code === numeric)?.[0];
}

/**
 * Of those above, what ISO 4217 gives other than 2 minor units. What platform and terminal count in is not asked of Intl: it says how
 * amounts are usually written, which is without the fillér since ICU 78 (COP and IDR alike), and a hundred times too much or too little.
 */
const decimalsOf: Readonly<Record<string, number>> = { CLP: 0, ISK: 0, JPY: 0, KRW: 0, KWD: 3, TND: 3 };

/** Decimals of a currency (2 for USD, 0 for JPY, 3 for KWD); undefined for a currency we do not know. */
export function currencyDecimals(currency: string): number | undefined {
  return currency in numericCodes ? (decimalsOf[currency] ?? 2) : undefined;
}

/** Writes amounts in units of a currency with all its decimals, also those that Intl by itself rounds away (HUF, COP, IDR). */
export function moneyFormat(locale: string, currency: string, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const decimals = currencyDecimals(currency);
  const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits, ...more });
}

/**
 * Reads an amount a person typed or pasted ("12.34", "$1,234.50", "1.234,50") and gives minor units. Groups of three
 * are accepted; a comma followed by exactly the currency's number of decimals at the end is taken as the decimal sign.
 * Nothing is rounded: more decimals than the currency has is a refusal.
 */
export function parseAmount(text: string, currency: string, maxAmountMinor = DEFAULT_MAX_AMOUNT_MINOR): ParsedAmount {
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
  const plain = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
  const grouped = /^[0-9]{1,3}(?:[,\u00a0\u202f '’][0-9]{3})+(?:\.[0-9]*)?$/;
  // 1.234,50 and 1 234,50: a comma is the decimal sign where exactly the currency's decimals follow it.
  const fraction = decimals === 0 ? null : `,[0-9]{${decimals}}$`;
  const commaGrouped = fraction && new RegExp(`^[0-9]{1,3}(?:[.\\u00a0\\u202f '’][0-9]{3})+${fraction}`);
  const commaPlain = fraction && decimals !== 3 && new RegExp(`^[0-9]+${fraction}`);
  if (commaGrouped && commaGrouped.test(rest)) rest = rest.replace(/[.\u00a0\u202f '’]/g, '').replace(',', '.');
  else if (commaPlain && commaPlain.test(rest)) rest = rest.replace(',', '.');
  else if (grouped.test(rest)) rest = rest.replace(/[,\u00a0\u202f '’]/g, '');
  if (!plain.test(rest)) return { ok: false, code: 'AMOUNT_NOT_A_NUMBER' };
  const [whole = '0', cents = ''] = rest.split('.');
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
