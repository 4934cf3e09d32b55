import {
  currencyDecimals,
  parseAmount,
  plainAmount,
  type AmountEntryMode,
  type AmountRefusal,
  type ParsedAmount,
} from '../../electron/contract/index.ts';

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
}

export interface EntryLimits {
  currency: string;
  maxAmountMinor: number;
  /** How digits are read; cents first when not said. */
  amountEntry?: AmountEntryMode | undefined;
}

/** An entry after a key, with the sentence to say when the key was refused (the entry is then unchanged). */
export interface EntryStep {
  entry: AmountEntry;
  refusal: AmountRefusal | null;
}

/** One key: a digit, two zeros, the decimal sign, or backspace. */
export type AmountKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '.' | 'back';

export const emptyEntry: AmountEntry = { digits: '', decimals: null };

/** The amount typed so far, in minor units. */
export function entryAmountMinor(entry: AmountEntry, currency: string): number {
  const places = currencyDecimals(currency) ?? 2;
  const isMinor = entry.decimals === null && !entry.isWhole;
  const text = isMinor ? entry.digits : entry.digits + (entry.decimals ?? '').padEnd(places, '0');
  return text === '' ? 0 : Number(text);
}

/** True when nothing was typed. */
export function isEmptyEntry(entry: AmountEntry): boolean {
  return entry.digits === '' && entry.decimals === null;
}

/** The entry after one key of the keypad or the keyboard. */
export function pressKey(entry: AmountEntry, key: AmountKey, limits: EntryLimits): EntryStep {
  const places = currencyDecimals(limits.currency) ?? 2;
  const refuse = (refusal: AmountRefusal): EntryStep => ({ entry, refusal });
  const isDecimal = limits.amountEntry === 'decimal' && places > 0;
  if (key === 'back') {
    if (entry.decimals === null) return { entry: { ...entry, digits: entry.digits.slice(0, -1) }, refusal: null };
    const decimals = entry.decimals === '' ? null : entry.decimals.slice(0, -1);
    return { entry: { ...entry, decimals }, refusal: null };
  }
  if (key === '.') {
    if (places === 0) return refuse('AMOUNT_TOO_MANY_DECIMALS');
    if (entry.decimals !== null) return refuse('AMOUNT_NOT_A_NUMBER');
    const next = { ...entry, decimals: '' };
    return entryAmountMinor(next, limits.currency) > limits.maxAmountMinor
      ? refuse('AMOUNT_OVER_LIMIT')
      : { entry: next, refusal: null };
  }
  let next: AmountEntry;
  if (entry.decimals !== null) {
    if (entry.decimals.length + key.length > places) return refuse('AMOUNT_TOO_MANY_DECIMALS');
    next = { ...entry, decimals: entry.decimals + key };
  } else {
    // Zeros in front say nothing.
    next = { digits: (entry.digits + key).replace(/^0+/, ''), decimals: null, ...(isDecimal ? { isWhole: true } : {}) };
  }
  if (next.digits.length > 12 || entryAmountMinor(next, limits.currency) > limits.maxAmountMinor) {
    return refuse('AMOUNT_OVER_LIMIT');
  }
  return { entry: next, refusal: null };
}

/** A whole amount at once (paste, scanner): the contract's own reading, nothing rounded, nothing guessed. */
export function pasteText(entry: AmountEntry, text: string, limits: EntryLimits): EntryStep {
  const parsed: ParsedAmount = parseAmount(text, limits.currency, limits.maxAmountMinor);
  if (!parsed.ok) return { entry, refusal: parsed.code };
  return { entry: entryOf(parsed.amountMinor, limits.currency, limits.amountEntry), refusal: null };
}

/** The entry that shows an amount, for "change the amount": as it would have been typed. */
export function entryOf(amountMinor: number, currency: string, mode?: AmountEntryMode): AmountEntry {
  if (mode === 'decimal' && (currencyDecimals(currency) ?? 2) > 0) {
    const [whole = '', decimals = ''] = plainAmount(amountMinor, currency).split('.');
    return { digits: whole.replace(/^0+/, ''), decimals: /^0*$/.test(decimals) ? null : decimals, isWhole: true };
  }
  return { digits: plainAmount(amountMinor, currency).replace('.', '').replace(/^0+/, ''), decimals: null };
}
