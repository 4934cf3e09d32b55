/**
 * All settings on the screen: the shown, typed and sent value is the value of the file, in all languages, with words
 * for each setting.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../../../electron/domain/index.ts';
import { type SettingView } from '../../../../electron/contract/index.ts';
import { settingFields, SettingsFile, type Json } from '../../../../electron/config/index.ts';
import { noneOf, sentOf, shownOf, typedOf, wordsOf } from '../../../../renderer/settings/values.ts';
import { loadLanguage } from '../../../../renderer/text/languages.ts';
import { textsFor, withWords } from '../../../../renderer/text/texts.ts';
import { asText, beside, samples } from '../../config/setting-samples.ts';
import { settingsWords } from '../../../../renderer/text/settings-words.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge settings screen '));
const file = new SettingsFile(dataDir);
beforeAll(async () => {
  for (const { tag } of languages) await loadLanguage(tag);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const json = (value: Json | undefined) => (value === undefined ? null : JSON.stringify(value));
const viewOf = (key: string, value: Json): SettingView => {
  const field = settingFields().find((one) => one.key === key);
  if (!field) throw new Error(`No setting ${key}`);
  return { ...field, value: json(value), default: json(field.default), held: null, isWaiting: false, changed: null };
};
/** Settings with a separate page. */
const ofPeople = new Set(['people', 'managers']);
const keys = Object.entries(samples).filter(([key]) => !ofPeople.has(key));

describe.each(keys)('the setting %s', (key, [good]) => {
  it.each(['en-US', 'de-DE', 'es-US', 'fr-CA'])('keeps its value when it is typed (%s)', (locale) => {
    const view = viewOf(key, good);
    const texts = withWords(textsFor(locale), settingsWords);
    expect(wordsOf(key, texts)?.label).toMatch(/\p{L}/u);
    expect(wordsOf(key, texts)?.help).toMatch(/\.$/);
    const isFew = view.kind === 'choice' || view.kind === 'yes-no';
    const typed = isFew ? asText(good) : typedOf(view, view.value, 'USD');
    const sent = sentOf(view, typed, 'USD');
    writeFileSync(file.path, JSON.stringify(beside(key)), { mode: 0o600 });
    file.set(key, sent ?? null);
    expect(file.get(key)).toEqual(good);
    const shown = shownOf(view, view.value, 'USD', texts);
    expect(shown).toMatch(/\S/);
    if (view.isSecret) expect(shown).not.toContain(asText(good));
    for (const choice of view.choices) expect(wordsOf(key, texts)?.choices?.[choice]).toMatch(/\p{L}/u);
  });

  it('can be emptied, and shows the value that applies then', () => {
    const view = viewOf(key, good);
    expect(sentOf(view, '  ', 'USD')).toBe(view.kind === 'secret' ? '  ' : undefined);
    expect(shownOf(view, null, 'USD', withWords(textsFor('en-US'), settingsWords))).toMatch(/\S/);
    const none = noneOf(view);
    if (none === null) return;
    writeFileSync(file.path, '{}', { mode: 0o600 });
    file.set(key, none);
    expect(json(file.get(key))).toBe(none);
  });
});

it.each([
  ['till.maxAmountMinor', '1,234.50', '123450'],
  ['till.maxAmountMinor', '1234,5', '123450'],
  ['till.maxAmountMinor', '12', '1200'],
  ['till.maxAmountMinor', 'a lot', 'a lot'],
  ['till.cardTimeoutMs', '90', '90000'],
  ['till.cardTimeoutMs', '1.5', '1500'],
  ['till.surcharge.percent', '2,3', '2.3'],
  ['till.tips.percents', '10, 15 20', '[10,15,20]'],
  ['till.tips.fixedMinor', '1, 2.50', '[100,250]'],
  ['receipts.header', 'Main street 1\n\n', '["Main street 1"]'],
  [
    'terminals',
    'tcp:10.0.0.2:9001\n{"address":"hid:B1","route":"cloud"}',
    '["tcp:10.0.0.2:9001",{"address":"hid:B1","route":"cloud"}]',
  ],
])('sends %s typed as %s as %s', (key, typed, sent) => {
  expect(sentOf(viewOf(key, 1), typed, 'USD')).toBe(sent);
});
