/**
 * Layers above settings.json: the environment, and above both an administrator's file, whose settings the till cannot
 * change.
 *
 *   administrator's file  >  environment (TILLBRIDGE_TILL_SHOP)  >  settings.json  >  default
 */
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TillError, type SettingFault } from '../contract/index.ts';
import type { HeldSetting } from './host-config-schema.ts';
import { checkSettings, faultSentence, faultsOf, isAbout, refuseSettings } from './settings-faults.ts';
import {
  isJsonObject,
  settingField,
  settingFields,
  shownSetting,
  valueAt,
  withValue,
  type Json,
  type JsonObject,
} from './settings-fields.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variable with the path of a second administrator's file. It can only lock more settings, because the file of the
 * system takes precedence.
 */
const MORE_FILE = 'TILLBRIDGE_ADMINISTRATOR_SETTINGS';
/** Author of an administrator's file that does not state its author. */
const UNNAMED_ADMINISTRATOR = 'your administrator';

/** Path of the administrator's file on this system. Only administrators can write there. */
export function administratorFile(platform: NodeJS.Platform, env: Environment): string {
  if (platform === 'win32') return join(env['ProgramData'] ?? 'C:\\ProgramData', 'Tillbridge', 'settings.json');
  if (platform === 'darwin') return '/Library/Application Support/Tillbridge/settings.json';
  return '/etc/tillbridge/settings.json';
}

/** Sources that the till reads in addition to its own file. */
export interface LayerSource {
  readonly env: Environment;
  /** Used instead of the file of the system, in tests. */
  readonly administratorFile?: string;
  /** True if the rules for the file of the system apply to it. */
  readonly isSystems?: boolean;
}

/**
 * All settings that the file does not decide, those of the administrator last. The value of a secret is null.
 * @throws TillError CFG_INVALID when an administrator's file could have been written by another user, or cannot be read
 */
export function heldSettings({
  env,
  administratorFile: own,
  isSystems = own === undefined,
}: LayerSource): HeldSetting[] {
  const locked = new Map<string, HeldSetting>();
  const more = env[MORE_FILE];
  if (more) for (const one of administrators(more, false)) locked.set(one.key, one);
  for (const one of administrators(own ?? administratorFile(process.platform, env), isSystems))
    locked.set(one.key, one);
  return [...ofEnvironment(env).filter(({ key }) => !locked.has(key)), ...locked.values()];
}

function ofEnvironment(env: Environment): HeldSetting[] {
  return settingFields()
    .filter(({ isWhole, environment }) => !isWhole && Boolean(env[environment]))
    .map(({ key, environment, isSecret }): HeldSetting => {
      const text = env[environment] ?? '';
      const value = isSecret ? null : key === 'trace' ? text !== '0' && text !== 'false' : textOrJson({}, key, text);
      return { key, by: 'environment', name: environment, value };
    });
}

function administrators(path: string, isSystems: boolean): HeldSetting[] {
  const refuse = (words: string): never => refuseSettings(`${path}: ${words}`);
  const text = readIfThere(path, isSystems, refuse);
  if (text === null) return [];
  let json: Json | undefined;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch {
    refuse('is not JSON. Have the administrator correct this file');
  }
  const { $by, ...rest } = isJsonObject(json) ? json : refuse('must be an object of settings');
  const checked = checkSettings(rest);
  const [unknown] = checked.success ? [] : faultsOf(checked.error).filter(({ code }) => code === 'unknown');
  if (unknown) refuse(`${unknown.key}: ${unknown.text}`);
  if (valueAt(rest, 'platform.password') !== undefined)
    refuse('platform.password: every user of this computer can read this file. Leave the password out');
  const name = typeof $by === 'string' && $by.trim() !== '' ? $by.trim().slice(0, 60) : UNNAMED_ADMINISTRATOR;
  return settingFields().flatMap(({ key, isWhole }): HeldSetting[] => {
    const at = isWhole ? undefined : valueAt(rest, key);
    return at === undefined ? [] : [{ key, by: 'administrator', name, file: path, value: at }];
  });
}

/**
 * Text of the file, or null if there is none. Only the administrator may write the file of the system; Windows ensures
 * that itself.
 */
function readIfThere(path: string, isSystems: boolean, refuse: (words: string) => never): string | null {
  try {
    const file = lstatSync(path);
    if (!file.isFile()) refuse('is not a regular file. Put the settings themselves there');
    if (process.platform !== 'win32') {
      const all = isSystems ? [file, lstatSync(dirname(path))] : [file];
      if (all.some(({ mode }) => (mode & 0o022) !== 0))
        refuse('other users can write it. Have the administrator run chmod 644 on it, and chmod 755 on its folder');
      if (isSystems && all.some(({ uid }) => uid !== 0))
        refuse('does not belong to the administrator. Have them run chown root on it and on its folder');
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof TillError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    return refuse(`cannot be read: ${code ?? 'unknown reason'}. Have the administrator let this user read it`);
  }
}

/**
 * Variables of the account, older than the rule for all others: they apply in addition to the file and never create its
 * platform.
 */
const accountKeys: ReadonlySet<string> = new Set(['platform.username', 'platform.password']);

/** The written settings, overridden by the settings that the file does not decide. */
export function withHeld(value: JsonObject, held: readonly HeldSetting[]): JsonObject {
  const over = held.filter(({ key, by }) => by === 'administrator' || !accountKeys.has(key));
  return over.reduce((all, { key, value: to }) => withValue(all, key, to), value);
}

/** Effective value of a setting, without secrets, and its source. */
export interface SettingInForce {
  /** Value, or undefined if every layer omits the setting: then the default applies. */
  readonly value: Json | undefined;
  readonly from: HeldSetting['by'] | 'file' | 'default';
  /** Layer that overrides the file, for the setting or for a part of it, or null if none does. */
  readonly holder: HeldSetting | null;
  /** Value in the file, whether effective or overridden. */
  readonly written: Json | undefined;
}

/** @param file content of settings.json. @throws TillError CFG_INVALID when the key is unknown */
export function settingInForce(key: string, file: JsonObject, held: readonly HeldSetting[]): SettingInForce {
  const { isSecret } = settingField(key);
  const own = held.find((one) => one.key === key);
  const holder = own ?? held.find((one) => one.key.startsWith(`${key}.`)) ?? null;
  const written = shownSetting(key, valueAt(file, key));
  // The value of a secret is not known here, only that it is set.
  const holds = own ? (isSecret ? '' : own.value) : valueAt(withHeld(file, held), key);
  const from = holder?.by ?? (written === undefined ? 'default' : 'file');
  return { value: shownSetting(key, holds), from, holder, written };
}

/** A fault with the source of the value: the file and its field, or the variable. */
export function sourcedFault(fault: SettingFault, held: readonly HeldSetting[], path: string): string {
  const over = held.find((one) => isAbout(fault, one.key));
  if (over?.by === 'environment') return `${over.name}: ${fault.text}`;
  return `${over?.file ?? path}: ${faultSentence(fault)}`;
}

/**
 * The administrator's hold on a setting, or on a part of the setting, or undefined if the till may change the setting.
 */
export const lockOf = (held: readonly HeldSetting[], key: string): HeldSetting | undefined =>
  held.find((one) => one.by === 'administrator' && isAbout(one, key));

/** The text itself if the setting takes it, else its value as JSON. */
export function textOrJson(value: JsonObject, key: string, text: string): Json {
  const problemsAs = (one: Json) => {
    const checked = checkSettings(withValue(value, key, one));
    return checked.success
      ? []
      : faultsOf(checked.error).filter((fault) => isAbout(fault, key) || key.startsWith(`${fault.key}.`));
  };
  if (problemsAs(text).length === 0) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
