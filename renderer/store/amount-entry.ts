import {
  currencyDecimals,
  decimalSignOf,
  parseAmount,
  plainAmount,
  type AmountRefusal,
  type ParsedAmount,
} from '../../electron/domain/index.ts';
import { surchargeOf, type AmountEntryMode, type SurchargeSettings } from '../../electron/contract/index.ts';

/**
 * Amount typed so far. Cents first: digits fill from the right, so "4260" is 42.60. Once a decimal sign is typed, the
 * digits before it are whole units, so "42." is 42.00 and never 0.42. On a till that is set to `decimal`, digits are
 * whole units from the beginning.
 */
export interface AmountEntry {
  digits: string;
  /** Digits after a typed decimal sign, or null before a decimal sign is typed. */
  decimals: string | null;
  /** True if the digits are whole units even without a decimal sign. */
  isWhole?: boolean;
  /** Typed text with separators; absent if `digits` and `decimals` determine the text. */
  typed?: string;
  /** Reason why `typed` is not an amount. The digits are then those of its valid beginning, and charging is blocked. */
  refusal?: AmountRefusal;
  /** True if the amount was already confirmed, or belongs to a past sale: the next digit starts a new amount. */
  isOver?: boolean;
}

export interface EntryLimits {
  currency: string;
  maxAmountMinor: number;
  /** Meaning of digits; default: cents first. */
  amountEntry?: AmountEntryMode | undefined;
  /** BCP 47 locale of the cashier. Without it, a separator may be either decimal sign or group separator. */
  locale?: string | undefined;
  /** Surcharge, which counts towards the limit. */
  surcharge?: SurchargeSettings | undefined;
}

/** Entry after a key, with the reason why it is not an amount, or null. */
export interface EntryStep {
  entry: AmountEntry;
  refusal: AmountRefusal | null;
}

/** A key: a digit, two zeros, the decimal sign, a separator that may group digits, or backspace. */
export type AmountKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '00'
  | 'decimal'
  | '.'
  | ','
  | 'back';

export const emptyEntry: AmountEntry = { digits: '', decimals: null };

/** Maximum number of typed characters; every amount is shorter. */
const MAX_TYPED = 24;

/** Mark before refused pasted text, so that further digits cannot turn the whole into an amount. */
const PASTED = '…';

/** Amount of an entry, in minor units. */
export function entryAmountMinor(entry: AmountEntry, currency: string): number {
  const places = currencyDecimals(currency) ?? 2;
  const isMinor = entry.decimals === null && !entry.isWhole;
  const text = isMinor ? entry.digits : entry.digits + (entry.decimals ?? '').padEnd(places, '0');
  return text === '' ? 0 : Number(text);
}

export function isEmptyEntry({ digits, decimals, typed = '' }: AmountEntry): boolean {
  return digits === '' && decimals === null && typed === '';
}

/** Entry after a key of the keypad or keyboard. A refused key stays in the entry and prevents a charge. */
export function pressKey(entry: AmountEntry, key: AmountKey, limits: EntryLimits): EntryStep {
  const { isOver: _over, ...kept } = entry;
  if (key === 'back') return takenBack(kept, limits);
  const before = entry.isOver ? emptyEntry : kept;
  return stepOf(before, typedOf(before, limits) + (key === 'decimal' ? signOf(limits) : key), limits);
}

/** Entry after a paste or scan of a whole amount, read by the domain's parser: it is never rounded or guessed. */
export function pasteText(entry: AmountEntry, text: string, limits: EntryLimits): EntryStep {
  const parsed = parsedWith(text, limits);
  if (parsed.ok) return { entry: entryOf(parsed.amountMinor, limits.currency, limits.amountEntry), refusal: null };
  // The entry has no amount that could be charged instead of the refused text.
  const isNothing = text.trim() === '' || entryAmountMinor(entry, limits.currency) === 0;
  if (isNothing) return { entry, refusal: parsed.code };
  return refused(entry, `${typedOf(entry, limits)}${PASTED}${text.trim()}`, parsed.code);
}

/** Entry that shows an amount as if it had been typed, for "change the amount". */
export function entryOf(amountMinor: number, currency: string, mode?: AmountEntryMode): AmountEntry {
  if (mode === 'decimal' && (currencyDecimals(currency) ?? 2) > 0) {
    const [whole = '', decimals = ''] = plainAmount(amountMinor, currency).split('.');
    return { digits: whole.replace(/^0+/, ''), decimals: /^0*$/.test(decimals) ? null : decimals, isWhole: true };
  }
  return { digits: plainAmount(amountMinor, currency).replace('.', '').replace(/^0+/, ''), decimals: null };
}

const signOf = ({ locale }: EntryLimits): string => (locale === undefined ? undefined : decimalSignOf(locale)) ?? '.';

const typedOf = ({ digits, decimals, typed }: AmountEntry, limits: EntryLimits): string =>
  typed ?? digits + (decimals === null ? '' : signOf(limits) + decimals);

function refused({ refusal: _former, ...entry }: AmountEntry, text: string, refusal: AmountRefusal): EntryStep {
  return { entry: { ...entry, typed: text.slice(0, MAX_TYPED), refusal }, refusal };
}

/** Reads `text` as an entry. If it is not an amount, the result is `before` with the refused text. */
function stepOf(before: AmountEntry, text: string, limits: EntryLimits): EntryStep {
  const read = readText(text, limits, before.isWhole ?? false);
  return typeof read === 'string' ? refused(before, text, read) : { entry: read, refusal: null };
}

/** Backspace removes the last character, or all refused characters at once, so that the entry matches the screen. */
function takenBack(entry: AmountEntry, limits: EntryLimits): EntryStep {
  let text = typedOf(entry, limits);
  if (entry.refusal === undefined) return stepOf(entry, text.slice(0, -1), limits);
  while (typeof readText(text, limits, entry.isWhole ?? false) === 'string') text = text.slice(0, -1);
  return stepOf(entry, text, limits);
}

/** Reads typed text as if it were pasted, except that digits alone may be minor units. */
function readText(text: string, limits: EntryLimits, isWholeBefore: boolean): AmountEntry | AmountRefusal {
  const { currency } = limits;
  const places = currencyDecimals(currency) ?? 2;
  const isWhole = places > 0 && (limits.amountEntry === 'decimal' || isWholeBefore);
  if (/^[0-9]*$/.test(text)) {
    // Leading zeros have no meaning.
    const entry = { digits: text.replace(/^0+/, ''), decimals: null, ...(isWhole ? { isWhole } : {}) };
    const isOver = entry.digits.length > 12 || isAbove(entryAmountMinor(entry, currency), limits);
    return isOver ? 'AMOUNT_OVER_LIMIT' : entry;
  }
  // The digits after the last separator are still to be typed.
  const isOpen = /^[0-9]*[.,]$|[.,][0-9]{3}[.,]$/.test(text);
  if (isOpen && places === 0) return 'AMOUNT_TOO_MANY_DECIMALS';
  const parsed = parsedUnits(isOpen ? text.slice(0, -1) || '0' : text, limits);
  if (!parsed.ok && parsed.code !== 'AMOUNT_ZERO') return parsed.code;
  // In a currency with three decimals, 1.234 is complete, so that another separator is an error.
  if (isOpen && parsed.ok && parsed.amountMinor % 10 ** places !== 0) return 'AMOUNT_NOT_A_NUMBER';
  const [whole = '', decimals = null] = plainAmount(parsed.ok ? parsed.amountMinor : 0, currency).split('.');
  return { digits: whole.replace(/^0+/, ''), decimals, typed: text };
}

/** Without a locale, points may also group digits: 1.234 has no other meaning in dollars. */
function parsedUnits(text: string, limits: EntryLimits): ParsedAmount {
  const parsed = parsedWith(text, limits);
  if (parsed.ok || limits.locale !== undefined || text.includes(',')) return parsed;
  const asGroups = parsedWith(text.replaceAll('.', ','), limits);
  return asGroups.ok ? asGroups : parsed;
}

/** Reads text by the domain's parser; the limit includes the surcharge. */
function parsedWith(text: string, limits: EntryLimits): ParsedAmount {
  const { currency, maxAmountMinor, locale } = limits;
  const parsed = parseAmount(text, currency, maxAmountMinor, locale);
  return parsed.ok && isAbove(parsed.amountMinor, limits) ? { ok: false, code: 'AMOUNT_OVER_LIMIT' } : parsed;
}

const isAbove = (amountMinor: number, { maxAmountMinor, surcharge }: EntryLimits): boolean =>
  amountMinor + surchargeOf(surcharge, amountMinor, 0) > maxAmountMinor;
