/**
 * Parses a typed search. Every word must match; a word may have several meanings (an amount, a time, a day, part of a
 * reference), and each counts. Adjacent words that form an amount or a day count together.
 */
import { foldText, type SearchCondition } from '../journal/index.ts';
import { amountRanges } from './typed-amounts.ts';
import { dayRanges, minuteRanges } from './typed-moments.ts';

export interface SearchSurroundings {
  /** Currencies of the stored payments; amounts are read in each of them. */
  currencies: readonly string[];
  /** BCP 47 locale. */
  locale: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Maximum words; further words are ignored. */
const MAX_WORDS = 12;
/** Maximum words of an amount or a day, such as "21 de noviembre de 2026". */
const MAX_TOGETHER = 5;

export function readSearch(typed: string, around: SearchSurroundings): SearchCondition {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => !/^[#•*·]*$/.test(word))
    .slice(0, MAX_WORDS);
  const all: SearchCondition[] = [];
  for (let at = 0; at < words.length;) {
    const { want, taken } = together(words, at, around) ?? { want: oneWord(words[at] ?? '', around), taken: 1 };
    all.push(want);
    at += taken;
  }
  return { all };
}

/** Longest run of words from `at` that forms one amount, time or day, or null. */
function together(
  words: readonly string[],
  at: number,
  around: SearchSurroundings,
): { want: SearchCondition; taken: number } | null {
  for (let length = Math.min(MAX_TOGETHER, words.length - at); length >= 2; length -= 1) {
    const run = words.slice(at, at + length);
    const meanings = meaningsOf(run.join(' '), around);
    if (meanings.length === 0) continue;
    // An order's reference may read "Table 21 Nov", so the single words match too.
    return { want: { any: [...meanings, { all: run.map((word) => oneWord(word, around)) }] }, taken: length };
  }
  return null;
}

function oneWord(word: string, around: SearchSurroundings): SearchCondition {
  // A currency sign next to a number does not narrow the search.
  if (/^\p{Sc}+$/u.test(word) || around.currencies.some((currency) => currency.toLowerCase() === word))
    return { all: [] };
  const texts = new Set([word, bareWord(word)]);
  return { any: [...[...texts].filter(Boolean).map((text) => ({ text })), ...meaningsOf(bareWord(word), around)] };
}

function meaningsOf(text: string, { currencies, locale, now }: SearchSurroundings): SearchCondition[] {
  return [
    ...amountRanges(text, currencies, locale),
    ...minuteRanges(text),
    ...dayRanges(text.replace(/,$/, ''), locale, now),
  ];
}

/** Strips decoration from a number: "#1187", "•••• 4412", "tillbridge-A-1…", a trailing comma. */
function bareWord(word: string): string {
  return word
    .replace(/^tillbridge-/, '')
    .replace(/^[#•*·]+(?=.)/u, '')
    .replace(/^x+(?=[0-9]{4}$)/, '')
    .replace(/(?<=.)[,;]+$/, '');
}
