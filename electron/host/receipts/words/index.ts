/** The words of receipts, by language. A language the contract lists and this table lacks does not compile. */
import { languageOf, type LanguageTag } from '../../../contract/index.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { frCa } from './fr-ca.ts';
import type { ReceiptWords } from './receipt-words.ts';

export type { ReceiptWords } from './receipt-words.ts';

export const receiptWords: Readonly<Record<LanguageTag, ReceiptWords>> = { en, es, 'fr-CA': frCa, de };

/** The words for a BCP 47 locale, by its language; English for a language Tillbridge does not speak. */
export function pickWords(locale: string): { language: LanguageTag; words: ReceiptWords } {
  const language = languageOf(locale);
  return { language, words: receiptWords[language] };
}
