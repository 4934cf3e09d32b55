/**
 * Checks that the English catalogues read as plain English, with the patterns of plain-english.mjs. Run by
 * `npm run lint`: prints every finding as `catalogue/key: complaint` and exits with code 1 if there is one. oxlint reads
 * no JSON, so this is a program.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { plainEnglishFaults } from './plain-english.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

/** Messages that are right although a pattern refuses them: reason by `catalogue/key`. */
export const exempt = new Map([
  ['setup/person/title', 'asks the person in front of the screen a question, which is the title of the step'],
  ['signIn/who', 'asks the person in front of the screen a question, which is the title of the screen'],
]);

/**
 * @param {readonly Element[]} elements
 * @returns {string[]} each text that the message can become, with `X` for a value
 */
function textsOf(elements) {
  return elements.reduce(
    (/** @type {string[]} */ texts, element) => {
      const hasOptions = element.type === TYPE.plural || element.type === TYPE.select;
      const options = hasOptions ? Object.values(element.options).flatMap(({ value }) => textsOf(value)) : [];
      const ends = hasOptions ? options : [element.type === TYPE.literal ? element.value : 'X'];
      return texts.flatMap((text) => ends.map((end) => text + end));
    },
    [''],
  );
}

/**
 * @param {string} part name of the catalogue
 * @param {Readonly<Record<string, string>>} catalogue English messages, and descriptions with `@` before the key
 * @returns {string[]} findings, `catalogue/key: complaint`
 */
export function messageFaults(part, catalogue) {
  return Object.entries(catalogue).flatMap(([key, message]) => {
    const texts = key.startsWith('@') ? [message] : textsOf(parse(message, { ignoreTag: true }));
    const faults = [...new Set(texts.flatMap(plainEnglishFaults))];
    const id = `${part}/${key}`;
    if (!exempt.has(id)) return faults.map((fault) => `${id}: ${fault}`);
    return faults.length > 0 ? [] : [`${id}: remove its exemption, because no pattern refuses it any more`];
  });
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../electron/words/messages/en');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const findings = files.flatMap((file) =>
    messageFaults(basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  for (const finding of findings) process.stdout.write(`electron/words/messages/en: ${finding}\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
