/**
 * Changing settings.json, one setting at a time, by command line or screen. What is written is valid as a whole (or no worse than
 * before), replaces the file in one step and is readable by this user alone; what it replaces is kept beside it.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { TillError, typedText, type Person, type SettingChangeView } from '../contract/index.ts';
import { peopleOf } from './protocol.ts';
import { checkSettings, problemsOf, SETTINGS_FILE, settingsFileSchema } from './settings-schema.ts';
import { settingWords } from './settings-words.ts';

/** Folder of former versions, and how many of them are kept. */
const FORMER = 'settings-former';
const FORMER_MOST = 20;
/** A draft that was left by a process that died, milliseconds. */
const DRAFT_DEAD_MS = 30_000;

export type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

/** One setting, as a person sets it. */
export interface SettingField {
  /** E.g. `till.shop`. */
  readonly key: string;
  /** What it is, and what holds without it; Markdown. */
  readonly words: string;
  readonly unset: string;
  /** The value that holds where nothing is written, where there is one. */
  readonly default?: Json;
  /** Never shown, and never taken from an argument. */
  readonly isSecret: boolean;
}

/** What changed. Of a secret neither value is told. */
export interface SettingChange {
  readonly key: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
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

function describe(schema: JsonObject, path: string): void {
  const said = settingWords[path];
  if (said) schema['description'] = said.words;
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

/** Every setting that can be set by its key, in the order of the file. Lists are set as a whole. */
export function settingFields(): SettingField[] {
  const fields: SettingField[] = [];
  const walk = (schema: JsonObject, path: string): void => {
    const said = settingWords[path];
    if (said) {
      const isSecret = path === 'platform.password';
      const own = schema['default'];
      const known =
        own === undefined || (typeof own === 'object' && own !== null && !Array.isArray(own)) ? {} : { default: own };
      fields.push({ key: path, ...said, ...known, isSecret });
    }
    const objects = [schema, ...partsOf({ anyOf: schema['anyOf'] ?? [] })];
    for (const object of objects)
      for (const [name, part] of Object.entries(propertiesOf(object)))
        walk(part, path === '' ? name : `${path}.${name}`);
  };
  walk(settingsJsonSchema(), '');
  return fields;
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

/** A change as it may be told. */
export function changeView({ key, from, to }: SettingChange): SettingChangeView {
  const text = (value: Json | undefined): string | null => {
    const shown = shownSetting(key, value);
    return shown === undefined ? null : JSON.stringify(shown);
  };
  return { key, from: text(from), to: text(to) };
}

/** DATA/settings.json, to be read and changed as it is written. */
export class SettingsFile {
  readonly path: string;
  readonly #former: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, SETTINGS_FILE);
    this.#former = join(dataDir, FORMER);
  }

  /** What is written; an empty object where nothing is. @throws TillError CFG_INVALID where it cannot be read or is no JSON */
  read(): JsonObject {
    return this.#read().value;
  }

  /** Who works here, also where something else in the file is wrong. @throws TillError CFG_INVALID: that cannot be told */
  people(): Person[] {
    const { people = [], managers = [] } = this.read();
    const { shape } = settingsFileSchema;
    const [known, older] = [shape.people.safeParse(people), shape.managers.safeParse(managers)];
    if (known.success && older.success) return peopleOf({ people: known.data, managers: older.data });
    throw new TillError(
      'CFG_INVALID',
      `${this.path}: people: cannot be read, so nobody can be asked. Mend them by hand.`,
    );
  }

  /** What is wrong with it, a sentence each. @throws TillError CFG_INVALID as `read` */
  problems(): string[] {
    return problemsIn(this.read());
  }

  /** What is written under a key. @throws TillError CFG_INVALID */
  get(key: string): Json | undefined {
    return valueAt(this.read(), settingField(key).key);
  }

  /**
   * Sets a setting, or with null takes it out of the file. `text` is a word, or JSON where that is what the setting takes.
   * @throws TillError CFG_INVALID: no such setting, a value it does not take, or the file was changed by somebody else meanwhile;
   * TEXT_CARD_NUMBER
   */
  set(key: string, text: string | null): SettingChange {
    const field = settingField(key);
    if (!field.isSecret && text !== null && !typedText(text.length).safeParse(text).success)
      throw new TillError('TEXT_CARD_NUMBER', 'That looks like a card number. Nothing was changed.', {
        context: { field: key },
      });
    const { value, digest } = this.#read();
    const from = valueAt(value, key);
    const to = text === null ? undefined : fitting(value, key, text);
    const next = withValue(value, key, to);
    const before = new Set(problemsIn(value));
    const wrong = problemsIn(next).find((one) => !before.has(one));
    if (wrong !== undefined)
      throw new TillError('CFG_INVALID', `${wrong}. Nothing was changed.`, { context: { setting: key } });
    if (JSON.stringify(from) !== JSON.stringify(to)) this.#write(next, digest);
    return field.isSecret ? { key, from: undefined, to: undefined } : { key, from, to };
  }

  /**
   * Sets several settings in one step, or none of them; undefined takes one out of the file.
   * @returns whether anything is another than before. @throws TillError CFG_INVALID as `set`
   */
  setAll(wanted: ReadonlyMap<string, Json | undefined>): boolean {
    const { value, digest } = this.#read();
    let next = value;
    for (const [key, to] of wanted) next = withValue(next, settingField(key).key, to);
    const before = new Set(problemsIn(value));
    const wrong = problemsIn(next).find((one) => !before.has(one));
    if (wrong !== undefined) throw new TillError('CFG_INVALID', `${wrong}. Nothing was changed.`);
    const isOther = JSON.stringify(next) !== JSON.stringify(value);
    if (isOther) this.#write(next, digest);
    return isOther;
  }

  /** Puts the version before the last change back; done twice, it is as before. @throws TillError CFG_INVALID: there is none */
  back(): void {
    const name = this.#formers().at(-1);
    if (name === undefined) throw new TillError('CFG_INVALID', 'No former version of the settings is kept here.');
    const { digest } = this.#read();
    const former = parsed(readFileSync(join(this.#former, name), 'utf8'), join(this.#former, name));
    this.#write(former, digest);
    rmSync(join(this.#former, name), { force: true });
  }

  #read(): { value: JsonObject; digest: string } {
    const text = this.#text();
    return { value: text === null ? {} : parsed(text, this.path), digest: digestOf(text) };
  }

  #text(): string | null {
    try {
      if (lstatSync(this.path).isSymbolicLink())
        throw new TillError('CFG_INVALID', `${this.path}: is a link to another file, which is not changed from here.`);
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      if (error instanceof TillError) throw error;
      throw new TillError('CFG_INVALID', `${this.path}: cannot be read: ${code ?? 'unknown reason'}`, { cause: error });
    }
  }

  #write(value: JsonObject, digest: string): void {
    const draft = `${this.path}.new`;
    const file = openDraft(draft);
    try {
      try {
        writeSync(file, `${JSON.stringify(value, null, 2)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      const text = this.#text();
      if (digestOf(text) !== digest)
        throw new TillError('CFG_INVALID', `${this.path}: somebody else changed it meanwhile. Nothing was changed.`);
      if (text !== null) this.#keep(text);
      renameSync(draft, this.path);
    } catch (error) {
      rmSync(draft, { force: true });
      if (error instanceof TillError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      throw new TillError(
        'CFG_INVALID',
        `${this.path}: cannot be written: ${code ?? 'unknown reason'}. Nothing was changed.`,
        {
          cause: error,
        },
      );
    }
  }

  #formers(): string[] {
    try {
      return readdirSync(this.#former).filter((name) => name.endsWith('.json')).toSorted(); // oxfmt-ignore
    } catch {
      return [];
    }
  }

  #keep(text: string): void {
    mkdirSync(this.#former, { recursive: true, mode: 0o700 });
    const formers = this.#formers();
    const next = Number(formers.at(-1)?.slice(0, 8) ?? 0) + 1;
    const file = openSync(join(this.#former, `${String(next).padStart(8, '0')}.json`), 'wx', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    for (const old of formers.slice(0, Math.max(0, formers.length + 1 - FORMER_MOST)))
      rmSync(join(this.#former, old), { force: true });
  }
}

const digestOf = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

function parsed(text: string, path: string): JsonObject {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The parser's own message quotes the text around the fault, which may be a password.
  }
  throw new TillError(
    'CFG_INVALID',
    `${path}: is not JSON. Mend it by hand, or put the newest file of ${FORMER} in its place.`,
  );
}

/** Two that change it at once would each undo the other. */
function openDraft(draft: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // oxlint-disable-next-line tillbridge/no-wall-durations -- the file's own date; whoever left it is another process
    if (Date.now() - statSync(draft).mtimeMs > DRAFT_DEAD_MS) {
      rmSync(draft, { force: true });
      return openSync(draft, 'wx', 0o600);
    }
    throw new TillError('CFG_INVALID', 'Somebody else is changing the settings right now. Nothing was changed.');
  }
}

function problemsIn(value: JsonObject): string[] {
  const checked = checkSettings(value);
  return checked.success ? [] : problemsOf(checked.error);
}

/** The text itself, or what it says as JSON, where the setting takes only that. */
function fitting(value: JsonObject, key: string, text: string): Json {
  const problemsAs = (one: Json) =>
    problemsIn(withValue(value, key, one)).filter(
      (problem) => problem.startsWith(`${key}:`) || problem.startsWith(`${key}.`),
    );
  if (problemsAs(text).length === 0) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function valueAt(value: JsonObject, key: string): Json | undefined {
  let at: Json | undefined = value;
  for (const name of key.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

function withValue(value: JsonObject, key: string, to: Json | undefined): JsonObject {
  const [name = '', ...rest] = key.split('.');
  const { [name]: before, ...others } = value;
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const next = rest.length === 0 ? to : withValue(isObject ? before : {}, rest.join('.'), to);
  const isGone = next === undefined || (rest.length > 0 && to === undefined && JSON.stringify(next) === '{}');
  return isGone ? others : { ...value, [name]: next };
}
