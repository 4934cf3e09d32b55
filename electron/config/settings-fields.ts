/**
 * All settings by key, derived from their declarations: for commands, screens, the JSON Schema, the environment and the
 * reference.
 */
import { z } from 'zod';
import { settingDeclarations, TillError, type SettingDeclaration, type SettingFieldView } from '../contract/index.ts';
import { settingsFileSchema } from './settings-schema.ts';
import { settings } from '../words/generated/en/settings.ts';
import { entryOf } from '../words/runtime.ts';
import type { SettingWords } from '../words/setting-words.ts';
import { settingPartWords } from './setting-part-words.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A setting as a manager sets it. */
export interface SettingField extends SettingFieldView {
  /** The setting's name and effect. */
  readonly words: SettingWords;
  /** Value that applies while none is written; absent if there is no single such value. */
  readonly default?: Json;
  /** True for an object of several settings, each of which is set by its own key. */
  readonly isWhole: boolean;
}

/** JSON Schema (draft 2020-12) of settings.json, with the words of each setting. */
export function settingsJsonSchema(): JsonObject {
  const schema = jsonSchema();
  for (const [key, part] of partsOf(schema)) {
    const words = settingWordsOf(key);
    if (words) part['description'] = `${words.label}. ${words.help}`;
  }
  return { ...schema, title: 'Settings of a Tillbridge till' };
}

/** @param metadata adds the declaration of each setting, which validators do not support */
function jsonSchema(metadata?: typeof settingDeclarations): JsonObject {
  return z.toJSONSchema(settingsFileSchema, {
    io: 'input',
    unrepresentable: 'any',
    ...(metadata ? { metadata } : {}),
    override: ({ jsonSchema: part }) => {
      // Only zod supports this format; the pattern next to it has the same effect.
      if (part.format === 'starts_with') delete part.format;
    },
  }) as unknown as JsonObject;
}

/** A schema and all schemas in it, each with its key. Alternatives and items have the key of the schema itself. */
function* partsOf(schema: JsonObject, key = ''): Generator<readonly [key: string, part: JsonObject]> {
  yield [key, schema];
  for (const part of [schema['anyOf'], schema['items']].flat().filter(isJsonObject)) yield* partsOf(part, key);
  for (const [name, part] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>))
    yield* partsOf(part, key === '' ? name : `${key}.${name}`);
}

/** Words of a setting, or of a part of a setting, or undefined for an unknown key. */
export function settingWordsOf(key: string): SettingWords | undefined {
  const fields: Readonly<Record<string, SettingWords>> = settings.fields;
  return entryOf(fields, key) ?? entryOf(settingPartWords, key);
}

let known: readonly SettingField[] | null = null;

/** All settings that can be set by key, in the order of the file. Lists are set as a whole. */
export function settingFields(): readonly SettingField[] {
  known ??= allFields();
  return known;
}

function allFields(): SettingField[] {
  const declared = new Map<string, JsonObject>();
  for (const [key, part] of partsOf(jsonSchema(settingDeclarations)))
    if (part['group'] !== undefined && !declared.has(key)) declared.set(key, part);
  return [...declared].map(([key, schema]) =>
    fieldOf(
      key,
      schema,
      [...declared.keys()].some((other) => other.startsWith(`${key}.`)),
    ),
  );
}

/** @throws Error when the setting has no words */
function fieldOf(key: string, schema: JsonObject, isWhole: boolean): SettingField {
  const words = settingWordsOf(key);
  if (!words) throw new Error(`${key} has no words (electron/words/messages/en/settings.json)`);
  const forms = [schema['anyOf'] ?? []].flat().filter(isJsonObject);
  const form = forms.find((one) => one['type'] !== 'null') ?? schema;
  const items = (form['items'] ?? {}) as JsonObject;
  const number = form['type'] === 'array' ? items : form;
  const { group, applies, unit = null, isSecret = false, environment } = schema as unknown as SettingDeclaration;
  const limits = {
    min: number['minimum'] ?? number['exclusiveMinimum'],
    max: number['maximum'],
    most: form['maxLength'] ?? form['maxItems'],
    default: schema['default'],
  };
  return {
    key,
    words,
    isWhole,
    kind: isSecret ? 'secret' : kindOf(form, items),
    unit,
    group,
    applies,
    choices: (form['enum'] ?? []) as string[],
    isNullable: [schema, ...forms].flatMap((one) => one['type'] ?? []).includes('null'),
    isSecret,
    environment: environment ?? environmentName(key),
    ...(Object.fromEntries(Object.entries(limits).filter(([, value]) => isExplicit(value))) as Partial<SettingField>),
  };
}

/** False for the bounds of the integer type, and for the default of an object of several settings. */
const isExplicit = (value: Json | undefined): boolean =>
  typeof value === 'number' ? Math.abs(value) < 1e12 - 1 : value !== undefined && !isJsonObject(value);

function kindOf(form: JsonObject, items: JsonObject): SettingField['kind'] {
  if (form['enum'] !== undefined) return 'choice';
  if (form['type'] === 'array') return items['type'] === 'integer' ? 'numbers' : 'lines';
  if (form['type'] === 'boolean') return 'yes-no';
  return form['type'] === 'integer' || form['type'] === 'number' ? 'number' : 'text';
}

/** Words for the value that applies while none is written. */
export function unsetOf({ default: own, words }: Pick<SettingField, 'default' | 'words'>): string {
  return words.unset ?? (own === undefined || own === null ? 'nothing' : JSON.stringify(own));
}

/** Variable of the environment that overrides a setting: TILLBRIDGE_TILL_MAX_AMOUNT_MINOR for `till.maxAmountMinor`. */
function environmentName(key: string): string {
  const words = key.replaceAll('.', '_').replaceAll(/([a-z])([A-Z])/g, '$1_$2');
  return `TILLBRIDGE_${words.toUpperCase()}`;
}

/** The field of a key. @throws TillError CFG_INVALID with similar keys */
export function settingField(key: string): SettingField {
  const fields = settingFields();
  const field = fields.find((one) => one.key === key);
  if (field) return field;
  const last = key.split('.').at(-1)?.toLowerCase() ?? '';
  const near = fields.filter((one) => one.key.toLowerCase().endsWith(last)).map((one) => one.key);
  const hint = last !== '' && near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw new TillError('CFG_INVALID', `${key} is not a setting.${hint}`, { context: { setting: key } });
}

/**
 * A value without secrets, hashes of PINs and passwords in addresses.
 * @throws TillError CFG_INVALID when the key is unknown
 */
export function shownSetting(key: string, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  return settingField(key).isSecret ? '(set)' : shownPart(value);
}

function shownPart(value: Json): Json {
  if (typeof value === 'string') return URL.parse(value)?.password ? value.replace(/\/\/.*@/, '//(set)@') : value;
  if (Array.isArray(value)) return value.map(shownPart);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === 'pin' ? '(set)' : shownPart(part)]),
  );
}

/** A value as JSON text with secrets removed, or null if it is not written. */
export function shownText(key: string, value: Json | undefined): string | null {
  const shown = shownSetting(key, value);
  return shown === undefined ? null : JSON.stringify(shown);
}

/** Value that is written under a key. */
export function valueAt(value: JsonObject, key: string): Json | undefined {
  let at: Json | undefined = writtenOut(value, key);
  for (const name of key.split('.')) {
    if (!isJsonObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** The settings with another value under a key. Undefined removes the key, and objects that are empty without it. */
export function withValue(value: JsonObject, key: string, to: Json | undefined): JsonObject {
  return withPart(writtenOut(value, key), key.split('.'), to);
}

function withPart(value: JsonObject, [name = '', ...rest]: readonly string[], to: Json | undefined): JsonObject {
  const { [name]: before, ...others } = value;
  const next = rest.length === 0 ? to : withPart(isJsonObject(before) ? before : {}, rest, to);
  const isGone = next === undefined || (rest.length > 0 && to === undefined && JSON.stringify(next) === '{}');
  return isGone ? others : { ...value, [name]: next };
}

/** Tips may be written as a list of percents: a key below `till.tips` needs the object instead. */
function writtenOut(value: JsonObject, key: string): JsonObject {
  if (!key.startsWith('till.tips.')) return value;
  const tips = valueAt(value, 'till.tips');
  return Array.isArray(tips) ? withValue(value, 'till.tips', { percents: tips }) : value;
}
