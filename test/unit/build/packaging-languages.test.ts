/** What stands outside the programs speaks every language of the till as well: the menu's entry on Linux, the installer on Windows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/scripts/parts/paths.mjs';
import { languages } from '../../../electron/contract/index.ts';

const read = (file: string) => readFileSync(join(root, 'build/packaging', file), 'utf8');
const entry = read('linux/tillbridge.desktop');
const installer = read('windows/tillbridge.nsi');
/** Names of what the installer says. */
const sayings = [...new Set([...installer.matchAll(/^LangString (\w+) /gm)].map(([, name]) => name))];

/** As NSIS names it: "French". */
const inEnglish = (tag: string) =>
  new Intl.DisplayNames('en', { type: 'language' }).of(tag.split('-')[0] ?? tag) ?? tag;

describe.each(languages.map(({ tag }) => tag))('%s', (tag) => {
  it('is spoken by the entry in the menu', () => {
    const of = tag === 'en' ? '' : `[${tag.replace('-', '_')}]`;
    for (const key of ['GenericName', 'Comment']) expect(entry).toContain(`\n${key}${of}=`);
  });

  it('is spoken by the installer, in all that it says', () => {
    const name = inEnglish(tag);
    expect(installer).toContain(`Language files\\${name}.nlf`);
    const said = [...installer.matchAll(new RegExp(`^LangString (\\w+) \\$\\{LANG_${name.toUpperCase()}\\} "`, 'gm'))];
    expect(sayings.length).toBeGreaterThan(3);
    expect(said.map(([, saying]) => saying)).toEqual(sayings);
  });
});
