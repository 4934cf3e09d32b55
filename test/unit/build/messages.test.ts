import { stripTypeScriptTypes } from 'node:module';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages as catalogued } from '../../../build/scripts/parts/catalogues.ts';
import { languages } from '../../../electron/domain/index.ts';
import { faultsOf, moduleOf, type Catalogue } from '../../../build/scripts/parts/messages.ts';

const runtime = pathToFileURL(resolve(import.meta.dirname, '../../../electron/words/runtime.ts')).href;

/** Messages of a catalogue, as its module exports them. */
async function built(catalogue: Catalogue, language = 'en', all = [catalogue]): Promise<Record<string, unknown>> {
  const code = stripTypeScriptTypes(moduleOf('day', language, catalogue, all)).replaceAll(
    "'../../runtime.ts'",
    `'${runtime}'`,
  );
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { day: Record<string, unknown> };
  return module.day;
}

it('a language is in the menu exactly if it has catalogues', () => {
  expect(languages.map(({ tag }) => tag).toSorted()).toEqual(catalogued);
});

describe('a catalogue as a module', () => {
  it('has text for a message without placeholders, and a function for the others', async () => {
    const day = await built({ title: 'Day', 'rows/of': '{name}, row {row}', '@title': 'Heading of the screen.' });
    expect(day).toEqual({ title: 'Day', rows: { of: expect.any(Function) as unknown } });
    expect((day['rows'] as { of: (values: object) => string }).of({ name: 'Sales', row: 3 })).toBe('Sales, row 3');
  });

  it.each([
    ['en', 1, '1 card'],
    ['en', 0, 'no card'],
    ['en', 21, '21 cards'],
    ['fr-CA', 1, '1 card'],
    ['pl', 3, '3 few'],
  ] as const)('counts by the rules of %s: %i', async (language, count, text) => {
    const day = await built(
      { held: '{count, plural, =0 {no card} one {# card} few {# few} other {{count} cards}}' },
      language,
    );
    expect((day['held'] as (values: object) => string)({ count })).toBe(text);
  });

  it('chooses by a value, and `none` for an absent value', async () => {
    const { who } = await built({ who: '{by, select, none {Cancelled} kiosk {By the kiosk} other {By {by}}}' });
    const text = who as (values: object) => string;
    expect([text({ by: 'kiosk' }), text({ by: 'Ana' }), text({ by: '' }), text({})]).toEqual([
      'By the kiosk',
      'By Ana',
      'Cancelled',
      'Cancelled',
    ]);
  });

  it('keeps every character of a message', async () => {
    const { code } = await built({ code: "`$'{x}'` \\n '{literal}' it's ${value} $'{'" });
    expect((code as (values: object) => string)({ value: 1 })).toBe("`${x}` \\n {literal} it's $1 ${");
  });

  it('accepts a number for a value that the plural of any language counts', () => {
    const english = { left: '{count} left' };
    expect(moduleOf('day', 'en', english, [english])).toContain('count: Value');
    expect(moduleOf('day', 'en', english, [english, { left: '{count, plural, one {uno} other {#}}' }])).toContain(
      'count: number',
    );
  });

  it('refuses a message that is also a group of other messages', () => {
    const catalogue = { rows: 'Rows', 'rows/of': 'of' };
    expect(() => moduleOf('day', 'en', catalogue, [catalogue])).toThrow(
      'rows/of: rows is a message and cannot hold others',
    );
  });
});

describe('a check of a translation', () => {
  const english = { title: 'Day', held: '{amount} on {count, plural, one {a card} other {cards}}', '@held': 'A hold.' };

  it.each([
    ['a missing message', { held: '{amount}{count}' }, 'title is missing'],
    [
      'a superfluous message',
      { title: 'Tag', held: '{amount}{count}', more: 'Mehr' },
      'more is not a message of the English catalogue',
    ],
    ['a missing placeholder', { title: 'Tag', held: '{count} Karten' }, 'held lacks {amount}'],
    [
      'a superfluous placeholder',
      { title: '{when}', held: '{amount}{count}' },
      'title has {when}, which the English message lacks',
    ],
  ])('reports %s', (_name, translation, fault) => {
    expect(faultsOf(translation, english)).toEqual([fault]);
  });

  it('allows a translation to omit a placeholder if the description does', () => {
    const described = { ...english, '@held': 'A hold. May leave out {amount}.' };
    expect(faultsOf({ title: 'Tag', held: '{count} Karten' }, described)).toEqual([]);
  });

  it.each([
    ['a plural without other', '{count, plural, one {1}}'],
    ['an open brace', '{count'],
    ['a number format', '{count, number}'],
  ])('reports the key with %s', (_name, held) => {
    expect(() => faultsOf({ title: 'Tag', held }, english)).toThrow(/^held: /);
  });
});
