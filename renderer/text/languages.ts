/** Words by language. Each screen brings its English; every other language is one chunk. */
import { isLanguageTag, languageOf } from '../../electron/domain/index.ts';
import { counter } from '../../electron/words/generated/en/counter.ts';
import { failures } from '../../electron/words/generated/en/failures.ts';
import { frame } from '../../electron/words/generated/en/frame.ts';
import { history } from '../../electron/words/generated/en/history.ts';
import { links } from '../../electron/words/generated/en/links.ts';
import { money } from '../../electron/words/generated/en/money.ts';
import { outcomes } from '../../electron/words/generated/en/outcomes.ts';
import { payments } from '../../electron/words/generated/en/payments.ts';
import { receipts } from '../../electron/words/generated/en/receipts.ts';
import { sale } from '../../electron/words/generated/en/sale.ts';
import { signIn } from '../../electron/words/generated/en/signIn.ts';
import { tabs } from '../../electron/words/generated/en/tabs.ts';
import { thisScreen } from '../../electron/words/generated/en/thisScreen.ts';
import { translations } from '../../electron/words/generated/translations.ts';
import type { words as english } from '../../electron/words/generated/en/index.ts';

/** Words of every screen. */
export type AllWords = typeof english;

/** The English that the counter needs at once. */
const first = {
  counter,
  failures,
  frame,
  history,
  links,
  money,
  outcomes,
  payments,
  receipts,
  sale,
  signIn,
  tabs,
  thisScreen,
};

/** Words that every screen may use. */
export type Words = typeof first;

/** Words of screens that are loaded after the counter and bring their English. */
export type LaterWords = Partial<Omit<AllWords, keyof Words>>;

const here = new Map<string, AllWords>();
const listeners = new Set<() => void>();

/** True when the words of a language are loaded. */
export function isLoaded(tag: string): boolean {
  return tag === 'en' || here.has(tag);
}

/** Returns the words of a loaded language, else English. `later` is the English of the calling screen. */
export function wordsOf<Later extends LaterWords>(tag: string, later: Later): Words & Later {
  return (here.get(tag) as (Words & Later) | undefined) ?? { ...first, ...later };
}

/** Calls `listener` on every loaded language. Returns the function that unsubscribes. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Adds words under a tag: a loaded language, or the pseudo-locale of the tests. */
export function addLanguage(tag: string, words: AllWords): void {
  here.set(tag, words);
  for (const listener of listeners) listener();
}

/** Loads the words of a language. Rejects when its file cannot be loaded; the present words stay. */
export async function loadLanguage(tag: string): Promise<void> {
  if (isLoaded(tag) || !isLanguageTag(tag) || tag === 'en') return;
  addLanguage(tag, await translations[tag]());
}

/** Returns a BCP 47 locale for Intl. An invalid setting must not break the counter: it means `en-US`. */
export function knownLocale(wanted: string): string {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

/** Returns the language for a locale. Words that were added under the locale's own tag take precedence. */
export function languageTagOf(locale: string): string {
  return here.has(locale) ? locale : languageOf(locale);
}

/** Returns the region of a locale as ISO 3166, such as "US". */
const regionOf = (locale: string) => new Intl.Locale(locale).maximize().region;

/**
 * Returns the locale of amounts and numbers for words in `language` on a till of `locale`. It is the till's own when
 * both have the same language, else the language in the till's region ("es-US"). When Intl has no such locale it is the
 * till's own again, so that a screen shows amounts as the drawer and the receipt do.
 */
export function figureLocale(language: string, locale: string): string {
  const [primary] = language.split('-');
  if (locale.split('-')[0] === primary) return locale;
  const local = `${primary}-${regionOf(locale)}`;
  return new Intl.NumberFormat(local).resolvedOptions().locale === local ? local : locale;
}
