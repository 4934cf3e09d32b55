/** Treats names that look alike as the same name, and removes invisible characters from typed text. */
import { describe, expect, test } from 'vitest';
import { personKey, visibleText } from '../../../electron/domain/index.ts';
import { typedText } from '../../../electron/contract/index.ts';

const unseen = [
  '\ufe0f',
  '\u3164',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u034f',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\u180b',
  '\ufe00',
  '\ufff5',
  '\u{e0100}',
  '\u{e0041}',
  '\u202e',
];

describe('same person', () => {
  test.each(['ANNA', ' anna  ', 'Ａｎｎａ', 'Anna\u2800', '\u2800Anna', 'Аnna', 'Аnnа', 'аոna', 'Αnnα'])(
    '%j is the same person as Anna',
    (name) => {
      expect(personKey(name)).toBe(personKey('Anna'));
    },
  );

  test.each(unseen.map((sign) => [sign.codePointAt(0)?.toString(16), sign]))(
    'U+%s at any position makes no other name',
    (_code, sign) => {
      for (const name of [`${sign}Anna`, `An${sign}na`, `Anna${sign}`, `A${sign}n${sign}na`])
        expect(personKey(name)).toBe('anna');
    },
  );

  test('joiners that emoji need make no other name', () => {
    expect(personKey('An\u200dna')).toBe('anna');
    expect(personKey('An\u200cna')).toBe('anna');
  });

  test.each([
    ['Anna', 'Anne'],
    ['José', 'Jose'],
    ['Jörg', 'Jorg'],
    ['Иван', 'Инна'],
    ['Άννα', 'Ελένη'],
    ['Al', 'AI'],
    ['Kasse 1', 'Kasse I'],
    ['李', '季'],
  ])('%s and %s are different people', (one, other) => expect(personKey(one)).not.toBe(personKey(other)));

  test.each(['Анна', 'ВОВА', 'Σοφία', 'İpek', 'Ձո'])('%s is the same person in any case', (name) => {
    expect(personKey(name.toUpperCase())).toBe(personKey(name));
    expect(personKey(name.toLowerCase())).toBe(personKey(name));
  });
});

describe('visible text', () => {
  test.each(unseen.map((sign) => [sign.codePointAt(0)?.toString(16), sign]))(
    'U+%s is removed from typed text',
    (_code, sign) => {
      expect(visibleText(`An${sign}na`)).toBe('Anna');
      expect(typedText(60).parse(`Anna${sign}`)).toBe('Anna');
    },
  );

  test('a braille blank counts as a space', () => expect(visibleText('An\u2800na')).toBe('An na'));

  test.each(['👁️‍🗨️', '❤️', '1️⃣ + 2️⃣', '🕵🏻‍♂️', 'क्‍ष', 'می‌خواهم', 'José', 'Ελένη', '김', '🇨🇦', '©️'])(
    '%s stays unchanged',
    (text) => expect(visibleText(text)).toBe(text),
  );
});
