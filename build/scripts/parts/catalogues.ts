/** Files of electron/words: catalogues of messages, and the review state of translations. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Catalogue } from './messages.ts';

const folder = resolve(import.meta.dirname, '../../../electron/words');

/** Languages that have catalogues, as BCP 47. */
export const languages: readonly string[] = readdirSync(resolve(folder, 'messages')).sort();

/** Names of a language's catalogues. */
export const partsOf = (language: string): string[] =>
  readdirSync(resolve(folder, 'messages', language))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();

const readJson = (...path: string[]): Catalogue =>
  JSON.parse(readFileSync(resolve(folder, ...path), 'utf8')) as Catalogue;

/** @throws Error if the file is missing or broken */
export const readPart = (language: string, part: string): Catalogue => readJson('messages', language, `${part}.json`);

/**
 * Mark of a translation that a speaker has reviewed: a change of the English text or of the translation changes the
 * mark.
 */
const reviewMark = (english: string, translation: string): string =>
  createHash('sha256').update(`${english}\0${translation}`).digest('hex').slice(0, 12);

/**
 * A translation and its review state. `changed`: a speaker reviewed another version of it or of the English message.
 */
export interface Review {
  /** `part/key`. */
  readonly key: string;
  readonly english: string;
  readonly translation: string;
  readonly state: 'reviewed' | 'changed' | 'not-reviewed';
}

/** Marks of a language; none until a speaker has reviewed a message. */
const marksOf = (language: string): Catalogue =>
  existsSync(resolve(folder, 'reviewed', `${language}.json`)) ? readJson('reviewed', `${language}.json`) : {};

export function reviewsOf(language: string): Review[] {
  const marks = marksOf(language);
  return partsOf('en').flatMap((part) => {
    const translations = readPart(language, part);
    return Object.entries(readPart('en', part)).flatMap(([name, english]): Review[] => {
      if (name.startsWith('@')) return [];
      const [key, translation] = [`${part}/${name}`, translations[name] ?? ''];
      const mark = marks[key];
      const isSame = mark === reviewMark(english, translation);
      return [
        { key, english, translation, state: mark === undefined ? 'not-reviewed' : isSame ? 'reviewed' : 'changed' },
      ];
    });
  });
}

/**
 * Marks the message `prefix` (`part/key`), or all messages of the part `prefix`, as reviewed. Returns the number of
 * marked messages.
 */
export function markReviewed(language: string, prefix: string): number {
  const reviewed = reviewsOf(language).filter(({ key }) => `${key}/`.startsWith(`${prefix}/`));
  const marks = {
    ...marksOf(language),
    ...Object.fromEntries(reviewed.map(({ key, english, translation }) => [key, reviewMark(english, translation)])),
  };
  const sorted = Object.fromEntries(Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(resolve(folder, 'reviewed', `${language}.json`), `${JSON.stringify(sorted, null, 2)}\n`);
  return reviewed.length;
}
