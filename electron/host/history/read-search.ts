/**
 * What a person looks for, from what was typed. Every word has to be found; a word may mean several things (an amount, a
 * time, a day, a piece of a reference), and any of them will do. Neighbours that make one amount or day count together.
 */
import { foldText, type Want } from '../journal/index.ts';
import { amountRanges } from './typed-amounts.ts';
import { dayRanges, minuteRanges } from './typed-moments.ts';

export interface SearchSurroundings {
  /** Of the payments there are: amounts are read in each. */
  currencies: readonly string[];
  /** BCP 47. */
  locale: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** More words than anybody types; the rest is left out. */
const MAX_WORDS = 12;
/** "21 de noviembre de 2026" */
const MAX_TOGETHER = 5;

export function readSearch(typed: string, around: SearchSurroundings): Want {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => !/^[#•*·]*$/.test(word))
    .slice(0, MAX_WORDS);
  const all: Want[] = [];
  for (let at = 0; at < words.length;) {
    const { want, taken } = together(words, at, around) ?? { want: oneWord(words[at] ?? '', around), taken: 1 };
    all.push(want);
    at += taken;
  }
  return { all };
}

/** The longest run of words from here that is one amount, time or day; null: none is. */
function together(
  words: readonly string[],
  at: number,
  around: SearchSurroundings,
): { want: Want; taken: number } | null {
  for (let length = Math.min(MAX_TOGETHER, words.length - at); length >= 2; length -= 1) {
    const run = words.slice(at, at + length);
    const meanings = meaningsOf(run.join(' '), around);
    if (meanings.length === 0) continue;
    // An order's reference may read "Table 21 Nov": the words themselves count too.
    return { want: { any: [...meanings, { all: run.map((word) => oneWord(word, around)) }] }, taken: length };
  }
  return null;
}

function oneWord(word: string, around: SearchSurroundings): Want {
  // A sign of money beside a figure says no more than the figure.
  if (/^\p{Sc}+$/u.test(word) || around.currencies.some((currency) => currency.toLowerCase() === word))
    return { all: [] };
  const texts = new Set([word, bareWord(word)]);
  return { any: [...[...texts].filter(Boolean).map((text) => ({ text })), ...meaningsOf(bareWord(word), around)] };
}

function meaningsOf(text: string, { currencies, locale, now }: SearchSurroundings): Want[] {
  return [
    ...amountRanges(text, currencies, locale),
    ...minuteRanges(text),
    ...dayRanges(text.replace(/,$/, ''), locale, now),
  ];
}

/** Without what people and receipts put around a number: "#1187", "•••• 4412", "tillbridge-A-1…", a comma at the end. */
function bareWord(word: string): string {
  return word
    .replace(/^tillbridge-/, '')
    .replace(/^[#•*·]+(?=.)/u, '')
    .replace(/^x+(?=[0-9]{4}$)/, '')
    .replace(/(?<=.)[,;]+$/, '');
}
