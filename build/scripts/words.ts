/**
 * Review state of the translations.
 *
 *   npm run words                              messages by language and state
 *   npm run words -- de                        German messages that wait for a speaker's review
 *   npm run words -- --reviewed de outcomes    a speaker has reviewed the German messages of outcomes.json
 */
import { parseArgs } from 'node:util';
import { languages, markReviewed, reviewsOf, type Review } from './parts/catalogues.ts';

const { values, positionals } = parseArgs({ options: { reviewed: { type: 'boolean' } }, allowPositionals: true });
const translated = languages.filter((language) => language !== 'en');
const [language, prefix] = positionals;

function printStates(): void {
  for (const each of translated) {
    const reviews = reviewsOf(each);
    const count = (state: Review['state']): number => reviews.filter((one) => one.state === state).length;
    console.log(
      `${each}: ${count('reviewed')} reviewed, ${count('changed')} changed since, ${count('not-reviewed')} not reviewed`,
    );
  }
}

function printWaiting(tag: string): void {
  for (const { key, english, translation, state } of reviewsOf(tag)) {
    if (state === 'reviewed') continue;
    console.log(`${key}${state === 'changed' ? ' (changed)' : ''}\n  en  ${english}\n  ${tag}  ${translation}`);
  }
}

if (language === undefined) printStates();
else if (!translated.includes(language)) {
  console.error(`${language} is not a translated language: ${translated.join(', ')}`);
  process.exitCode = 2;
} else if (!values.reviewed) printWaiting(language);
else if (prefix === undefined) {
  console.error('Name a catalogue or the beginning of a key, such as outcomes or outcomes/declined.');
  process.exitCode = 2;
} else console.log(`${markReviewed(language, prefix)} messages marked as reviewed`);
