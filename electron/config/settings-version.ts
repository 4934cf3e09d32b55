/**
 * Version of the form of settings.json. In form 1, or without a version, managers are a separate list. A file in an
 * older form is read, rewritten once in the newest form and kept (`SettingsFile.migrate`). A file in a newer form is
 * refused, because this version cannot interpret it.
 */
import { readFileSync } from 'node:fs';
import { refuseSettings } from './settings-faults.ts';
import { isJsonObject, type Json, type JsonObject } from './settings-fields.ts';

/** Version of the form that this program writes. */
const SETTINGS_VERSION = 2;

/** The settings in the newest form, or null if they are in the newest form already. */
export function upgradedSettings(value: JsonObject): JsonObject | null {
  const { managers, people = [], ...others } = value;
  if (!Array.isArray(managers) || !Array.isArray(people)) return null;
  const moved = managers.map((one): Json => (isJsonObject(one) ? { ...one, roles: ['manager', 'technician'] } : one));
  const all = [...moved, ...people];
  return { ...others, version: SETTINGS_VERSION, ...(all.length === 0 ? {} : { people: all }) };
}

const BACK = 'Run tillbridge settings back, which restores the previous version';
/** Remedy when no previous version is kept. */
export const NO_FORMER_REMEDY =
  'If there is no previous version, delete the file and set the till up again: tillbridge setup';

/**
 * Parses the text of a settings file.
 * @throws TillError CFG_INVALID with the file and the remedy, without the text
 */
export function parsedSettings(text: string, path: string): JsonObject {
  const plain = text.replace(/^\uFEFF/, '');
  let value: Json | undefined;
  try {
    value = JSON.parse(plain) as Json;
  } catch {
    // The message of the parser quotes the text around the fault, which may be a password.
  }
  if (isJsonObject(value)) return value;
  if (value !== undefined) refuseSettings(`${path}: the file: has to be an object`);
  const isHalf = !/[}\]]$/.test(plain.trimEnd());
  const why = isHalf ? 'is not JSON: it is empty, or only half of it was written' : 'is not JSON';
  return refuseSettings(`${path}: ${why}. ${BACK}, or correct the file by hand. ${NO_FORMER_REMEDY}`);
}

/** Text of a settings file, or null if there is no file. @throws TillError CFG_INVALID when it cannot be read */
export function settingsText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    return refuseSettings(`${path}: cannot be read: ${code ?? 'unknown reason'}`, undefined, error);
  }
}

/**
 * Settings in the text of a file; an empty object if there is no file.
 * @throws TillError CFG_INVALID as `parsedSettings`, and when a newer Tillbridge wrote the file
 */
export function currentSettings(text: string | null, path: string): JsonObject {
  const settings = text === null ? {} : parsedSettings(text, path);
  const { version } = settings;
  if (typeof version !== 'number' || version <= SETTINGS_VERSION) return settings;
  return refuseSettings(
    `${path}: version: is ${version}, of a newer Tillbridge; this one reads up to ${SETTINGS_VERSION}. Install the newer version again, or replace the file by one from settings-former`,
  );
}
