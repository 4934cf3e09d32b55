/**
 * Builds electron/words/generated/ from the catalogues in electron/words/messages/: a module for each language and
 * part, and one for a whole language. Fails with every fault of every catalogue.
 *
 *   npm run prepare     builds what changed; npm ci, npm start and npm test run it themselves
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { languages, partsOf, readPart } from './parts/catalogues.ts';
import { faultsOf, moduleOf, type Catalogue } from './parts/messages.ts';

const output = resolve(import.meta.dirname, '../../electron/words/generated');

const banner = (source: string): string =>
  `// Generated from electron/words/messages/${source} by build/scripts/generate-words.ts. Do not edit.`;

const wholeOf = (language: string, parts: readonly string[]): string =>
  [
    banner(`${language}/`),
    ...parts.map((part) => `import { ${part} } from './${part}.ts';`),
    `export const words = { ${parts.join(', ')} };\n`,
  ].join('\n');

const variableOf = (language: string): string => language.replaceAll('-', '');
const everyOf = (part: string): string =>
  [
    banner(''),
    ...languages.map((language) => `import { ${part} as ${variableOf(language)} } from '../${language}/${part}.ts';`),
    `export const ${part} = { ${languages.map((language) => `'${language}': ${variableOf(language)}`).join(', ')} };\n`,
  ].join('\n');

const loaderOf = (language: string): string =>
  `  '${language}': async () => (await import('./${language}/index.ts')).words,`;
const translationsOf = (): string =>
  [
    banner(''),
    '/** Loads every language but English. */',
    'export const translations = {',
    ...languages.filter((language) => language !== 'en').map(loaderOf),
    '};\n',
  ].join('\n');

function stopAt(list: readonly string[]): void {
  if (list.length === 0) return;
  console.error(list.join('\n'));
  process.exit(1);
}

function faultsIn(where: string, catalogue: Catalogue, english: Catalogue): string[] {
  try {
    return faultsOf(catalogue, english).map((fault) => `${where}: ${fault}`);
  } catch (error) {
    return [`${where}: ${(error as Error).message}`];
  }
}

const parts = partsOf('en');
const everyPart = [...new Set(languages.flatMap(partsOf))];
stopAt(
  everyPart.flatMap((part) =>
    languages
      .filter((language) => !partsOf(language).includes(part))
      .map((language) => `electron/words/messages/${language}/${part}.json is missing`),
  ),
);
const files = new Map<string, string>();
const faults: string[] = [];
for (const part of parts) {
  const catalogues = new Map(languages.map((language) => [language, readPart(language, part)]));
  const english = catalogues.get('en') ?? {};
  for (const [language, catalogue] of catalogues)
    faults.push(...faultsIn(`electron/words/messages/${language}/${part}.json`, catalogue, english));
  for (const language of languages)
    files.set(
      `${language}/${part}.ts`,
      moduleOf(part, language, catalogues.get(language) ?? {}, [...catalogues.values()]),
    );
  files.set(`every/${part}.ts`, everyOf(part));
}
stopAt(faults);
for (const language of languages) files.set(`${language}/index.ts`, wholeOf(language, parts));
files.set('translations.ts', translationsOf());

/** Written atomically: another process may be reading the folder. */
const next = `${output}.${process.pid}`;
for (const [path, code] of files) {
  mkdirSync(resolve(next, path, '..'), { recursive: true });
  writeFileSync(resolve(next, path), code);
}
rmSync(output, { recursive: true, force: true });
renameSync(next, output);
