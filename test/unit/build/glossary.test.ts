/**
 * The catalogues use a single word for each thing: electron/words/glossary.json lists the terms and their refused
 * synonyms.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages, partsOf, readPart } from '../../../build/scripts/parts/catalogues.ts';

interface Term extends Readonly<Record<string, unknown>> {
  readonly en: string;
  readonly is: string;
  /** Refused synonyms by language. */
  readonly not?: Readonly<Record<string, readonly string[]>>;
}
interface Glossary {
  readonly address: Readonly<Record<string, { readonly form: string; readonly not: readonly string[] }>>;
  readonly terms: readonly Term[];
}

const file = resolve(import.meta.dirname, '../../../electron/words/glossary.json');
const { address, terms } = JSON.parse(readFileSync(file, 'utf8')) as Glossary;

/** Commands, placeholders, the syntax of messages, and names of settings and variables, which are no prose. */
const CODE = /`[^`]*`|\{\w+, (?:plural|select),|(?:=\d+|\w+)(?= \{)|\{\w+\}|[a-z]+\.[a-z][\w.]*|[A-Z]+(?:_[A-Z]+)+/g;
const whole = (word: string) =>
  new RegExp(String.raw`(?<![\p{L}-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}-])`, 'iu');

function messagesOf(language: string): [string, string][] {
  return partsOf(language).flatMap((part) =>
    Object.entries(readPart(language, part))
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, text]): [string, string] => [`${part}/${key}`, text.replaceAll(CODE, ' ')]),
  );
}

/** Messages that contain one of the words, as `word: catalogue/key`. */
const uses = (messages: readonly [string, string][], words: readonly string[]): string[] =>
  words.flatMap((word) => messages.filter(([, text]) => whole(word).test(text)).map(([id]) => `${word}: ${id}`));

it('the glossary has at most sixty terms, each defined and in every language', () => {
  expect(terms.length).toBeLessThanOrEqual(60);
  expect(new Set(terms.map(({ en }) => en)).size).toBe(terms.length);
  for (const term of terms) {
    expect(term.is, term.en).toMatch(/^[A-Z“].*\.$/u);
    for (const language of languages) expect(term[language], term.en).toEqual(expect.any(String));
  }
  expect(Object.keys(address).sort()).toEqual(languages);
});

describe.each(languages)('the catalogues in %s', (language) => {
  const messages = messagesOf(language);
  const all = messages.map(([, text]) => text.toLocaleLowerCase(language)).join('\n');

  it.each(terms)('use the term for “$en”, and no refused synonym', (term) => {
    expect(all).toContain(String(term[language]).toLocaleLowerCase(language));
    expect(uses(messages, term.not?.[language] ?? [])).toEqual([]);
  });

  it('address people in one form', () => {
    expect(uses(messages, address[language]?.not ?? [])).toEqual([]);
  });
});

it('the check reports a refused synonym in a message, and accepts the same word in code', () => {
  const planted: [string, string][] = [
    ['a', 'Das Kennwort fehlt.'],
    ['b', 'Kennwörter'],
    ['c', ' platform.proxy '.replaceAll(CODE, ' ')],
  ];
  expect(uses(planted, ['Kennwort', 'proxy'])).toEqual(['Kennwort: a']);
});
