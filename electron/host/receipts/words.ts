import { languageOf, type LanguageTag } from '../../domain/index.ts';
import { paper } from '../../words/generated/every/paper.ts';

/** Words of a receipt in one language. */
export type ReceiptWords = (typeof paper)['en'];

/** The words for a BCP 47 locale, by its language; English for a language that Tillbridge does not speak. */
export function pickWords(locale: string): { language: LanguageTag; words: ReceiptWords } {
  const language = languageOf(locale);
  return { language, words: paper[language] };
}
