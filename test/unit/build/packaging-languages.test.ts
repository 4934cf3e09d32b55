/**
 * Checks that files outside the programs support every language of the till: the menu entry on Linux, the installer on
 * Windows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/scripts/parts/paths.mjs';
import { languages } from '../../../electron/domain/index.ts';

const read = (file: string) => readFileSync(join(root, 'build/packaging', file), 'utf8');
const entry = read('linux/tillbridge.desktop');
const installer = read('windows/tillbridge.nsi');
/** Name of the language in NSIS, e.g. "French". */
const inEnglish = (tag: string) =>
  new Intl.DisplayNames('en', { type: 'language' }).of(tag.split('-')[0] ?? tag) ?? tag;

/** Texts of the installer in a language, by the language's name there. */
const sayingsIn = (name: string) =>
  new Map(
    [...installer.matchAll(new RegExp(`^LangString (\\w+) \\$\\{LANG_${name.toUpperCase()}\\} "(.*)"$`, 'gm'))].map(
      ([, key, text]) => [key, text],
    ),
  );
const english = sayingsIn('English');

describe.each(languages.map(({ tag }) => tag))('the language %s', (tag) => {
  it('is in the menu entry', () => {
    const of = tag === 'en' ? '' : `[${tag.replace('-', '_')}]`;
    const said = (key: string) =>
      entry
        .split('\n')
        .find((line) => line.startsWith(`${key}=`))
        ?.slice(key.length + 1);
    for (const key of ['GenericName', 'Comment']) {
      expect(said(`${key}${of}`)).toBeTruthy();
      if (tag !== 'en') expect(said(`${key}${of}`)).not.toBe(said(key));
    }
  });

  it('is in every text of the installer', () => {
    const name = inEnglish(tag);
    expect(installer).toContain(`Language files\\${name}.nlf`);
    const said = sayingsIn(name);
    expect(english.size).toBeGreaterThan(3);
    expect([...said.keys()]).toEqual([...english.keys()]);
    if (tag !== 'en') expect([...said].filter(([key, text]) => text === english.get(key))).toEqual([]);
  });
});
