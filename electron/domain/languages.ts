/**
 * The languages Tillbridge speaks, by their own names, in the order a chooser shows them: screens and receipts alike.
 * `locales`: the countries each is written for; a till may have any other.
 */
export const languages = [
  { tag: 'en', name: 'English', locales: ['en-US', 'en-CA', 'en-GB'] },
  { tag: 'es', name: 'Español', locales: ['es-US', 'es-MX', 'es-ES'] },
  { tag: 'fr-CA', name: 'Français', locales: ['fr-CA'] },
  { tag: 'de', name: 'Deutsch', locales: ['de-DE', 'de-AT', 'de-CH'] },
] as const satisfies readonly { tag: string; name: string; locales: readonly string[] }[];

/** BCP 47 of a language's words. */
export type LanguageTag = (typeof languages)[number]['tag'];

export const isLanguageTag = (tag: string): tag is LanguageTag => languages.some((language) => language.tag === tag);

const primaryOf = (tag: string) => tag.split('-')[0]?.toLowerCase();

/** The language to speak in a BCP 47 locale: its own, else one with the same first part, else English. */
export function languageOf(locale: string): LanguageTag {
  if (isLanguageTag(locale)) return locale;
  return languages.find(({ tag }) => primaryOf(tag) === primaryOf(locale))?.tag ?? 'en';
}
