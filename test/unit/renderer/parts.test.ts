import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../renderer');
const filesOf = (pattern: string): { path: string; text: string }[] =>
  globSync(pattern, { cwd: renderer }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(resolve(renderer, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  }));
const sheets = filesOf('**/*.css');
const code = filesOf('**/*.{ts,tsx}');
const allCode = code.map(({ text }) => text).join('\n');
const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test('some component sets every part and variant in a sheet', () => {
  const named = new Set(
    sheets.flatMap(({ text }) => text.match(/(?<=\[data-(?:part|layout|variant|as)=')[\w-]+/g) ?? []),
  );
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((name) => !new RegExp(`['"]${name}['"]`).test(allCode))).toEqual([]);
});

test('some component uses every class of a sheet', () => {
  const unused = sheets
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => {
      const users = code.filter((one) => one.text.includes(`/${basename(path)}'`));
      const classes = new Set(text.replaceAll(/:global\([^)]*\)|\d\.\d/g, '').match(/(?<=\.)[a-z][\w-]*/g));
      return [...classes]
        .filter((name) => !users.some((user) => new RegExp(`[cC]ss\\.${camelCase(name)}\\b`).test(user.text)))
        .map((name) => `${path}: ${name}`);
    });
  expect(unused).toEqual([]);
});

test('base.css has every global class that a component uses', () => {
  const base = sheets.find(({ path }) => path === 'theme/base.css')?.text ?? '';
  const worn = new Set(allCode.match(/(?<=["'` ])tb-[\w-]+(?=["'` ])/g));
  worn.delete('tb-scan-held-back');
  expect(worn.size).toBeGreaterThan(5);
  expect([...worn].filter((name) => !base.includes(`.${name} {`))).toEqual([]);
});
