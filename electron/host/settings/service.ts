/**
 * The settings of a till that runs. The file counts: every answer reads it again, a change is one step on disk, and a change by
 * hand is noticed and never overwritten. Live settings are in force at once; all others keep the values with which the host started.
 */
import {
  toFailure,
  type AuditView,
  type Failure,
  type PersonChange,
  type SettingChangeView,
  type SettingFault,
  type SettingHolder,
  type SettingsPerson,
  type SettingsState,
  type SettingsView,
  type SettingView,
} from '../../contract/index.ts';
import {
  changeView,
  liveContent,
  needsStart,
  settingFields,
  settingInForce,
  shownText,
  withHeld,
  type HeldSetting,
  type JsonObject,
  type SettingField,
  type SettingsFile,
  type SettingsFileContent,
} from '../../config/index.ts';
import type { Clock } from '../../domain/index.ts';
import { changePerson, hashedPin } from './people.ts';

/** How often the file is looked at, for what somebody changes by hand; milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** Of the audit log, to say who set what last. */
const LOOKED_BACK = 200;

export interface SettingsServiceOptions {
  readonly file: SettingsFile;
  readonly held: readonly HeldSetting[];
  readonly clock: Clock;
  readonly publish: (state: SettingsState) => void;
  /** A new start of the host, once no payment runs. */
  readonly reload: () => void;
  /** Puts in force what is live; null: every change waits for a new start. */
  readonly useLive: ((content: SettingsFileContent) => void) | null;
  /** Rows of the audit log about settings, newest first. */
  readonly changes: (limit: number) => Pick<AuditView, 'operator' | 'at' | 'data'>[];
  readonly log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

type LastChange = NonNullable<SettingView['changed']>;

export class SettingsService {
  readonly #options: SettingsServiceOptions;
  /** What this life began with; null: that could not be read. */
  readonly #begunWith: JsonObject | null;
  #state: SettingsState;
  #stopLooking: (() => void) | null = null;

  constructor(options: SettingsServiceOptions) {
    this.#options = options;
    this.#begunWith = this.#read();
    this.#state = { revision: this.#revision(), isWaiting: false, failure: null };
  }

  /** Tells everybody, and goes on looking at the file. */
  start(): void {
    this.#options.publish(this.#state);
    this.#lookLater();
  }

  close(): void {
    this.#stopLooking?.();
  }

  /** Something that was set is not in force yet, or is by now. */
  waits(isWaiting: boolean): void {
    this.#tell({ isWaiting, ...(isWaiting ? { failure: null } : {}) });
  }

  /** What was set cannot come into force: the settings before hold on. */
  refused(failure: Failure): void {
    this.#options.log('warn', 'settings refused', { failure });
    this.#tell({ failure });
  }

  /** @throws TillError CFG_INVALID where the file cannot be read */
  view(): SettingsView {
    const { file } = this.#options;
    const value = file.read();
    const last = this.#lastChanges();
    const formerAt = file.formerAt();
    return {
      revision: this.#revision(),
      settings: settingFields()
        .filter(({ key, isWhole }) => !isWhole && !isOfPeople(key))
        .map((field) => this.#settingView(field, value, last)),
      people: this.#people(),
      peopleHeld: holderOf(file.holder('people')),
      former: formerAt === null ? null : { at: new Date(formerAt).toISOString() },
      faults: file.faults(),
    };
  }

  /** @throws TillError CFG_INVALID: no such setting */
  check(key: string, text: string | null): SettingFault | null {
    return this.#options.file.check(key, text);
  }

  /** @throws TillError as `SettingsFile.set`; CFG_CHANGED says who set it, where that is known */
  set(key: string, text: string | null, was: string | null | undefined): SettingChangeView {
    const change = changeView(this.#options.file.set(key, text, was));
    this.#changed();
    return change;
  }

  /** @throws TillError CFG_PERSON and what `set` throws */
  async person(change: PersonChange): Promise<void> {
    const hash =
      'pin' in change && change.pin !== undefined ? await hashedPin({ name: change.name, pin: change.pin }) : undefined;
    changePerson(this.#options.file, change, hash);
    this.#changed();
  }

  /** @throws TillError CFG_INVALID: there is no former version */
  back(): void {
    this.#options.file.back();
    this.#changed();
  }

  /** Who set it last, of what the log knows; null: nobody there did. */
  changedBy(key: string): LastChange | null {
    return this.#lastChanges().get(key) ?? null;
  }

  #settingView(field: SettingField, value: JsonObject, last: ReadonlyMap<string, LastChange>): SettingView {
    const { words: _words, isWhole: _whole, default: own, ...view } = field;
    const { key } = field;
    const { held } = this.#options;
    const textOf = (file: JsonObject): string | null => shownText(key, settingInForce(key, file, held).value);
    const shown = textOf(value);
    return {
      ...view,
      value: shown,
      default: shownText(key, own) ?? null,
      held: holderOf(this.#options.file.holder(key)),
      isWaiting:
        (field.applies === 'at-start' || this.#options.useLive === null) &&
        this.#begunWith !== null &&
        shown !== textOf(this.#begunWith),
      changed: last.get(key) ?? null,
    };
  }

  #people(): SettingsPerson[] {
    return this.#options.file.people().map(({ name, roles, pin }) => ({ name, roles, hasPin: pin !== undefined }));
  }

  #lastChanges(): Map<string, LastChange> {
    const last = new Map<string, LastChange>();
    for (const { data, operator, at } of this.#options.changes(LOOKED_BACK)) {
      const { key } = data;
      if (typeof key === 'string' && !last.has(key)) last.set(key, { by: operator, at });
    }
    return last;
  }

  #read(): JsonObject | null {
    try {
      return this.#options.file.read();
    } catch {
      return null;
    }
  }

  /** Of a file that cannot be looked at: none. */
  #revision(): string {
    try {
      return this.#options.file.revision();
    } catch {
      return '';
    }
  }

  #changed(): void {
    this.#tell({ revision: this.#revision() });
    this.apply();
  }

  /**
   * Puts in force what the file says: at once what is live, with a new start all else. A file that is not valid is left to the
   * start, which refuses it. @returns whether a new start was asked for
   */
  apply(): boolean {
    const { held, useLive, reload } = this.#options;
    const [before, now] = [this.#begunWith, this.#readValid()];
    if (useLive && before && now) {
      const content = liveContent(before, now, held);
      if (content) useLive(content);
      const isRefused = this.#state.failure !== null;
      if (content && !isRefused && !needsStart(withHeld(before, held), withHeld(now, held))) return false;
    }
    reload();
    return true;
  }

  /** Null: it cannot be read, or is not valid. */
  #readValid(): JsonObject | null {
    const value = this.#read();
    return value && this.#options.file.faults().length === 0 ? value : null;
  }

  #lookLater(): void {
    this.#stopLooking = this.#options.clock.after(LOOK_EVERY_MS, () => {
      const revision = this.#revision();
      if (revision !== this.#state.revision) this.#foundOther(revision);
      this.#lookLater();
    });
  }

  /** Somebody else wrote the file. What they have not finished, or what cannot be, is not asked for. */
  #foundOther(revision: string): void {
    this.#tell({ revision });
    try {
      if (this.#options.file.faults().length === 0) this.apply();
    } catch (error) {
      this.#options.log('info', 'settings cannot be read as they stand', { failure: toFailure(error) });
    }
  }

  #tell(change: Partial<SettingsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.publish(this.#state);
  }
}

/** People have a page of their own. */
const isOfPeople = (key: string): boolean => key === 'people' || key === 'managers';

const holderOf = (held: HeldSetting | undefined): SettingHolder | null =>
  held ? { by: held.by, name: held.name } : null;
