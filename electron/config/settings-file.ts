/**
 * Changes of settings.json by the command line or the screen, one setting at a time. The new content is valid as a
 * whole, or no worse than before. It replaces the file in one step, only this user can read it, and the previous
 * version is kept.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Person, RoleName } from '../domain/index.ts';
import { faultWords, TillError, typedText, type SettingChangeView, type SettingFault } from '../contract/index.ts';
import { mayBePrinter } from './printer-device.ts';
import { peopleOf, type HeldSetting } from './host-config-schema.ts';
import { writeDurably, writePrivate } from './secrets/atomic-file.ts';
import { checkSettings, faultSentence, faultsOf, isAbout, refuseSettings } from './settings-faults.ts';
import { settingField, shownText, valueAt, withValue, type Json, type JsonObject } from './settings-fields.ts';
import { textOrJson, lockOf, withHeld } from './settings-layers.ts';
import { SETTINGS_FILE, settingsFileSchema, type SettingsFileContent } from './settings-schema.ts';
import {
  currentSettings,
  upgradedSettings,
  parsedSettings,
  settingsText,
  NO_FORMER_REMEDY,
} from './settings-version.ts';
import { replaceFile } from './files/index.ts';

/** Folder of former versions, and the number of versions in it. */
const FORMER = 'settings-former';
const FORMER_MOST = 20;
/** Suffix of the name of a replaced damaged file. */
const UNREADABLE = '.unreadable';
/** A draft of this age was left by a process that crashed, milliseconds. */
const DRAFT_DEAD_MS = 30_000;

/** Roles of a person whose entry contains none, as in the schema. */
const ROLES_BY_DEFAULT: RoleName[] = ['cashier'];

/** DATA/settings.json as it is written. */
export class SettingsFile {
  readonly path: string;
  readonly #formerDir: string;
  readonly #held: readonly HeldSetting[];

  /** @param held settings that override the file in the running till (`heldSettings`) */
  constructor(dataDir: string, held: readonly HeldSetting[] = []) {
    this.path = join(dataDir, SETTINGS_FILE);
    this.#formerDir = join(dataDir, FORMER);
    this.#held = held;
  }

  /** Identifies the current content of the file, which is not parsed. */
  revision(): string {
    return digestOf(this.#text()).slice(0, 16);
  }

  /** Layer that overrides a setting, or undefined if the file decides. */
  holder(key: string): HeldSetting | undefined {
    return this.#held.find((one) => one.key === key);
  }

  /**
   * Content of the file; an empty object if there is none.
   * @throws TillError CFG_INVALID when it is unreadable or invalid JSON
   */
  read(): JsonObject {
    return this.#read().value;
  }

  /**
   * People of the till, also if another part of the file is wrong. For a damaged file the people of the previous
   * version count: a command that repairs the file must check who may change it. @throws TillError CFG_INVALID when the
   * people cannot be read
   */
  people(): Person[] {
    const written = this.isDamaged() ? this.#former()?.value : undefined;
    const { people = [], managers = [] } = withHeld(written ?? this.read(), this.#held);
    const { shape } = settingsFileSchema;
    const [known, older] = [shape.people.safeParse(people), shape.managers.safeParse(managers)];
    if (known.success && older.success) return peopleOf({ people: known.data, managers: older.data });
    return refuseSettings(
      `${this.path}: people: cannot be read, so no manager can confirm. Correct the people by hand.`,
    );
  }

  /** People as they are written, including those of earlier versions and entries that the schema refuses. */
  writtenPeople(): Person[] {
    const { managers, people } = this.read();
    const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
    const all = upgradedSettings({ managers: list(managers), people: list(people) });
    return list(all?.['people']).map((one) => ({ roles: ROLES_BY_DEFAULT, ...(one as object) }) as Person);
  }

  /** Replaces all people. @returns true if a value changed. @throws TillError CFG_INVALID as `set` */
  setPeople(people: readonly Person[]): boolean {
    const written = people.map(({ pin, ...one }): Json => (pin === undefined ? one : { ...one, pin }));
    return this.setAll({ managers: undefined, people: written.length === 0 ? undefined : written });
  }

  /** Faults of the file. @throws TillError CFG_INVALID as `read` */
  faults(): SettingFault[] {
    return this.#faultsIn(this.read());
  }

  /** Faults of the file, a sentence each. @throws TillError CFG_INVALID as `read` */
  problems(): string[] {
    return this.faults().map(faultSentence);
  }

  /** Value that is written under a key. @throws TillError CFG_INVALID */
  get(key: string): Json | undefined {
    return valueAt(this.read(), settingField(key).key);
  }

  /** Fault that setting this value would cause, or null. @throws TillError CFG_INVALID when the key is unknown */
  check(key: string, text: string | null): SettingFault | null {
    const value = this.read();
    settingField(key);
    return this.#newFault(value, withValue(value, key, text === null ? undefined : textOrJson(value, key, text)), key);
  }

  /**
   * Sets a setting, or removes it from the file if `text` is null. `text` is plain, or JSON where the setting takes
   * JSON.
   * @param was value at the time of the decision, as given by `shownText`
   * @throws TillError CFG_INVALID when the key is unknown, the value is not taken or the setting is the
   * administrator's; CFG_CHANGED when the value is no longer `was`, or another process changes the file at this moment;
   * TEXT_CARD_NUMBER
   */
  set(key: string, text: string | null, was?: string | null): SettingChangeView {
    const field = settingField(key);
    if (!field.isSecret && text !== null && !typedText(text.length).safeParse(text).success)
      throw new TillError('TEXT_CARD_NUMBER', 'That looks like a card number. Nothing was changed.', {
        context: { field: key },
      });
    this.#refuseLocked(key);
    const { value, digest } = this.#read();
    const now = shownText(key, valueAt(value, key));
    if (was !== undefined && was !== now)
      throw new TillError(
        'CFG_CHANGED',
        `${key}: another person or program changed it meanwhile. Nothing was changed.`,
        {
          context: { setting: key, value: now },
        },
      );
    const to = text === null ? undefined : textOrJson(value, key, text);
    this.#change(value, withValue(value, key, to), digest, key);
    return field.isSecret ? { key, from: null, to: null } : { key, from: now, to: shownText(key, to) };
  }

  /**
   * Sets several settings by key in one step, or none of them; undefined removes a setting from the file.
   * @returns true if a value changed. @throws TillError CFG_INVALID as `set`
   */
  setAll(wanted: Readonly<Record<string, Json | undefined>>): boolean {
    const { value, digest } = this.#read();
    let next = value;
    for (const [key, to] of Object.entries(wanted)) {
      const lock = this.holder(key);
      if (lock?.by === 'administrator' && JSON.stringify(lock.value) === JSON.stringify(to)) continue;
      this.#refuseLocked(key);
      next = withValue(next, settingField(key).key, to);
    }
    return this.#change(value, next, digest);
  }

  /**
   * Rewrites a file of an older Tillbridge in the newest form, and keeps the old file. If that fails, the file is read
   * in its old form.
   * @returns true if the file was older
   */
  migrate(): boolean {
    try {
      const { value, digest } = this.#read();
      const next = upgradedSettings(value);
      if (next !== null) this.#write(next, digest);
      return next !== null;
    } catch {
      return false;
    }
  }

  /** Time when the previous version was replaced, milliseconds since 1970, or null if none is kept. */
  formerAt(): number | null {
    const name = this.#formers().at(-1);
    return name === undefined ? null : statSync(join(this.#formerDir, name)).mtimeMs;
  }

  /** Restores the previous version; a second call undoes the first. @throws TillError CFG_INVALID when there is none */
  back(): void {
    const former = this.#former();
    if (!former) refuseSettings(`This folder has no previous version of the settings. ${NO_FORMER_REMEDY}`);
    this.#write(former.value, digestOf(this.#text()));
    rmSync(former.path, { force: true });
  }

  /** True if the file contains no settings: a power cut left it empty, filled with NUL bytes or cut off. */
  isDamaged(): boolean {
    const text = this.#text();
    return text !== null && settingsIn(text) === null;
  }

  /** Path of the newest damaged file that a former version replaced, or null. */
  newestDamagedCopy(): string | null {
    const name = this.#formers(UNREADABLE).at(-1);
    return name === undefined ? null : join(this.#formerDir, name);
  }

  /**
   * Removes a setting from all former versions. An unreadable version that may contain it is deleted.
   * @throws TillError CFG_INVALID when a version cannot be written
   */
  forgetInFormer(key: string): void {
    const name = `"${key.split('.').at(-1) ?? key}"`;
    for (const version of this.#formers('')) {
      const path = join(this.#formerDir, version);
      const text = readFileSync(path, 'utf8');
      const value = settingsIn(text);
      if (!text.includes(name) || (value && valueAt(value, key) === undefined)) continue;
      try {
        if (value) writePrivate(path, fileText(withValue(value, key, undefined)));
        else rmSync(path, { force: true });
      } catch (error) {
        throw cannotBeWritten(path, error);
      }
    }
  }

  /** Names of the former versions, oldest first: those that `back` can restore, or those with another suffix. */
  #formers(end = '.json'): string[] {
    try {
      return readdirSync(this.#formerDir)
        .filter((name) => name.endsWith(end))
        .toSorted();
    } catch {
      return [];
    }
  }

  /** Newest readable former version, since former versions may be damaged too, or null if there is none. */
  #former(): { path: string; value: JsonObject } | null {
    for (const name of this.#formers().toReversed()) {
      const path = join(this.#formerDir, name);
      const value = settingsIn(readFileSync(path, 'utf8'));
      if (value) return { path, value };
    }
    return null;
  }

  #read(): { value: JsonObject; digest: string } {
    const text = this.#text();
    return { value: currentSettings(text, this.path), digest: digestOf(text) };
  }

  #refuseLocked(key: string): void {
    const lock = lockOf(this.#held, key);
    if (!lock) return;
    const words = `${lock.key} is set by ${lock.name} in ${lock.file ?? 'the administrator’s file'}, for every user of this computer`;
    refuseSettings(`${words}. Nothing was changed.`, { setting: key, held: lock.name });
  }

  #faultsIn(value: JsonObject): SettingFault[] {
    const checked = checkSettings(withHeld(value, this.#held));
    return checked.success ? printerFaults(checked.data) : faultsOf(checked.error);
  }

  /** A fault that only `next` has, preferably a fault of the setting itself, or null if there is none. */
  #newFault(value: JsonObject, next: JsonObject, key = ''): SettingFault | null {
    const before = new Set(this.#faultsIn(value).map(faultSentence));
    const wrong = this.#faultsIn(next).filter((one) => !before.has(faultSentence(one)));
    return wrong.find((one) => isAbout(one, key)) ?? wrong[0] ?? null;
  }

  /** Writes all of `next` or nothing. @returns true if a value changed */
  #change(value: JsonObject, next: JsonObject, digest: string, key?: string): boolean {
    const wrong = this.#newFault(value, next, key);
    if (wrong) {
      const { limit = null } = wrong;
      refuseSettings(`${faultSentence(wrong)}. Nothing was changed.`, { setting: wrong.key, fault: wrong.code, limit });
    }
    const isOther = JSON.stringify(next) !== JSON.stringify(value);
    if (isOther) this.#write(next, digest);
    return isOther;
  }

  #text(): string | null {
    const text = settingsText(this.path);
    if (lstatSync(this.path, { throwIfNoEntry: false })?.isSymbolicLink())
      refuseSettings(`${this.path}: is a link to another file, and this program does not change the other file.`);
    return text;
  }

  #write(value: JsonObject, digest: string): void {
    const draft = `${this.path}.new`;
    const file = openDraft(draft, this.path);
    try {
      writeDurably(file, fileText(value));
      const text = this.#text();
      if (digestOf(text) !== digest)
        throw new TillError(
          'CFG_CHANGED',
          `${this.path}: another person or program changed it meanwhile. Nothing was changed.`,
        );
      if (text !== null) this.#keep(text);
      replaceFile(draft, this.path);
    } catch (error) {
      rmSync(draft, { force: true });
      if (error instanceof TillError) throw error;
      throw cannotBeWritten(this.path, error);
    }
  }

  #keep(text: string): void {
    mkdirSync(this.#formerDir, { recursive: true, mode: 0o700 });
    const formers = this.#formers();
    const next = Number(formers.at(-1)?.slice(0, 8) ?? 0) + 1;
    // An unreadable file is kept, but never restored.
    const end = settingsIn(text) ? '.json' : `.${digestOf(text).slice(0, 8)}${UNREADABLE}`;
    writeDurably(openSync(join(this.#formerDir, `${String(next).padStart(8, '0')}${end}`), 'wx', 0o600), text);
    for (const old of formers.slice(0, Math.max(0, formers.length + 1 - FORMER_MOST)))
      rmSync(join(this.#formerDir, old), { force: true });
  }
}

const digestOf = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

/** Checked outside of the schema, which is pure and cannot distinguish a file from a device. */
function printerFaults({ receipts }: SettingsFileContent): SettingFault[] {
  const printer = receipts?.printer ?? null;
  if (printer === null || mayBePrinter(printer)) return [];
  return [{ key: 'receipts.printer', code: 'printer-file', text: faultWords['printer-file'] }];
}

/** Settings in the text of a version, or null if the version is damaged. */
function settingsIn(text: string): JsonObject | null {
  try {
    return parsedSettings(text, '');
  } catch {
    return null;
  }
}

const fileText = (value: JsonObject): string => `${JSON.stringify(value, null, 2)}\n`;

/** Remedies by the code of the system. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free disk space',
  EDQUOT: 'the disk quota of this user is used up. Free disk space',
  EROFS: 'the disk is read-only. Move the till to a writable disk',
  EACCES: 'this user cannot write there. Give the folder back to the user who runs the till',
  EPERM: 'this user cannot write there. Give the folder back to the user who runs the till',
  EIO: 'the disk fails. Have it checked',
  ESTALE: 'the folder is on a share that is not reachable. Keep the till’s data on this computer',
  EBUSY: 'another program holds the file. Close the program that has it open',
};

function cannotBeWritten(path: string, cause: unknown): TillError {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
  const why = remedies[code] ?? 'the system refuses to write it';
  return new TillError('CFG_INVALID', `${path}: cannot be written (${code}): ${why}. Nothing was changed.`, { cause });
}

/**
 * Replaces a damaged settings.json by the previous version, for a kiosk: a manager is rarely nearby to run the command.
 * @returns sentence to report, or null if the file is undamaged or a previous version is missing
 */
export function restoreSettings(dataDir: string): string | null {
  try {
    const file = new SettingsFile(dataDir);
    if (!file.isDamaged()) return null;
    file.back();
    return `${file.path} was damaged. The till restored the previous version; the damaged file is kept as ${file.newestDamagedCopy()}.`;
  } catch (error) {
    if (error instanceof TillError) return null;
    throw error;
  }
}

/** Claims the draft: two processes that change the file at once would undo each other's change. */
function openDraft(draft: string, path: string): number {
  const leftAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  // oxlint-disable-next-line tillbridge/no-wall-durations -- compares with the date of the file, which another process left
  if (Date.now() - leftAt > DRAFT_DEAD_MS) rmSync(draft, { force: true });
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotBeWritten(path, error);
    return refuseSettings('Another program is changing the settings right now. Nothing was changed.');
  }
}
