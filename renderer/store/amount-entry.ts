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
 * What has been typed so far. Cents first: digits fill from the right, "4260" is 42.60. As soon as a decimal sign is
 * typed the digits before it are whole units, so "42." is 42.00 and never 0.42. On a till that is set to `decimal`
 * digits are whole units from the first one on.
 */
export interface AmountEntry {
  digits: string;
  /** Digits after a typed decimal sign; null while none was typed. */
  decimals: string | null;
  /** Digits are whole units although no decimal sign was typed. */
  isWhole?: boolean;
  /** All that was typed, with its separators; absent: the digits and nothing else. */
  typed?: string;
  /** Why `typed` is no amount. Digits and decimals are then of its beginning, and nothing may be charged. */
  refusal?: AmountRefusal;
  /** The amount was confirmed once, or belongs to a former sale: the next digit begins another one. */
  isOver?: boolean;
}

export interface EntryLimits {
  currency: string;
  maxAmountMinor: number;
  /** How digits are read; cents first when not said. */
  amountEntry?: AmountEntryMode | undefined;
  /** BCP 47, of who types; absent: a separator may mean either. */
  locale?: string | undefined;
  /** Counts towards the limit too. */
  surcharge?: SurchargeSettings | undefined;
}

/** An entry after a key, with the sentence to say when it is no amount by now. */
export interface EntryStep {
  entry: AmountEntry;
  refusal: AmountRefusal | null;
}

/** One key: a digit, two zeros, the decimal sign, a separator that may be the groups', or backspace. */
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

/** More characters than any amount has. */
const MOST_TYPED = 24;

/** Before what was pasted and refused: no further digit makes an amount of both. */
const PASTED = '…';

/** The amount typed so far, in minor units. */
export function entryAmountMinor(entry: AmountEntry, currency: string): number {
  const places = currencyDecimals(currency) ?? 2;
  const isMinor = entry.decimals === null && !entry.isWhole;
  const text = isMinor ? entry.digits : entry.digits + (entry.decimals ?? '').padEnd(places, '0');
  return text === '' ? 0 : Number(text);
}

/** True when nothing was typed. */
export function isEmptyEntry({ digits, decimals, typed = '' }: AmountEntry): boolean {
  return digits === '' && decimals === null && typed === '';
}

/** The entry after one key of the keypad or the keyboard. A refused key stays in it, and keeps it from being charged. */
export function pressKey(entry: AmountEntry, key: AmountKey, limits: EntryLimits): EntryStep {
  const { isOver: _over, ...kept } = entry;
  if (key === 'back') return takenBack(kept, limits);
  const before = entry.isOver ? emptyEntry : kept;
  return stepOf(before, typedOf(before, limits) + (key === 'decimal' ? signOf(limits) : key), limits);
}

/** A whole amount at once (paste, scanner): the contract's own reading, nothing rounded, nothing guessed. */
export function pasteText(entry: AmountEntry, text: string, limits: EntryLimits): EntryStep {
  const parsed = parsedWith(text, limits);
  if (parsed.ok) return { entry: entryOf(parsed.amountMinor, limits.currency, limits.amountEntry), refusal: null };
  // There is no amount that could be charged instead of the refused one.
  const isNothing = text.trim() === '' || entryAmountMinor(entry, limits.currency) === 0;
  if (isNothing) return { entry, refusal: parsed.code };
  return refused(entry, `${typedOf(entry, limits)}${PASTED}${text.trim()}`, parsed.code);
}

/** The entry that shows an amount, for "change the amount": as it would have been typed. */
export function entryOf(amountMinor: number, currency: string, mode?: AmountEntryMode): AmountEntry {
  if (mode === 'decimal' && (currencyDecimals(currency) ?? 2) > 0) {
    const [whole = '', decimals = ''] = plainAmount(amountMinor, currency).split('.');
    return { digits: whole.replace(/^0+/, ''), decimals: /^0*$/.test(decimals) ? null : decimals, isWhole: true };
  }
  return { digits: plainAmount(amountMinor, currency).replace('.', '').replace(/^0+/, ''), decimals: null };
}

/** The decimal sign of who types. */
const signOf = ({ locale }: EntryLimits): string => (locale === undefined ? undefined : decimalSignOf(locale)) ?? '.';

const typedOf = ({ digits, decimals, typed }: AmountEntry, limits: EntryLimits): string =>
  typed ?? digits + (decimals === null ? '' : signOf(limits) + decimals);

function refused({ refusal: _former, ...entry }: AmountEntry, text: string, refusal: AmountRefusal): EntryStep {
  return { entry: { ...entry, typed: text.slice(0, MOST_TYPED), refusal }, refusal };
}

/** `text` as an entry; where it is no amount, what it was `before` with what was typed. */
function stepOf(before: AmountEntry, text: string, limits: EntryLimits): EntryStep {
  const read = readText(text, limits, before.isWhole ?? false);
  return typeof read === 'string' ? refused(before, text, read) : { entry: read, refusal: null };
}

/** Backspace takes back all that was refused, so that what is on the screen is what was typed; else the last character. */
function takenBack(entry: AmountEntry, limits: EntryLimits): EntryStep {
  let text = typedOf(entry, limits);
  if (entry.refusal === undefined) return stepOf(entry, text.slice(0, -1), limits);
  while (typeof readText(text, limits, entry.isWhole ?? false) === 'string') text = text.slice(0, -1);
  return stepOf(entry, text, limits);
}

/** What was typed by hand, read as it would be if it were pasted; but digits alone may be minor units. */
function readText(text: string, limits: EntryLimits, isWholeBefore: boolean): AmountEntry | AmountRefusal {
  const { currency } = limits;
  const places = currencyDecimals(currency) ?? 2;
  const isWhole = places > 0 && (limits.amountEntry === 'decimal' || isWholeBefore);
  if (/^[0-9]*$/.test(text)) {
    // Zeros in front say nothing.
    const entry = { digits: text.replace(/^0+/, ''), decimals: null, ...(isWhole ? { isWhole } : {}) };
    const isOver = entry.digits.length > 12 || isAbove(entryAmountMinor(entry, currency), limits);
    return isOver ? 'AMOUNT_OVER_LIMIT' : entry;
  }
  // The digits behind the separator that was typed last are still to come.
  const isOpen = /^[0-9]*[.,]$|[.,][0-9]{3}[.,]$/.test(text);
  if (isOpen && places === 0) return 'AMOUNT_TOO_MANY_DECIMALS';
  const parsed = parsedUnits(isOpen ? text.slice(0, -1) || '0' : text, limits);
  if (!parsed.ok && parsed.code !== 'AMOUNT_ZERO') return parsed.code;
  // 1.234 dinars have their decimals already.
  if (isOpen && parsed.ok && parsed.amountMinor % 10 ** places !== 0) return 'AMOUNT_NOT_A_NUMBER';
  const [whole = '', decimals = null] = plainAmount(parsed.ok ? parsed.amountMinor : 0, currency).split('.');
  return { digits: whole.replace(/^0+/, ''), decimals, typed: text };
}

/** Where it is not known who types, points may be the groups' as well: 1.234 has no other meaning in dollars. */
function parsedUnits(text: string, limits: EntryLimits): ParsedAmount {
  const parsed = parsedWith(text, limits);
  if (parsed.ok || limits.locale !== undefined || text.includes(',')) return parsed;
  const asGroups = parsedWith(text.replaceAll('.', ','), limits);
  return asGroups.ok ? asGroups : parsed;
}

/** The contract's own reading, within the till's limit with its surcharge. */
function parsedWith(text: string, limits: EntryLimits): ParsedAmount {
  const { currency, maxAmountMinor, locale } = limits;
  const parsed = parseAmount(text, currency, maxAmountMinor, locale);
  return parsed.ok && isAbove(parsed.amountMinor, limits) ? { ok: false, code: 'AMOUNT_OVER_LIMIT' } : parsed;
}

const isAbove = (amountMinor: number, { maxAmountMinor, surcharge }: EntryLimits): boolean =>
  amountMinor + surchargeOf(surcharge, amountMinor, 0) > maxAmountMinor;
