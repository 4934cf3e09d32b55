/**
 * Languages of Tillbridge's screens and receipts, by their own names, in the order of the language menu. `locales`
 * lists the countries that each language is written for; a till may use any other country.
 */
export const languages = [
  { tag: 'en', name: 'English', locales: ['en-US', 'en-CA', 'en-GB'] },
  { tag: 'es', name: 'Español', locales: ['es-US', 'es-MX', 'es-ES'] },
  { tag: 'fr-CA', name: 'Français', locales: ['fr-CA'] },
  { tag: 'de', name: 'Deutsch', locales: ['de-DE', 'de-AT', 'de-CH'] },
] as const satisfies readonly { tag: string; name: string; locales: readonly string[] }[];

/** BCP 47 tag of a language. */
export type LanguageTag = (typeof languages)[number]['tag'];

export const isLanguageTag = (tag: string): tag is LanguageTag => languages.some((language) => language.tag === tag);

const primaryOf = (tag: string) => tag.split('-')[0]?.toLowerCase();

/** Language for a BCP 47 locale: its own, otherwise one with the same primary tag, otherwise English. */
export function languageOf(locale: string): LanguageTag {
  if (isLanguageTag(locale)) return locale;
  return languages.find(({ tag }) => primaryOf(tag) === primaryOf(locale))?.tag ?? 'en';
}
