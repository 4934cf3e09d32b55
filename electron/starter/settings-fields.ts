/** Every setting by its key, as the schema has it: for commands, screens, the JSON Schema, the environment and the reference. */
import { z } from 'zod';
import {
  settingPartWords,
  settingWords,
  TillError,
  type SettingChangeView,
  type SettingFieldView,
  type SettingGroup,
  type SettingKey,
  type SettingUnit,
  type SettingWords,
} from '../contract/index.ts';
import { settingsFileSchema } from './settings-schema.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** One setting, as a person sets it. */
export interface SettingField extends SettingFieldView {
  /** What it is called and does. */
  readonly words: SettingWords;
  /** The value that holds where nothing is written, where there is one. */
  readonly default?: Json;
  /** The whole of several settings: each of them is set by itself. */
  readonly isWhole: boolean;
}

/** JSON Schema (draft 2020-12) of settings.json, with the words of each setting. */
export function settingsJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(settingsFileSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Its own name for what the pattern beside it says; no validator knows it.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
    },
  }) as unknown as JsonObject;
  describe(schema, '');
  return { ...schema, title: 'Settings of a Tillbridge till' };
}

/** The words of a setting, or of a part of one; undefined: there is none by that key. */
export function wordsOf(key: string): SettingWords | undefined {
  if (Object.hasOwn(settingWords, key)) return settingWords[key as SettingKey];
  return Object.hasOwn(settingPartWords, key) ? settingPartWords[key] : undefined;
}

function describe(schema: JsonObject, path: string): void {
  const words = wordsOf(path);
  if (words) schema['description'] = `${words.label}. ${words.help}`;
  for (const part of partsOf(schema)) describe(part, path);
  for (const [name, part] of Object.entries(propertiesOf(schema)))
    describe(part, path === '' ? name : `${path}.${name}`);
}

/** The alternatives and items of a schema, which stand under its own key. */
function partsOf(schema: JsonObject): JsonObject[] {
  const alternatives = [schema['anyOf'], schema['items']].flat();
  return alternatives.filter((part) => typeof part === 'object' && part !== null) as JsonObject[];
}

const propertiesOf = (schema: JsonObject): Record<string, JsonObject> =>
  (schema['properties'] ?? {}) as Record<string, JsonObject>;

/** What stands in the file and is nobody's setting. */
const aboutTheFile: ReadonlySet<string> = new Set(['$schema', 'version']);

let known: readonly SettingField[] | null = null;

/** Every setting that can be set by its key, in the order of the file. Lists are set as a whole. */
export function settingFields(): readonly SettingField[] {
  known ??= allFields();
  return known;
}

function allFields(): SettingField[] {
  const fields: SettingField[] = [];
  const walk = (schema: JsonObject, path: string): void => {
    const alternatives = [schema, ...partsOf({ anyOf: schema['anyOf'] ?? [] })];
    const below = alternatives.flatMap((one) => Object.entries(propertiesOf(one)));
    const words = wordsOf(path);
    if (words) fields.push({ key: path, words, isWhole: below.length > 0, ...viewOf(path, schema) });
    for (const [name, part] of below) {
      const key = path === '' ? name : `${path}.${name}`;
      if (!aboutTheFile.has(key)) walk(part, key);
    }
  };
  walk(settingsJsonSchema(), '');
  return fields;
}

type Shape = Omit<SettingField, 'key' | 'words' | 'isWhole'>;

/** How it is asked for on a screen. */
function viewOf(key: string, schema: JsonObject): Shape {
  const forms = partsOf({ anyOf: schema['anyOf'] ?? [] });
  const isNullable = forms.some((one) => one['type'] === 'null');
  const form = forms.find((one) => one['type'] !== 'null') ?? schema;
  const own = schema['default'];
  const isKnown = own !== undefined && (typeof own !== 'object' || own === null || Array.isArray(own));
  const items = (form['items'] ?? {}) as JsonObject;
  const number = form['type'] === 'array' ? items : form;
  const choices = (form['enum'] ?? []) as string[];
  const isSecret = key === 'platform.password';
  return {
    kind: isSecret ? 'secret' : kindOf(form, items),
    unit: unitOf(key),
    group: groupOf(key),
    choices,
    isNullable,
    isSecret,
    environment: environmentName(key),
    ...limits({ min: number['minimum'] ?? number['exclusiveMinimum'], max: number['maximum'], most: form['maxLength'] ?? form['maxItems'] }), // oxfmt-ignore
    ...(isKnown ? { default: own } : {}),
  };
}

/** Of what is a limit, and no bound of the number's own type. */
function limits(of: Readonly<Record<string, Json | undefined>>): { min?: number; max?: number; most?: number } {
  return Object.fromEntries(
    Object.entries(of).filter(([, value]) => typeof value === 'number' && Math.abs(value) < 1e12 - 1),
  );
}

const kindOfType: Readonly<Record<string, SettingField['kind']>> = { boolean: 'yes-no', integer: 'number', number: 'number' }; // oxfmt-ignore

function kindOf(form: JsonObject, items: JsonObject): SettingField['kind'] {
  if (form['enum'] !== undefined) return 'choice';
  if (form['type'] === 'array') return items['type'] === 'integer' ? 'numbers' : 'lines';
  return (typeof form['type'] === 'string' && kindOfType[form['type']]) || 'text';
}

/** In what a number is shown and typed; in the file stands what the key's end says. */
function unitOf(key: string): SettingUnit | null {
  if (key.endsWith('Minor')) return 'money';
  if (key.endsWith('Ms')) return 'seconds';
  if (key.endsWith('Minutes')) return 'minutes';
  return /[pP]ercents?$/.test(key) ? 'percent' : null;
}

/** Where a shop owner looks for it: the first line that the key begins with. */
const groups: readonly (readonly [string, SettingGroup])[] = [
  ['till.tips', 'tips'],
  ['till.surcharge', 'tips'],
  ['till.name', 'shop'],
  ['till.shop', 'shop'],
  ['till.currency', 'shop'],
  ['till.locale', 'shop'],
  ['receipts.timeZone', 'shop'],
  ['till.', 'payments'],
  ['receipts.', 'receipts'],
  ['people', 'people'],
  ['managers', 'people'],
  ['signIn', 'people'],
  ['terminals', 'terminals'],
  ['selfTestAt', 'terminals'],
  ['ports.', 'terminals'],
  ['platform.proxy', 'computer'],
  ['platform.noProxy', 'computer'],
  ['platform.caFile', 'computer'],
  ['platform.', 'platform'],
  ['kiosk.', 'kiosk'],
  ['mode', 'computer'],
  ['trace', 'computer'],
  ['looksForUpdates', 'computer'],
];

/** @throws Error for a setting that stands nowhere: a line above is missing */
function groupOf(key: string): SettingGroup {
  const found = groups.find(([start]) => key.startsWith(start));
  if (!found) throw new Error(`${key} stands in no group of the settings`);
  return found[1];
}

/** As they were called before every setting had a variable. */
const olderNames: Readonly<Record<string, string>> = {
  'platform.username': 'TILLBRIDGE_USERNAME',
  'platform.password': 'TILLBRIDGE_PASSWORD',
};

/** What holds where nothing is written, in words. */
export function unsetOf({ default: own, words }: Pick<SettingField, 'default' | 'words'>): string {
  return words.unset ?? (own === undefined || own === null ? 'nothing' : JSON.stringify(own));
}

/** The variable of the environment that stands over a setting: `till.maxAmountMinor` has TILLBRIDGE_TILL_MAX_AMOUNT_MINOR. */
export function environmentName(key: string): string {
  const words = key.replaceAll('.', '_').replaceAll(/([a-z])([A-Z])/g, '$1_$2');
  return olderNames[key] ?? `TILLBRIDGE_${words.toUpperCase()}`;
}

/** The field of a key. @throws TillError CFG_INVALID naming the nearest one */
export function settingField(key: string): SettingField {
  const fields = settingFields();
  const field = fields.find((one) => one.key === key);
  if (field) return field;
  const last = key.split('.').at(-1)?.toLowerCase() ?? '';
  const near = fields.filter((one) => one.key.toLowerCase().endsWith(last)).map((one) => one.key);
  const hint = last !== '' && near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw new TillError('CFG_INVALID', `${key} is not a setting.${hint}`, { context: { setting: key } });
}

/** A value as it may be shown: no password, no PIN's hash, no credentials of a proxy. */
export function shownSetting(key: string, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (key === 'platform.password') return '(set)';
  if (typeof value === 'string') {
    const url = key === 'platform.proxy' ? URL.parse(value) : null;
    return url && url.password !== '' ? value.replace(/\/\/.*@/, '//(set)@') : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => shownSetting(key, one) ?? null);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === 'pin' ? '(set)' : (shownSetting(key, part) ?? null)]),
  );
}

/** What changed. Of a secret neither value is told. */
export interface SettingChange {
  readonly key: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

/** A change as it may be told. */
export function changeView({ key, from, to }: SettingChange): SettingChangeView {
  return { key, from: shownText(key, from), to: shownText(key, to) };
}

/** A value as JSON text, as it may be shown; null: nothing is written. */
export function shownText(key: string, value: Json | undefined): string | null {
  const shown = shownSetting(key, value);
  return shown === undefined ? null : JSON.stringify(shown);
}

/** What is written under a key. */
export function valueAt(value: JsonObject, key: string): Json | undefined {
  let at: Json | undefined = writtenOut(value, key);
  for (const name of key.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** The same settings with another value under a key; undefined: without it, and without what would be empty then. */
export function withValue(value: JsonObject, key: string, to: Json | undefined): JsonObject {
  return withPart(writtenOut(value, key), key.split('.'), to);
}

function withPart(value: JsonObject, [name = '', ...rest]: readonly string[], to: Json | undefined): JsonObject {
  const { [name]: before, ...others } = value;
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const next = rest.length === 0 ? to : withPart(isObject ? before : {}, rest, to);
  const isGone = next === undefined || (rest.length > 0 && to === undefined && JSON.stringify(next) === '{}');
  return isGone ? others : { ...value, [name]: next };
}

/** Tips may be written as their percents alone: written out where one of them is meant by its own key. */
function writtenOut(value: JsonObject, key: string): JsonObject {
  if (!key.startsWith('till.tips.')) return value;
  const tips = valueAt(value, 'till.tips');
  return Array.isArray(tips) ? withValue(value, 'till.tips', { percents: tips }) : value;
}
