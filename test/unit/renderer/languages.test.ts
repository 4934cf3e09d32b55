import { beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../../electron/contract/index.ts';
import { en } from '../../../renderer/text/en/index.ts';
import { failedWords } from '../../../renderer/text/failed-words.ts';
import { loadLanguage, translations, wordsOf } from '../../../renderer/text/languages.ts';
import { pseudoWords } from './fixtures/pseudo.ts';

const others = languages.flatMap(({ tag }) => (tag === 'en' ? [] : [tag]));
const trees = new Map<string, unknown>();
for (const tag of others) trees.set(tag, await translations[tag]());

/** No language's to say: see filled.ts. */
const notSaid = /^outcomes\.hiddenCodes\b/;
/** Tables that are read with a word of the platform's own where they have none: a language may have its own rows. */
const openTables = /^outcomes\.facts\.brands\b|^money\.currencies\b/;

type Leaf = readonly [path: string, value: unknown];

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path === '' ? key : `${path}.${key}`));
}
/** Why an answer of the setup was not taken takes what its sentence needs to know, by name. English alone repeats the host's own words. */
const known = [
  'host',
  'path',
  'proxy',
  'from',
  'name',
  'address',
  'why',
  'serialNumber',
  'printer',
  'minutes',
  'mode',
  'key',
];
const byName = ([path, value]: Leaf): Leaf =>
  path.startsWith('setup.faults.') && typeof value === 'function'
    ? [path, (word: unknown) => value(Object.fromEntries(known.map((name) => [name, word])))]
    : [path, value];
const said = (tree: unknown) =>
  new Map(
    leaves(tree)
      .filter(([path]) => !notSaid.test(path) && !openTables.test(path))
      .map(byName),
  );

/** Values to fill in: numbers as words of their own, so that what becomes of each can be seen. */
const fillings: readonly (readonly unknown[])[] = [
  ['731', '842', '953', '617'],
  [731, 842, 953, 617],
  [1, 1, 1, 1],
  ['731', null, null, null],
  ['731', '842', null, null],
];
/** Everything a word says: itself, or what it says of each filling. */
function sayings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return fillings.flatMap((filling) => sayings(value(...filling)));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sayings) : [];
}
const filledIn = (text: string) => [...new Set(text.match(/731|842|953|617/g) ?? [])].sort();

const english = said(en);

/** Equal in English and another language, and rightly so: names, signs and words that are the same. */
const same = new Set([
  'Tillbridge', 'Device', 'Esc', 'PIN', 'USB', 'Terminal', 'Terminals', 'Bank', 'Online', 'Offline', 'Cable', 'Menu',
  'Question', 'Signature', 'Signal', 'Actions', 'Message', 'chip', 'no', 'terminal', 'Total', 'Normal', 'AID', 'CSV', 'Application', 'Note',
  'ESC/POS', 'Star Line', 'StarPRNT', 'Proxy', 'Real', 'Pin',
  'Status (TSI)', 'Alt+ – Alt+',
]); // oxfmt-ignore
/** Without what was filled in, digits and units. */
const wordsIn = (text: string) => text.replaceAll(/\d+|\bnull\b|\b(?:min|USB)\b/g, '').trim();

describe.each(others)('%s', (tag) => {
  const own = said(trees.get(tag));

  it('says everything that English says, and nothing else', () => {
    expect([...english.keys()].filter((path) => !own.has(path))).toEqual([]);
    expect([...own.keys()].filter((path) => !english.has(path))).toEqual([]);
  });

  it('takes what English takes, and says it', () => {
    const wrong: string[] = [];
    for (const [path, value] of own) {
      const original = english.get(path);
      if (typeof value !== typeof original) wrong.push(`${path} is a ${typeof value}`);
      if (typeof value !== 'function' || typeof original !== 'function') continue;
      if (value.length > original.length) wrong.push(`${path} takes ${value.length}, not ${original.length}`);
      const [before, after] = [sayings(original), sayings(value)];
      for (const [at, text] of before.entries())
        if (filledIn(text).join() !== filledIn(after[at] ?? '').join())
          wrong.push(`${path}: “${after[at]}” for “${text}”`);
    }
    expect(wrong).toEqual([]);
  });

  it('leaves no English standing', () => {
    const left = [...own].flatMap(([path, value]) => {
      const before = new Set(sayings(english.get(path)));
      return sayings(value)
        .filter((text) => /\p{L}{2}/u.test(wordsIn(text)) && before.has(text) && !same.has(wordsIn(text)))
        .map((text) => `${path}: ${text}`);
    });
    expect([...new Set(left)]).toEqual([]);
  });

  it('leaves no English on the screen for when the rest is broken', () => {
    const spare: readonly string[] = Object.values(failedWords('en'));
    expect(Object.values(failedWords(tag)).filter((text) => spare.includes(text))).toEqual([]);
  });

  it('ends and begins its sentences as English does, and never shouts', () => {
    const wrong: string[] = [];
    for (const [path, value] of own) {
      const before = sayings(english.get(path));
      for (const [at, text] of sayings(value).entries()) {
        const original = before[at] ?? '';
        if (text !== text.trim() && original === original.trim()) wrong.push(`${path}: space around “${text}”`);
        if (original.endsWith('.') !== text.endsWith('.')) wrong.push(`${path}: “${text}” for “${original}”`);
        if (
          /[!'"]|undefined|NaN/.test(text) ||
          (!/error/i.test(original) && /erreur|fehler\b|\berror|\bfallo\b|échou/i.test(text))
        )
          wrong.push(`${path}: “${text}”`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('French', () => {
  it('never lets a colon or a guillemet start a line, and has no space before ? and ;', () => {
    const wrong = [...said(trees.get('fr-CA'))].flatMap(([path, value]) =>
      sayings(value)
        .filter((text) => /[ ][:»]|«[ ]|[ \u00a0\u202f][?;]/.test(text))
        .map((text) => `${path}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('loaded languages', () => {
  beforeAll(async () => {
    for (const { tag } of languages) await loadLanguage(tag);
  });

  it.each(languages.map(({ tag }) => tag))('%s agrees with English on what is not said', (tag) => {
    const words = wordsOf(tag);
    expect(words?.outcomes.hiddenCodes).toEqual(en.outcomes.hiddenCodes);
    expect(words?.outcomes.facts.brands).toEqual(en.outcomes.facts.brands);
  });
});

describe('the pseudo-locale', () => {
  const pseudo = pseudoWords(en);

  it('is longer by 40 %, in brackets, with what is filled in as it was', () => {
    expect(pseudo.counter.cancel).toBe('[Çàñçéļééé]');
    expect(pseudo.counter.charge('$42.60')).toBe('[Çĥàŕĝé $42.60 éééééé]');
    expect(pseudo.frame.age.days(1)).toMatch(/^\[1 đàý/);
    for (const [path, text] of leaves(pseudo))
      if (typeof text === 'string' && /\p{L}/u.test(text) && !notSaid.test(path))
        expect(text, path).toMatch(/^\[.*\]$/su);
  });
});
