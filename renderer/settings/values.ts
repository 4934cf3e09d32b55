/** Converts settings between the JSON text of the contract and the units and words of the screen. Pure. */
import { currencyDecimals, moneyFormat } from '../../electron/domain/index.ts';
import { type SettingView } from '../../electron/contract/index.ts';
import type { SettingsTexts } from '../text/settings-words.ts';
import { entryOf, type SettingWords } from '../text/index.ts';

type Field = Pick<SettingView, 'key' | 'kind' | 'unit' | 'default' | 'isNullable' | 'choices'>;

/** Divisor between the unit of the file and the typed unit. */
function scaleOf({ unit }: Pick<Field, 'unit'>, currency: string): number {
  if (unit === 'money') return 10 ** (currencyDecimals(currency) ?? 2);
  return unit === 'seconds' ? 1_000 : 1;
}

/** Words of a setting in this language, or undefined for a setting of another version. */
export function wordsOf(key: string, { words }: SettingsTexts): SettingWords | undefined {
  return entryOf<Readonly<Record<string, SettingWords>>>(words.settings.fields, key);
}

/** JSON text of the choice "none", or null if the setting has no such choice. */
export function noneOf({ kind, isNullable, default: own }: Field): string | null {
  if (isNullable && own !== 'null') return 'null';
  return kind === 'lines' && own === null ? '[]' : null;
}

const parsed = (json: string): unknown => JSON.parse(json) as unknown;

/** Text of the input field for a value. */
export function typedOf(field: Field, json: string | null, currency: string): string {
  if (json === null) return '';
  const value = parsed(json);
  const scale = scaleOf(field, currency);
  const one = (part: unknown): string =>
    typeof part === 'number' && scale !== 1
      ? (part / scale).toFixed(Math.log10(scale)).replace(/\.0+$/, '')
      : textOf(part);
  if (Array.isArray(value)) return value.map(one).join(field.kind === 'lines' ? '\n' : ', ');
  return value === null ? '' : one(value);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Typed text in the form of the host, or undefined if the setting is to be removed from the file. */
export function sentOf(field: Field, typed: string, currency: string): string | undefined {
  const text = field.kind === 'secret' ? typed : typed.trim();
  if (text === '') return undefined;
  const inUnit = (part: string) => number(part, scaleOf(field, currency));
  if (field.kind === 'number') return inUnit(text);
  if (field.kind === 'numbers')
    return `[${parts(text, /[;\s]+|,\s+|,(?=\D|$)/)
      .map(inUnit)
      .join(',')}]`;
  return field.kind === 'lines' ? JSON.stringify(parts(text, /\s*\n/).map(lineOf)) : text;
}

const parts = (text: string, between: RegExp): string[] => text.split(between).filter(Boolean);

/** Key and value for a command: a secret is separate from other text, and a removed setting has no value. */
export function commandOf({ key, isSecret }: Pick<SettingView, 'key' | 'isSecret'>, text: string | undefined) {
  return { key, ...(text === undefined ? {} : isSecret ? { secret: text } : { text }) };
}

/** A line that begins with a brace is an object, such as a terminal with options. */
function lineOf(line: string): unknown {
  if (!line.startsWith('{')) return line;
  try {
    return parsed(line);
  } catch {
    return line;
  }
}

/** Accepts the decimal separator of all languages. Other text is sent unchanged, so that the host reports the fault. */
function number(text: string, scale: number): string {
  const plain = text
    .replaceAll(/[\s’']/gu, '')
    .replace(/^(\d{1,3}(?:,\d{3})+)(?=\.|$)/, (all) => all.replaceAll(',', ''));
  const value = Number(plain.replace(',', '.'));
  return plain === '' || Number.isNaN(value) ? text : String(Number((value * scale).toFixed(6)));
}

/** A value in words, e.g. "90 s", "10, 15, 20%". */
export function shownOf(field: Field, json: string | null, currency: string, texts: SettingsTexts): string {
  const { settings } = texts.words;
  const words = wordsOf(field.key, texts);
  if (json === null)
    return field.default === null ? (words?.unset ?? settings.none) : shownOf(field, field.default, currency, texts);
  if (field.kind === 'secret') return settings.isSet;
  const value = parsed(json);
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (value === null || list.length === 0) return settings.none;
  if (typeof value === 'boolean') return value ? settings.on : settings.off;
  if (typeof value === 'string' && field.kind === 'choice') return words?.choices?.[value] ?? value;
  const text = list
    .map((one) => (typeof one === 'number' ? figure(field, one, currency, texts) : textOf(one)))
    .join(', ');
  return Array.isArray(value) && field.unit === 'percent' ? text.replaceAll(/\s?%,/g, ',') : text;
}

function figure({ unit }: Field, value: number, currency: string, texts: SettingsTexts): string {
  const format = (of: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(texts.locale, options).format(of);
  if (unit === null) return String(value);
  if (unit === 'money') return texts.money(value, currency);
  if (unit === 'percent') return format(value / 100, { style: 'percent', maximumFractionDigits: 2 });
  const number = format(value / scaleOf({ unit }, currency), { maximumFractionDigits: 3 });
  return `${number}\u00a0${texts.words.settings.units[unit]}`;
}

/** Unit next to a number field; for money, the currency symbol. */
export function unitSign({ unit }: Pick<Field, 'unit'>, currency: string, texts: SettingsTexts): string {
  if (unit === null) return '';
  if (unit === 'money')
    return (
      moneyFormat(texts.locale, currency, { currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency
    );
  return texts.words.settings.units[unit];
}

/** True if the written value differs from the default. */
export const isChanged = ({ value, default: own, held }: SettingView): boolean =>
  held === null && value !== null && value !== own;

/** True if the words of a setting contain each typed word. */
export function isFound(setting: SettingView, typed: string, texts: SettingsTexts): boolean {
  const words = wordsOf(setting.key, texts);
  const searched = [
    words?.label,
    words?.help,
    ...Object.values(words?.choices ?? {}),
    setting.key,
    setting.environment,
  ];
  const all = foldedText(searched.join(' '));
  return foldedText(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Text without accents and capitals, which users omit in a search. */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** Sentence about the value that applies while none is written; empty if there is none. */
export function withoutItWords(setting: SettingView, currency: string, texts: SettingsTexts): string {
  const { settings } = texts.words;
  if (setting.default === null) {
    const unset = wordsOf(setting.key, texts)?.unset;
    return unset === undefined ? '' : settings.withoutIt({ what: unset });
  }
  const own = shownOf(setting, setting.default, currency, texts);
  return own === settings.none
    ? settings.withoutIt({ what: own.toLocaleLowerCase(texts.language) })
    : settings.byDefault({ value: own });
}
