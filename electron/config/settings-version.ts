/**
 * The form of settings.json: 1, or nothing said, is that of earlier versions, which kept managers on a list of their own. What an
 * older Tillbridge wrote is read as it stands and written anew once, the old kept (`SettingsFile.bringUpToDate`); a newer form is
 * refused, since what it means is not known here.
 */
import { TillError } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from './settings-fields.ts';

/** What this version writes. */
const SETTINGS_VERSION = 2;

/** @throws TillError CFG_INVALID for a file of a newer Tillbridge, naming what to do */
export function refuseNewer({ version }: JsonObject, path: string): void {
  if (typeof version !== 'number' || version <= SETTINGS_VERSION) return;
  throw new TillError(
    'CFG_INVALID',
    `${path}: version: is ${version}, of a newer Tillbridge; this one reads up to ${SETTINGS_VERSION}. Install the newer one again, or put a file of settings-former in its place`,
  );
}

/** The same settings in the newest form; null: nothing in them is older. */
export function inNewestForm(value: JsonObject): JsonObject | null {
  const { managers, people = [], ...others } = value;
  if (!Array.isArray(managers) || !Array.isArray(people)) return null;
  const moved = managers.map((one): Json => (isJsonObject(one) ? { ...one, roles: ['manager', 'technician'] } : one));
  const all = [...moved, ...people];
  return { ...others, version: SETTINGS_VERSION, ...(all.length === 0 ? {} : { people: all }) };
}

const BACK = 'Run tillbridge settings back, which puts the version before in its place';
/** Remedy where no version before is kept. */
export const WITHOUT_FORMER = 'Where none is kept, delete the file and set the till up again: tillbridge setup';

/** The text of a settings file as JSON. @throws TillError CFG_INVALID naming the file and what to do, without its text */
export function parsedSettings(text: string, path: string): JsonObject {
  const plain = text.replace(/^\uFEFF/, '');
  let value: Json | undefined;
  try {
    value = JSON.parse(plain) as Json;
  } catch {
    // The parser's own message quotes the text around the fault, which may be a password.
  }
  if (isJsonObject(value)) return value;
  if (value !== undefined) throw new TillError('CFG_INVALID', `${path}: the file: has to be an object`);
  const isHalf = !/[}\]]$/.test(plain.trimEnd());
  const why = isHalf ? 'is not JSON: it is empty, or was written only half' : 'is not JSON';
  throw new TillError('CFG_INVALID', `${path}: ${why}. ${BACK}, or mend it by hand. ${WITHOUT_FORMER}`);
}
