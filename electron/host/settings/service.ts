/**
 * The settings of a running till. The file is authoritative: each answer reads it again, a change is one step on disk,
 * and a change by hand is noticed and never overwritten. Live settings take effect at once; all others keep their
 * values until the host restarts.
 */
import {
  toFailure,
  type AuditView,
  type Failure,
  type PersonChange,
  type SettingChangeView,
  type SettingFault,
  type SettingHolder,
  type SettingsState,
  type SettingsView,
  type SettingView,
} from '../../contract/index.ts';
import {
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
import { changePerson } from './people.ts';

/** Interval of the check for changes by hand, milliseconds. */
const POLL_EVERY_MS = 1_000;
/** Rows of the audit log that are searched for the last change of a setting. */
const LAST_CHANGE_ROWS = 200;

export interface SettingsServiceOptions {
  readonly file: SettingsFile;
  readonly held: readonly HeldSetting[];
  readonly clock: Clock;
  readonly publish: (state: SettingsState) => void;
  /** Restarts the host as soon as no payment runs. */
  readonly reload: () => void;
  /** Applies live settings, or null if each change needs a restart. */
  readonly useLive: ((content: SettingsFileContent) => void) | null;
  /** Rows of the audit log about settings, newest first. */
  readonly changes: (limit: number) => Pick<AuditView, 'operator' | 'at' | 'data'>[];
  readonly log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

type LastChange = NonNullable<SettingView['changed']>;

export class SettingsService {
  readonly #options: SettingsServiceOptions;
  /** Content of the file when the host started, or null if it was unreadable. */
  readonly #begunWith: JsonObject | null;
  #state: SettingsState;
  #stopPolling: (() => void) | null = null;

  constructor(options: SettingsServiceOptions) {
    this.#options = options;
    this.#begunWith = readable(() => options.file.read());
    this.#state = { revision: this.#revision(), isWaiting: false, failure: null };
  }

  /** Publishes the state and starts to watch the file. */
  start(): void {
    this.#options.publish(this.#state);
    this.#pollLater();
  }

  close(): void {
    this.#stopPolling?.();
  }

  /** Reports whether a changed setting waits for a restart. */
  waits(isWaiting: boolean): void {
    this.#publish(isWaiting ? { isWaiting, failure: null } : { isWaiting });
  }

  /** Reports that changed settings cannot be used: the previous settings stay in use. */
  refused(failure: Failure): void {
    this.#options.log('warn', 'settings refused', { failure });
    this.#publish({ failure });
  }

  /** @throws TillError CFG_INVALID when the file cannot be read */
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
      people: file.people().map(({ name, roles, pin }) => ({ name, roles, hasPin: pin !== undefined })),
      peopleHeld: holderOf(file.holder('people')),
      former: formerAt === null ? null : { at: new Date(formerAt).toISOString() },
      faults: file.faults(),
    };
  }

  /** @throws TillError CFG_INVALID when the key is unknown */
  check(key: string, text: string | null): SettingFault | null {
    return this.#options.file.check(key, text);
  }

  /** @throws TillError as `SettingsFile.set` */
  set(key: string, text: string | null, was: string | null | undefined): SettingChangeView {
    const change = this.#options.file.set(key, text, was);
    this.#changed();
    return change;
  }

  /** @throws TillError CFG_PERSON and what `set` throws */
  async person(change: PersonChange): Promise<void> {
    await changePerson(this.#options.file, change);
    this.#changed();
  }

  /** @throws TillError CFG_INVALID when there is no former version */
  back(): void {
    this.#options.file.back();
    this.#changed();
  }

  /** Last change of a setting in the audit log, or null. */
  changedBy(key: string): LastChange | null {
    return this.#lastChanges().get(key) ?? null;
  }

  #settingView(field: SettingField, value: JsonObject, last: ReadonlyMap<string, LastChange>): SettingView {
    const { words: _words, isWhole: _whole, default: own, ...view } = field;
    const { key, applies } = view;
    const { file, held, useLive } = this.#options;
    const textOf = (content: JsonObject): string | null => shownText(key, settingInForce(key, content, held).value);
    const shown = textOf(value);
    const isLive = applies === 'live' && useLive !== null;
    return {
      ...view,
      value: shown,
      default: shownText(key, own),
      held: holderOf(file.holder(key)),
      isWaiting: !isLive && this.#begunWith !== null && shown !== textOf(this.#begunWith),
      changed: last.get(key) ?? null,
    };
  }

  #lastChanges(): Map<string, LastChange> {
    const last = new Map<string, LastChange>();
    for (const { data, operator, at } of this.#options.changes(LAST_CHANGE_ROWS)) {
      const { key } = data;
      if (typeof key === 'string' && !last.has(key)) last.set(key, { by: operator, at });
    }
    return last;
  }

  /** Empty if the file cannot be read. */
  #revision(): string {
    return readable(() => this.#options.file.revision()) ?? '';
  }

  #changed(): void {
    this.#publish({ revision: this.#revision() });
    this.apply();
  }

  /**
   * Applies the file: live settings at once, all others with a restart. An invalid file also requests a restart, which
   * refuses it.
   * @returns true if a restart was requested
   */
  apply(): boolean {
    const { file, held, useLive, reload } = this.#options;
    const before = this.#begunWith;
    const now = readable(() => (file.faults().length === 0 ? file.read() : null));
    if (useLive && before && now) {
      const content = liveContent(before, now, held);
      if (content) useLive(content);
      const isRefused = this.#state.failure !== null;
      if (content && !isRefused && !needsStart(withHeld(before, held), withHeld(now, held))) return false;
    }
    reload();
    return true;
  }

  #pollLater(): void {
    this.#stopPolling = this.#options.clock.after(POLL_EVERY_MS, () => {
      const revision = this.#revision();
      if (revision !== this.#state.revision) this.#foundOther(revision);
      this.#pollLater();
    });
  }

  /** Handles a change by another program. An unfinished or invalid file requests no restart. */
  #foundOther(revision: string): void {
    this.#publish({ revision });
    try {
      if (this.#options.file.faults().length === 0) this.apply();
    } catch (error) {
      this.#options.log('info', 'settings file cannot be read', { failure: toFailure(error) });
    }
  }

  #publish(change: Partial<SettingsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.publish(this.#state);
  }
}

/** Returns null if the file is unreadable. */
function readable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The list of people has a separate page. */
const isOfPeople = (key: string): boolean => key === 'people' || key === 'managers';

const holderOf = (held: HeldSetting | undefined): SettingHolder | null =>
  held ? { by: held.by, name: held.name } : null;
