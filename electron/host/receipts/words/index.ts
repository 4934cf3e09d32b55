/** The door of the receipts' words. */
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { frCa } from './fr-ca.ts';
import type { ReceiptWords } from './receipt-words.ts';

export type { ReceiptWords } from './receipt-words.ts';

/** By the BCP 47 tag of the words. */
export const receiptLanguages = { en, es, 'fr-CA': frCa, de } as const satisfies Record<string, ReceiptWords>;
export type ReceiptLanguage = keyof typeof receiptLanguages;

/** The words for a BCP 47 locale, by its language; English for any other. */
export function pickWords(locale: string): { language: ReceiptLanguage; words: ReceiptWords } {
  const primary = locale.split('-')[0]?.toLowerCase() ?? 'en';
  const tags = Object.keys(receiptLanguages) as ReceiptLanguage[];
  const language = tags.find((tag) => tag.split('-')[0] === primary) ?? 'en';
  return { language, words: receiptLanguages[language] };
}
