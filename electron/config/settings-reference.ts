/** Generates the reference of the settings. A test compares it with REFERENCE.md in this folder. */
import { settingFields, unsetOf, settingWordsOf, type SettingField } from './settings-fields.ts';
import { currencies, currencyDecimals, defaultMaxAmountMinor, plainAmount } from '../domain/index.ts';
import type { SettingWords } from '../words/setting-words.ts';
import { settingPartWords } from './setting-part-words.ts';

/** A table of Markdown with its columns padded as by the formatter. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => widthOf(row[column] ?? ''))));
  const line = (row: readonly string[]) => `| ${widths.map((width, at) => padded(row[at] ?? '', width)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

const padded = (text: string, width: number): string => text + ' '.repeat(width - widthOf(text));
/** Number of characters, as counted by the formatter. */
const widthOf = (text: string): number => Array.from(text).length;

/** All settings with their words, in the order of the file. The parts of a list follow the list. */
export function settingsReference(): string {
  const fields = settingFields();
  const rows = fields.flatMap((field) => [rowOf(field), ...partRows(field.key, fields)]);
  const intro = [
    '# Every setting of `settings.json`',
    'Generated from the schema. Amounts are in minor units, times in milliseconds if the name says so.',
    'A change takes effect at once, also during a payment, or after a start: the till restarts its host by itself as soon as no payment runs.',
    'Change the file by hand, by `tillbridge settings` or on the Settings screen; `tillbridge settings schema` prints its JSON Schema for an editor.',
  ];
  const head = ['Setting', 'Meaning', 'Values', 'Default', 'Takes effect', 'Environment'];
  return `${intro.join('\n\n')}\n\n${markdownTable(head, rows)}\n\n${currencyReference()}\n`;
}

function currencyReference(): string {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  const rows = currencies.map((code) => [
    `\`${code}\``,
    names.of(code) ?? code,
    String(currencyDecimals(code)),
    plainAmount(defaultMaxAmountMinor(code), code),
  ]);
  const head = ['Code', 'Currency', 'Decimals', 'Largest payment, unless `till.maxAmountMinor` says otherwise'];
  return `## Currencies\n\n${markdownTable(head, rows)}`;
}

function rowOf(field: SettingField): string[] {
  const { key, words, isWhole, environment } = field;
  return [
    `\`${key}\``,
    wordsText(words),
    isWhole ? 'an object' : valuesOf(field),
    isWhole ? '' : unsetOf(field),
    isWhole ? '' : times[field.applies],
    isWhole ? '' : `\`${environment}\``,
  ];
}

function partRows(key: string, fields: readonly SettingField[]): string[][] {
  return Object.keys(settingPartWords)
    .filter((part) => part.startsWith(`${key}.`) && !fields.some((one) => one.key === part))
    .map((part) => [`\`${part}\``, wordsText(settingWordsOf(part)), '', '', '', '']);
}

const wordsText = (words: SettingWords | undefined): string => (words ? `**${words.label}**: ${words.help}` : '');

const times: Readonly<Record<SettingField['applies'], string>> = { live: 'at once', 'at-start': 'after a start' };

const kinds: Readonly<Record<SettingField['kind'], string>> = {
  text: 'text',
  secret: 'text, never shown',
  number: 'a number',
  'yes-no': '`true` or `false`',
  choice: '',
  lines: 'a list of texts',
  numbers: 'a list of numbers',
};

function valuesOf({ kind, choices, min, max, most, isNullable }: SettingField): string {
  const range = min === undefined && max === undefined ? '' : `${min ?? '…'} to ${max ?? '…'}`;
  const limit = most === undefined ? '' : `at most ${most}${kind === 'text' ? ' characters' : ''}`;
  const form = kind === 'choice' ? choices.map((one) => `\`${one}\``).join(', ') : kinds[kind];
  return [form, range, limit, isNullable ? 'or `null`' : ''].filter(Boolean).join(', ');
}
