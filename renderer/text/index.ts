/** The door of text: every word a person sees, and amounts and times in the till's locale. */
import { createContext, useContext } from 'react';
import { en } from './en/index.ts';
import { formatMoney, formatRoundMoney, moneyParts, spokenMoney, type AmountParts } from './money.ts';
import { ageAgo, clockTime, duration, shortTime, stopwatch, tenths } from './times.ts';

export type { FailureWords } from './en/failures.ts';
export type { AmountParts } from './money.ts';

/** What a language has to say; a further language is an object of this type, added to `languages`. */
export type Words = typeof en;

/** Languages by primary BCP 47 subtag. */
const languages: Readonly<Record<string, Words>> = { en };

/** All that a screen needs to put words and figures on it. Amounts are integers in minor units. */
export interface Texts {
  words: Words;
  /** BCP 47 of the words, for the `lang` attribute. */
  language: string;
  locale: string;
  money(amountMinor: number, currency: string): string;
  /** Without decimals where they are all zero. */
  roundMoney(amountMinor: number, currency: string): string;
  moneyParts(amountMinor: number, currency: string): AmountParts;
  spoken(amountMinor: number, currency: string): string;
  duration(ms: number): string;
  ageAgo(ms: number): string;
  stopwatch(ms: number): string;
  tenths(ms: number): string;
  clockTime(instant: string | number, withTenths?: boolean): string;
  /** Hours and minutes; with its day where that is not today. */
  shortTime(instant: string | number, nowMs: number): string;
  /** "15%", of a whole percent. */
  percent(percent: number): string;
}

/** Texts for a BCP 47 locale; words fall back to English, figures keep the locale. An invalid locale means `en-US`. */
export function textsFor(wanted: string): Texts {
  let locale = 'en-US';
  try {
    locale = Intl.getCanonicalLocales(wanted)[0] ?? locale;
  } catch {
    // Not a locale at all: a setting a technician mistyped must not take the counter down.
  }
  const primary = locale.split('-')[0] ?? 'en';
  const words = languages[primary] ?? en;
  return {
    words,
    language: primary in languages ? primary : 'en',
    locale,
    money: (amountMinor, currency) => formatMoney(amountMinor, currency, locale),
    roundMoney: (amountMinor, currency) => formatRoundMoney(amountMinor, currency, locale),
    moneyParts: (amountMinor, currency) => moneyParts(amountMinor, currency, locale),
    spoken: (amountMinor, currency) => spokenMoney(amountMinor, currency, locale, words.money.currencies),
    duration: (ms) => duration(ms, words),
    ageAgo: (ms) => ageAgo(ms, words),
    stopwatch,
    tenths: (ms) => tenths(ms, locale, words),
    clockTime: (instant, withTenths = false) => clockTime(instant, locale, withTenths),
    shortTime: (instant, nowMs) => shortTime(instant, nowMs, locale),
    percent: (percent) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100),
  };
}

const TextsContext = createContext<Texts>(textsFor('en-US'));

/** Gives everything inside the texts of one locale. */
export const TextsProvider = TextsContext.Provider;

/** The texts of this till's locale. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}
