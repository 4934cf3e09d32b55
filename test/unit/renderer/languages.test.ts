import { describe, expect, it } from 'vitest';
import { languages } from '../../../electron/domain/index.ts';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { loadLanguage, wordsOf } from '../../../renderer/text/languages.ts';
import { pseudoWords } from './fixtures/pseudo.ts';

const others = languages.flatMap(({ tag }) => (tag === 'en' ? [] : [tag]));
for (const tag of others) await loadLanguage(tag);

/** Tables with rows by currency of the host: a language may have its own rows. */
const openTables = /^money\.currencies\b/;

type Leaf = readonly [path: string, value: unknown];

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path === '' ? key : `${path}.${key}`));
}
const said = (tree: unknown) => new Map(leaves(tree).filter(([path]) => !openTables.test(path)));

/** Values for placeholders: counts, texts, and absent values. */
const fillings = [731, 1, 0, 'Xyz', 'none'].map((value) => new Proxy({}, { get: () => value }));
/** Every text of a message: the message itself, or its text for each filling. */
function sayings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'function' ? fillings.flatMap((filling) => sayings(value(filling))) : [];
}

const english = said(en);

/** Texts that are rightly equal in English and another language: names, signs, and shared words. */
const same = new Set([
  'Tillbridge',
  'Device',
  'Enter',
  'Esc',
  'PIN',
  'USB',
  'Terminal',
  'Terminals',
  'Bank',
  'Online',
  'Offline',
  'Cable',
  'Menu',
  'Person',
  'Question',
  'Signature',
  'Signal',
  'Actions',
  'Message',
  'chip',
  'no',
  'terminal',
  'Total',
  'Normal',
  'AID',
  'ATC',
  'Chip',
  'Date',
  'Transfer',
  'CSV',
  'Application',
  'Note',
  'ESC/POS',
  'Star Line',
  'StarPRNT',
  'Proxy',
  'Real',
  'Pin',
  'Status (TSI)',
  'Alt+ – Alt+',
]);
/** The text without filled-in values, digits and units. */
const wordsIn = (text: string) => text.replaceAll(/\d+|Xyz|none|\b(?:min|USB)\b/g, '').trim();

describe.each(others)('the language %s', (tag) => {
  const own = said(wordsOf(tag, en));

  it('has exactly the messages of English', () => {
    expect([...english.keys()].filter((path) => !own.has(path))).toEqual([]);
    expect([...own.keys()].filter((path) => !english.has(path))).toEqual([]);
  });

  it('leaves no message in English', () => {
    const left = [...own].flatMap(([path, value]) => {
      const before = new Set(sayings(english.get(path)));
      return sayings(value)
        .filter((text) => /\p{L}{2}/u.test(wordsIn(text)) && before.has(text) && !same.has(wordsIn(text)))
        .map((text) => `${path}: ${text}`);
    });
    expect([...new Set(left)]).toEqual([]);
  });

  it('begins and ends its sentences as English does, and never shouts', () => {
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
  it('never breaks a line before a colon or a guillemet, and has no space before ? and ;', () => {
    const wrong = [...said(wordsOf('fr-CA', en))].flatMap(([path, value]) =>
      sayings(value)
        .filter((text) => /[ ][:»]|«[ ]|[ \u00a0\u202f][?;]/.test(text))
        .map((text) => `${path}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the pseudo-locale', () => {
  const pseudo = pseudoWords(en);

  it('is 40 % longer, in brackets, with filled-in values unchanged', () => {
    expect(pseudo.counter.cancel).toBe('[Çàñçéļééé]');
    expect(pseudo.counter.charge({ amount: '$42.60' })).toBe('[Çĥàŕĝé $42.60 éééééé]');
    expect(pseudo.frame.age.days({ count: 1 })).toMatch(/^\[1 đàý/);
    for (const [path, text] of leaves(pseudo))
      if (typeof text === 'string' && /\p{L}/u.test(text)) expect(text, path).toMatch(/^\[.*\]$/su);
  });
});
