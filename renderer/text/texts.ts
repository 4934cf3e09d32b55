import { createContext, useContext, useMemo } from 'react';
import {
  figureLocale,
  isLoaded,
  knownLocale,
  languageTagOf,
  wordsOf,
  type LaterWords,
  type Words,
} from './languages.ts';
import { formatMoney, formatRoundMoney, moneyParts, spokenMoney, type AmountParts } from './money.ts';
import { ageAgo, clockTime, duration, shortTime, stopwatch, tenths } from './times.ts';

/** Words and formats of a screen. Amounts are integers in minor units. */
export interface Texts<Later extends LaterWords = object> {
  words: Words & Later;
  /** BCP 47 of the words, for the `lang` attribute. */
  language: string;
  /** Locale of amounts and numbers, as the till's region writes them. */
  locale: string;
  /** Locale of dates, whose months and days are words. */
  dateLocale: string;
  money(amountMinor: number, currency: string): string;
  /** Amount of money without decimals if they are all zero. */
  roundMoney(amountMinor: number, currency: string): string;
  moneyParts(amountMinor: number, currency: string): AmountParts;
  spoken(amountMinor: number, currency: string): string;
  duration(ms: number): string;
  ageAgo(ms: number): string;
  stopwatch(ms: number): string;
  tenths(ms: number): string;
  clockTime(instant: string | number, withTenths?: boolean): string;
  /** Hours and minutes, with the day when it is not today. */
  shortTime(instant: string | number, nowMs: number): string;
  /** Formats a whole percent: "15%". */
  percent(percent: number): string;
}

/**
 * Texts for a till's BCP 47 locale. Their language is `spoken`, else the locale's language; English until it is loaded.
 * An invalid locale means `en-US`.
 */
export function textsFor(wanted: string, spoken?: string): Texts {
  const own = knownLocale(wanted);
  const asked = spoken ?? languageTagOf(own);
  const isHere = isLoaded(asked);
  const language = isHere ? asked : 'en';
  const words = wordsOf(language, {});
  // Figures follow the till even while its words are not loaded.
  const locale = isHere ? figureLocale(language, own) : own;
  const dateLocale = locale.split('-')[0] === language.split('-')[0] ? locale : language;
  return {
    words,
    language,
    locale,
    dateLocale,
    money: (amountMinor, currency) => formatMoney(amountMinor, currency, locale),
    roundMoney: (amountMinor, currency) => formatRoundMoney(amountMinor, currency, locale),
    moneyParts: (amountMinor, currency) => moneyParts(amountMinor, currency, locale),
    spoken: (amountMinor, currency) => spokenMoney(amountMinor, currency, locale, words.money.currencies),
    duration: (ms) => duration(ms, words),
    ageAgo: (ms) => ageAgo(ms, words),
    stopwatch,
    tenths: (ms) => tenths(ms, locale, words),
    clockTime: (instant, withTenths = false) => clockTime(instant, dateLocale, withTenths),
    shortTime: (instant, nowMs) => shortTime(instant, nowMs, dateLocale),
    percent: (percent) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100),
  };
}

const TextsContext = createContext<Texts>(textsFor('en-US'));

/** Provides the texts of one locale. */
export const TextsProvider = TextsContext.Provider;

const none = {};

/** The texts with the words of a screen that is loaded after the counter. */
export function withWords<Later extends LaterWords>(texts: Texts, later: Later): Texts<Later> {
  return { ...texts, words: wordsOf(texts.language, later) };
}

/** The texts of this till's locale. `later` adds the words of a screen that are loaded with it, such as `dayWords`. */
export function useTexts(): Texts;
export function useTexts<Later extends LaterWords>(later: Later): Texts<Later>;
export function useTexts(later: LaterWords = none): Texts {
  const texts = useContext(TextsContext);
  return useMemo(() => (later === none ? texts : withWords(texts, later)), [texts, later]);
}
