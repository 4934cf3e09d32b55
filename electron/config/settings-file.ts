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
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Person } from '../domain/index.ts';
import { faultWords, TillError, typedText, type SettingFault } from '../contract/index.ts';
import { mayBePrinter } from './printer-device.ts';
import { peopleOf, type HeldSetting } from './host-config-schema.ts';
import { writePrivate } from './secrets/atomic-file.ts';
import { checkSettings, faultSentence, faultsOf, isAbout } from './settings-faults.ts';
import {
  settingField,
  shownText,
  valueAt,
  withValue,
  type Json,
  type JsonObject,
  type SettingChange,
} from './settings-fields.ts';
import { fitting, lockOf, withHeld } from './settings-layers.ts';
import { SETTINGS_FILE, settingsFileSchema, type SettingsFileContent } from './settings-schema.ts';
import { inNewestForm, parsedSettings, refuseNewer, WITHOUT_FORMER } from './settings-version.ts';
import { renameOver } from './files/index.ts';

/** Folder of former versions, and how many of them are kept. */
const FORMER = 'settings-former';
const FORMER_MOST = 20;
/** End of the name of a damaged file that was replaced. */
const UNREADABLE = '.unreadable';
/** A draft that was left by a process that died, milliseconds. */
const DRAFT_DEAD_MS = 30_000;

/** DATA/settings.json, to be read and changed as it is written. */
export class SettingsFile {
  readonly path: string;
  readonly #formerDir: string;
  readonly #held: readonly HeldSetting[];

  /** @param held what stands over the file, of the till that runs (`heldSettings`) */
  constructor(dataDir: string, held: readonly HeldSetting[] = []) {
    this.path = join(dataDir, SETTINGS_FILE);
    this.#formerDir = join(dataDir, FORMER);
    this.#held = held;
  }

  /** Names what stands in the file now; does not read what it says. */
  revision(): string {
    return digestOf(this.#text()).slice(0, 16);
  }

  /** What stands over a setting; undefined: the file decides. */
  holder(key: string): HeldSetting | undefined {
    return this.#held.find((one) => one.key === key);
  }

  /** What is written; an empty object where nothing is. @throws TillError CFG_INVALID where it cannot be read or is no JSON */
  read(): JsonObject {
    return this.#read().value;
  }

  /**
   * People who work here, also where something else in the file is wrong. Of a damaged file those of the version before count: a
   * command that mends the file has to know who may change it. @throws TillError CFG_INVALID: neither version tells them
   */
  people(): Person[] {
    const written = this.isDamaged() ? this.#former()?.value : undefined;
    const { people = [], managers = [] } = withHeld(written ?? this.read(), this.#held);
    const { shape } = settingsFileSchema;
    const [known, older] = [shape.people.safeParse(people), shape.managers.safeParse(managers)];
    if (known.success && older.success) return peopleOf({ people: known.data, managers: older.data });
    throw new TillError(
      'CFG_INVALID',
      `${this.path}: people: cannot be read, so nobody can be asked. Mend them by hand.`,
    );
  }

  /** What is wrong with it. @throws TillError CFG_INVALID as `read` */
  faults(): SettingFault[] {
    return this.#faultsIn(this.read());
  }

  /** The same, a sentence each. @throws TillError CFG_INVALID as `read` */
  problems(): string[] {
    return this.faults().map(faultSentence);
  }

  /** What is written under a key. @throws TillError CFG_INVALID */
  get(key: string): Json | undefined {
    return valueAt(this.read(), settingField(key).key);
  }

  /** What would be wrong if this were set; null: nothing. @throws TillError CFG_INVALID: no such setting */
  check(key: string, text: string | null): SettingFault | null {
    const value = this.read();
    settingField(key);
    return this.#newFault(value, withValue(value, key, text === null ? undefined : fitting(value, key, text)), key);
  }

  /**
   * Sets a setting, or with null takes it out of the file. `text` is a word, or JSON where that is what the setting takes.
   * @param was what it said when that was decided, as `shownText` has it
   * @throws TillError CFG_INVALID: no such setting, a value it does not take, or one that is the administrator's; CFG_CHANGED:
   * it says something else than `was`, or somebody else changed the file in this moment; TEXT_CARD_NUMBER
   */
  set(key: string, text: string | null, was?: string | null): SettingChange {
    const field = settingField(key);
    if (!field.isSecret && text !== null && !typedText(text.length).safeParse(text).success)
      throw new TillError('TEXT_CARD_NUMBER', 'That looks like a card number. Nothing was changed.', {
        context: { field: key },
      });
    this.#refuseLocked(key);
    const { value, digest } = this.#read();
    const from = valueAt(value, key);
    const now = shownText(key, from);
    if (was !== undefined && was !== now)
      throw new TillError('CFG_CHANGED', `${key}: somebody else changed it meanwhile. Nothing was changed.`, {
        context: { setting: key, value: now },
      });
    const to = text === null ? undefined : fitting(value, key, text);
    this.#change(value, withValue(value, key, to), digest, key);
    return field.isSecret ? { key, from: undefined, to: undefined } : { key, from, to };
  }

  /**
   * Sets several settings in one step, or none of them; undefined takes one out of the file.
   * @returns whether anything is another than before. @throws TillError CFG_INVALID as `set`
   */
  setAll(wanted: ReadonlyMap<string, Json | undefined>): boolean {
    const { value, digest } = this.#read();
    let next = value;
    for (const [key, to] of wanted) {
      const lock = this.holder(key);
      if (lock?.by === 'administrator' && JSON.stringify(lock.value) === JSON.stringify(to)) continue;
      this.#refuseLocked(key);
      next = withValue(next, settingField(key).key, to);
    }
    return this.#change(value, next, digest);
  }

  /** Writes what an older Tillbridge wrote as this one does, and keeps it as it was. @returns whether that was to be done */
  bringUpToDate(): boolean {
    const { value, digest } = this.#read();
    const next = inNewestForm(value);
    if (next === null) return false;
    this.#write(next, digest);
    return true;
  }

  /** When the version before the last change was replaced, milliseconds since 1970; null: none is kept. */
  formerAt(): number | null {
    const name = this.#formers().at(-1);
    return name === undefined ? null : statSync(join(this.#formerDir, name)).mtimeMs;
  }

  /** Puts the version before the last change back; done twice, it is as before. @throws TillError CFG_INVALID: there is none */
  back(): void {
    const former = this.#former();
    if (!former)
      throw new TillError('CFG_INVALID', `No former version of the settings is kept here. ${WITHOUT_FORMER}`);
    this.#write(former.value, digestOf(this.#text()));
    rmSync(former.path, { force: true });
  }

  /** True where the file holds no settings at all: a power cut left it empty, filled with NUL bytes or cut off. */
  isDamaged(): boolean {
    const text = this.#text();
    return text !== null && !isReadable(text);
  }

  /** Path of the newest damaged file that a former version replaced, or null. */
  damagedKept(): string | null {
    const name = this.#formers(UNREADABLE).at(-1);
    return name === undefined ? null : join(this.#formerDir, name);
  }

  /**
   * Takes a setting out of every former version, as if it had never stood there; one that cannot be read goes altogether where it may
   * hold it. @returns whether there was anything. @throws TillError CFG_INVALID: a version cannot be written
   */
  forgetInFormer(key: string): boolean {
    const last = `"${key.split('.').at(-1) ?? key}"`;
    let isFound = false;
    for (const name of this.#formers('')) {
      const path = join(this.#formerDir, name);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(last)) continue;
      try {
        const value = name.endsWith('.json') ? parsedSettings(text, path) : null;
        if (value && valueAt(value, key) === undefined) continue;
        isFound = true;
        if (value) writePrivate(path, `${JSON.stringify(withValue(value, key, undefined), null, 2)}\n`);
        else rmSync(path, { force: true });
      } catch (error) {
        if (!(error instanceof TillError)) throw cannotBeWritten(path, error);
        isFound = true;
        rmSync(path, { force: true });
      }
    }
    return isFound;
  }

  /** Names of the former versions, oldest first: those that can be put back, or all with another ending. */
  #formers(end = '.json'): string[] {
    try {
      return readdirSync(this.#formerDir)
        .filter((name) => name.endsWith(end))
        .toSorted();
    } catch {
      return [];
    }
  }

  /** Newest former version that can be read, since the damage may have reached the versions before too; null: none. */
  #former(): { path: string; value: JsonObject } | null {
    for (const name of this.#formers().toReversed()) {
      const path = join(this.#formerDir, name);
      const text = readFileSync(path, 'utf8');
      if (isReadable(text)) return { path, value: parsedSettings(text, path) };
    }
    return null;
  }

  #read(): { value: JsonObject; digest: string } {
    const text = this.#text();
    const value = text === null ? {} : parsedSettings(text, this.path);
    refuseNewer(value, this.path);
    return { value, digest: digestOf(text) };
  }

  #refuseLocked(key: string): void {
    const lock = lockOf(this.#held, key);
    if (!lock) return;
    const words = `${lock.key} is set by ${lock.name} in ${lock.file ?? 'the administrator’s file'}, for everybody at this computer`;
    throw new TillError('CFG_INVALID', `${words}. Nothing was changed.`, {
      context: { setting: key, held: lock.name },
    });
  }

  #faultsIn(value: JsonObject): SettingFault[] {
    const checked = checkSettings(withHeld(value, this.#held));
    return checked.success ? printerFaults(checked.data) : faultsOf(checked.error);
  }

  /** What was not wrong before, that of the setting itself first. */
  #newFault(value: JsonObject, next: JsonObject, key = ''): SettingFault | null {
    const before = new Set(this.#faultsIn(value).map(faultSentence));
    const wrong = this.#faultsIn(next).filter((one) => !before.has(faultSentence(one)));
    return wrong.find((one) => isAbout(one, key)) ?? wrong[0] ?? null;
  }

  /** Whole or not at all. @returns whether anything is another than before */
  #change(value: JsonObject, next: JsonObject, digest: string, key?: string): boolean {
    const wrong = this.#newFault(value, next, key);
    if (wrong) {
      const { limit = null } = wrong;
      throw new TillError('CFG_INVALID', `${faultSentence(wrong)}. Nothing was changed.`, {
        context: { setting: wrong.key, fault: wrong.code, limit },
      });
    }
    const isOther = JSON.stringify(next) !== JSON.stringify(value);
    if (isOther) this.#write(next, digest);
    return isOther;
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
    const file = openDraft(draft, this.path);
    try {
      try {
        // Not writeSync: a disk that is nearly full takes a part and says so by a number alone.
        writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      const text = this.#text();
      if (digestOf(text) !== digest)
        throw new TillError('CFG_CHANGED', `${this.path}: somebody else changed it meanwhile. Nothing was changed.`);
      if (text !== null) this.#keep(text);
      renameOver(draft, this.path);
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
    // What nobody can read is kept, and never put back.
    const end = isReadable(text) ? '.json' : `.${digestOf(text).slice(0, 8)}${UNREADABLE}`;
    const file = openSync(join(this.#formerDir, `${String(next).padStart(8, '0')}${end}`), 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    for (const old of formers.slice(0, Math.max(0, formers.length + 1 - FORMER_MOST)))
      rmSync(join(this.#formerDir, old), { force: true });
  }
}

const digestOf = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

/** A schema is pure: it tells a file from a device by no address. */
function printerFaults({ receipts }: SettingsFileContent): SettingFault[] {
  const printer = receipts?.printer ?? null;
  if (printer === null || mayBePrinter(printer)) return [];
  return [{ key: 'receipts.printer', code: 'printer-file', text: faultWords['printer-file'] }];
}

function isReadable(text: string): boolean {
  try {
    return parsedSettings(text, '') !== null;
  } catch {
    return false;
  }
}

/** What to do about it, where the system says what is in the way. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room on it',
  EDQUOT: 'this user may keep no more on the disk. Make room on it',
  EROFS: 'the disk is read-only. Put the till on one that can be written',
  EACCES: 'this user may not write there. Give the folder back to whoever runs the till',
  EPERM: 'this user may not write there. Give the folder back to whoever runs the till',
  EIO: 'the disk fails. Have it checked',
  ESTALE: 'the folder is on a share that went away. Keep the till’s data on this computer',
  EBUSY: 'another program holds it. Close whatever has it open',
};

function cannotBeWritten(path: string, cause: unknown): TillError {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
  const why = remedies[code] ?? 'the system does not let it be written';
  return new TillError('CFG_INVALID', `${path}: cannot be written (${code}): ${why}. Nothing was changed.`, { cause });
}

/** What an older Tillbridge wrote, in the form of this one. Where that cannot be, it is read as it stands. */
export function bringSettingsUpToDate(dataDir: string): boolean {
  try {
    return new SettingsFile(dataDir).bringUpToDate();
  } catch {
    return false;
  }
}

/**
 * Puts the version before in the place of a damaged settings.json, for a kiosk: nobody is near who could run the command.
 * @returns the sentence to report, or null: the file is not damaged, or no version before is kept
 */
export function mendSettings(dataDir: string): string | null {
  try {
    const file = new SettingsFile(dataDir);
    if (!file.isDamaged()) return null;
    file.back();
    return `${file.path} was damaged. The version before is in its place; the damaged file is kept as ${file.damagedKept()}.`;
  } catch (error) {
    if (error instanceof TillError) return null;
    throw error;
  }
}

/** Two that change it at once would each undo the other. */
function openDraft(draft: string, path: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotBeWritten(path, error);
    // oxlint-disable-next-line tillbridge/no-wall-durations -- the file's own date; whoever left it is another process
    if (Date.now() - statSync(draft).mtimeMs > DRAFT_DEAD_MS) {
      rmSync(draft, { force: true });
      return openSync(draft, 'wx', 0o600);
    }
    throw new TillError('CFG_INVALID', 'Somebody else is changing the settings right now. Nothing was changed.');
  }
}
