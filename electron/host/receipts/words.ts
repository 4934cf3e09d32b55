import { languageOf, type LanguageTag } from '../../domain/index.ts';
import { paper } from '../../words/generated/every/paper.ts';

export type ReceiptWords = (typeof paper)['en'];

/** Words for a BCP 47 locale, by its language; English if Tillbridge does not have the language. */
export function pickWords(locale: string): { language: LanguageTag; words: ReceiptWords } {
  const language = languageOf(locale);
  return { language, words: paper[language] };
}
