/** The words of each language, and which of them are here. English is always here; each other one is a chunk of its own. */
import { isLanguageTag, languageOf, type LanguageTag } from '../../electron/contract/index.ts';
import { firstEnglish } from './en/first.ts';
import type { en } from './en/index.ts';
import { filled, type Translation } from './en/filled.ts';

/** What a language has to say. */
export type Words = typeof en;

/** Where the words of each language are. */
export const translations: Readonly<Record<Exclude<LanguageTag, 'en'>, () => Promise<Translation>>> = {
  es: async () => (await import('./es/index.ts')).es,
  'fr-CA': async () => (await import('./fr-ca/index.ts')).frCa,
  de: async () => (await import('./de/index.ts')).de,
};

/** A screen that is loaded later brings its English with it (`addEnglish`), before it is drawn. */
export const english = { ...firstEnglish } as Words;
const here = new Map<string, Words>([['en', english]]);
const listeners = new Set<() => void>();

/** The words of a language, if they are here. */
export function wordsOf(tag: string): Words | undefined {
  return here.get(tag);
}

/** Hears of every language that arrives; the answer ends it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Puts words in place under a tag: a language that was loaded, or the pseudo-locale of the tests. */
export function addLanguage(tag: string, words: Words): void {
  here.set(tag, words);
  for (const listener of listeners) listener();
}

/** Puts the English of a screen in place that is loaded later than the counter. */
export function addEnglish(words: Partial<Omit<Words, keyof typeof firstEnglish>>): void {
  Object.assign(english, words);
}

/** Fetches the words of a language. Rejects where its file cannot be had; the words that are here stay. */
export async function loadLanguage(tag: string): Promise<void> {
  if (here.has(tag) || !isLanguageTag(tag) || tag === 'en') return;
  addLanguage(tag, filled<Words>(english, await translations[tag]()));
}

/** A BCP 47 locale as Intl takes it. A setting that is none must not take the counter down: it means `en-US`. */
export function knownLocale(wanted: string): string {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

/** The language to speak in a locale; one whose words were put in place under the locale's own tag comes first. */
export function spokenIn(locale: string): string {
  return here.has(locale) ? locale : languageOf(locale);
}

/** Where a locale is used, as ISO 3166: "US". */
const regionOf = (locale: string) => new Intl.Locale(locale).maximize().region;

/**
 * The locale of amounts and numbers for words in `language` on a till of `locale`: the till's own where both speak the
 * same language, else the language as it is written in the till's region ("es-US"). Where nobody writes it there, the
 * till's own again, so that a screen shows amounts as the drawer and the receipt do.
 */
export function figureLocale(language: string, locale: string): string {
  const [primary] = language.split('-');
  if (locale.split('-')[0] === primary) return locale;
  const local = `${primary}-${regionOf(locale)}`;
  return new Intl.NumberFormat(local).resolvedOptions().locale === local ? local : locale;
}
