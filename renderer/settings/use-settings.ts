/** State of the Settings screen: the host's view of the settings, and the values that are typed and not saved yet. */
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  toFailure,
  type Failure,
  type SettingFault,
  type SettingFaultCode,
  type SettingsView,
  type SettingView,
} from '../../electron/contract/index.ts';
import { tillCurrency, useTill, useTillParts, type TillStore } from '../store/index.ts';
import { settingsCommands, type SettingsCommands } from '../store/settings-commands.ts';
import { useTexts, textOf } from '../text/index.ts';
import { commandOf, sentOf, shownOf, typedOf } from './values.ts';
import { settingsWords } from '../text/settings-words.ts';

/** A value that is typed and not saved yet. */
export interface Draft {
  readonly typed: string;
  /** Value of the setting when typing began, as JSON text. */
  readonly was: string | null;
  readonly fault: SettingFault | null;
  /** Refusal by the host, or a typed card number. */
  readonly failure: Failure | null;
  /** Value that another user has set; the screen then offers both. */
  readonly theirs: { readonly value: string | null; readonly by: string | null; readonly at: string | null } | null;
}

interface Visit {
  readonly view: SettingsView | null;
  /** Reason for a missing view: the file is unreadable, or no manager has opened the settings. */
  readonly failure: Failure | null;
  /** Values that are typed and not saved yet, by key. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Keys that another user set while this screen was open. */
  readonly elsewhere: ReadonlySet<string>;
  /** Number of values that are being saved. */
  readonly saving: number;
  /** Time of the last save, milliseconds since 1970, or null before the first save. */
  readonly savedAt: number | null;
}

const nothingRead: Visit = { view: null, failure: null, drafts: {}, elsewhere: new Set(), saving: 0, savedAt: null };

/** Checks a typed value this long after the last key. */
const CHECK_AFTER_MS = 200;
/** After this much time without a press, the manager has probably left. */
const LEFT_AFTER_MS = 5 * 60_000;

export type SettingsState = ReturnType<typeof useSettings>;

/** The settings of the screen around a component, once the host has shown them. */
export const ShownSettings = createContext<(SettingsState & { readonly view: SettingsView }) | null>(null);

export function useShownSettings(): SettingsState & { readonly view: SettingsView } {
  const shown = useContext(ShownSettings);
  if (shown === null) throw new Error('useShownSettings outside of the Settings screen');
  return shown;
}

/** Words a value of a setting in the language of the window and the currency of the till. */
export function useShownValue(): (setting: SettingView, json: string | null) => string {
  const texts = useTexts(settingsWords);
  const { currency } = useShownSettings();
  return (setting, json) => shownOf(setting, json, currency, texts);
}

export function useSettings(onLeft: () => void) {
  const { store, bridge } = useTillParts();
  const [visit] = useState(() => new SettingsVisit(store, settingsCommands(store, bridge)));
  const state = useStore(visit.state);
  const currency = useTill(tillCurrency);
  useLeftAlone(onLeft);
  const revision = useTill(({ mirror }) => mirror.host?.settings?.revision ?? '');
  const epoch = useTill(({ mirror }) => mirror.epoch);
  const isLive = useTill(({ mirror }) => mirror.connection.state === 'live');
  const isRefused = state.failure?.code.startsWith('ROLE_') ?? false;
  useEffect(() => {
    // After a refusal the manager asks again with a key of the screen.
    if (isLive && !isRefused) void visit.refresh();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new epoch or revision reads the settings again
  }, [isLive, epoch, revision, visit, isRefused]);
  useEffect(() => visit.end, [visit]);
  return { ...state, visit, currency };
}

/** State and actions of one visit to the screen. */
class SettingsVisit {
  readonly state = createStore<Visit>(() => nothingRead);
  /** Commands for people and printers, among others. */
  readonly commands: SettingsCommands;
  readonly #store: TillStore;
  readonly #inFlight = new Set<string>();
  /** Keys that this screen saved since it read the view. */
  readonly #own = new Set<string>();
  #checkTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: TillStore, commands: SettingsCommands) {
    this.#store = store;
    this.commands = commands;
  }

  /** Reads the view, as after each change, here or elsewhere, and after each start of the host. */
  readonly refresh = async (): Promise<void> => {
    try {
      const view = await this.commands.readSettings();
      const last = this.state.getState();
      const before = new Map(last.view?.settings.map(({ key, value }) => [key, value]));
      const elsewhere = new Set(last.elsewhere);
      for (const { key, value, changed } of view.settings) {
        if (before.has(key) && before.get(key) !== value && !this.#own.has(key)) elsewhere.add(key);
        const draft = this.#draft(key);
        // Another user set the value that is being typed here: from now on the screen offers both values.
        if (draft && !draft.theirs && draft.was !== value && !this.#inFlight.has(key))
          this.#change(key, { ...draft, theirs: { value, by: changed?.by ?? null, at: changed?.at ?? null } });
      }
      this.#own.clear();
      this.state.setState({ view, failure: null, elsewhere });
    } catch (error) {
      this.state.setState({ failure: toFailure(error) });
    }
  };

  /** Takes a key, and lets the host check the value a moment after the last key. */
  readonly type = (setting: SettingView, typed: string): void => {
    const { key } = setting;
    const asked = this.#begun(setting, typed, this.#draft(key)?.fault);
    this.#change(key, asked);
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => {
      if (this.#draft(key) !== asked) return;
      this.commands.checkSetting(commandOf(setting, this.#sent(setting, typed))).then(
        (fault) => this.#answer(key, asked, { ...asked, fault }),
        (error: unknown) => this.#answer(key, asked, { ...asked, failure: toFailure(error) }),
      );
    }, CHECK_AFTER_MS);
  };

  /** Checks and saves the typed value; `typed` is given where a choice is pressed. */
  readonly leave = (setting: SettingView, typed = this.#draft(setting.key)?.typed): void => {
    if (typed === undefined || this.#draft(setting.key)?.theirs) return;
    const isAsBefore = typed === this.#typed(setting, setting.value) || (setting.isSecret && typed === '');
    if (isAsBefore) this.drop(setting.key);
    else void this.#save(setting, this.#sent(setting, typed), this.#begun(setting, typed));
  };

  /** Saves JSON text unchanged: `null` sets the setting to none, undefined removes it from the file. */
  readonly setJson = (setting: SettingView, json: string | undefined): void =>
    void this.#save(setting, json, this.#begun(setting, this.#typed(setting, json ?? null)));

  readonly drop = (key: string): void => this.#change(key, null);

  readonly keepMine = (setting: SettingView): void => {
    const draft = this.#draft(setting.key);
    if (!draft?.theirs) return;
    const { typed, theirs } = draft;
    void this.#save(setting, this.#sent(setting, typed), { ...draft, was: theirs.value, theirs: null });
  };

  readonly back = async (): Promise<void> => {
    await this.commands.settingsBack();
    this.state.setState({ savedAt: Date.now() });
    await this.refresh();
  };

  readonly end = (): void => {
    clearTimeout(this.#checkTimer);
    this.commands.leaveSettings();
  };

  /** Checks a value and saves it. A fault, or a value that another user has set, becomes part of the draft. */
  async #save(setting: SettingView, text: string | undefined, draft: Draft): Promise<void> {
    const { key } = setting;
    this.#change(key, draft);
    this.state.setState(({ saving }) => ({ saving: saving + 1 }));
    this.#inFlight.add(key);
    try {
      const wanted = commandOf(setting, text);
      const fault = await this.commands.checkSetting(wanted);
      if (fault) return this.#answer(key, draft, { ...draft, fault });
      this.#own.add(key);
      await this.commands.setSetting({ ...wanted, was: setting.isSecret ? setting.value : draft.was });
      this.#answer(key, draft, null);
      this.state.setState({ savedAt: Date.now() });
      await this.refresh();
    } catch (error) {
      const after = afterRefusal(draft, toFailure(error));
      // The values are equal: this change was made, and only its first answer was lost.
      const isOwn = after.theirs !== null && this.#typed(setting, after.theirs.value) === draft.typed;
      this.#answer(key, draft, isOwn ? null : after);
      if (after.theirs) await this.refresh();
    } finally {
      this.#inFlight.delete(key);
      this.state.setState(({ saving }) => ({ saving: saving - 1 }));
    }
  }

  #draft(key: string): Draft | undefined {
    return this.state.getState().drafts[key];
  }

  #change(key: string, draft: Draft | null): void {
    const { [key]: _gone, ...others } = this.state.getState().drafts;
    this.state.setState({ drafts: draft ? { ...others, [key]: draft } : others });
  }

  /** An answer about an older draft is dropped. */
  #answer(key: string, asked: Draft, next: Draft | null): void {
    if (this.#draft(key) === asked) this.#change(key, next);
  }

  #begun({ key, value }: SettingView, typed: string, fault: Draft['fault'] = null): Draft {
    const { was } = this.#draft(key) ?? { was: value };
    return { typed, was, fault, failure: null, theirs: null };
  }

  #sent(setting: SettingView, typed: string): string | undefined {
    return sentOf(setting, typed, tillCurrency(this.#store.getState()));
  }

  #typed(setting: SettingView, json: string | null): string {
    return typedOf(setting, json, tillCurrency(this.#store.getState()));
  }
}

function afterRefusal(draft: Draft, failure: Failure): Draft {
  const { code, message, context = {} } = failure;
  const { setting, fault, limit } = context;
  const text = (of: unknown): string | null => (typeof of === 'string' ? of : null);
  if (code === 'CFG_CHANGED' && 'value' in context)
    return { ...draft, theirs: { value: text(context['value']), by: text(context['by']), at: text(context['at']) } };
  if (code !== 'CFG_INVALID' || typeof fault !== 'string') return { ...draft, failure };
  const known = { key: String(setting), code: fault as SettingFaultCode, text: message };
  return { ...draft, fault: { ...known, ...(typeof limit === 'number' ? { limit } : {}) } };
}

/** Calls `onLeft` after some time without a key or a press. */
function useLeftAlone(onLeft: () => void): void {
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => leave(), LEFT_AFTER_MS);
    };
    again();
    const moments = ['keydown', 'pointerdown'] as const;
    for (const moment of moments) window.addEventListener(moment, again, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const moment of moments) window.removeEventListener(moment, again, { capture: true });
    };
  }, []);
}

/** Keys of the drafts that keep the manager from Done: faults to mend, and values to choose from. */
export function openDrafts(drafts: SettingsState['drafts']): { toMend: string[]; toChoose: string[] } {
  const all = Object.entries(drafts);
  return {
    toMend: all.filter(([, { fault, failure }]) => fault !== null || failure !== null).map(([key]) => key),
    toChoose: all.filter(([, { theirs }]) => theirs !== null).map(([key]) => key),
  };
}

/** Text of a draft's fault or failure, or null for a valid draft. */
export function useFaultWords(): (setting: SettingView, draft: Draft) => string | null {
  const { settings, failures } = useTexts(settingsWords).words;
  const { currency } = useShownSettings();
  return (setting, { fault, failure }) => {
    if (fault) return textOf(settings.faults[fault.code], { limit: typedLimit(setting, fault, currency) });
    if (!failure) return null;
    const { what, next } = failures[failure.code];
    return [what, next].filter(Boolean).join(' ');
  };
}

/** The limit in the unit that is typed; empty if the fault has none. */
function typedLimit(setting: SettingView, { code, limit }: SettingFault, currency: string): string {
  if (limit === undefined) return '';
  const isOfNumber = code === 'small' || code === 'big';
  return isOfNumber ? typedOf({ ...setting, kind: 'number' }, String(limit), currency) : String(limit);
}
