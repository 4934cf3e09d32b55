/** State of the Settings screen: the host's view of the settings, and the values that are typed and not saved yet. */
import { createContext, useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  toFailure,
  type Failure,
  type SettingFault,
  type SettingFaultCode,
  type SettingsView,
  type SettingView,
} from '../../electron/contract/index.ts';
import { useTill, useTillParts } from '../store/index.ts';
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
  /** Value that another person set meanwhile; the screen then offers both. */
  readonly theirs: { readonly value: string | null; readonly by: string | null; readonly at: string | null } | null;
}

/** Checks a typed value this long after the last key. */
const CHECK_AFTER_MS = 200;
/** Without a key or a press for this long, the manager has probably gone away. */
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
  const [commands] = useState(() => settingsCommands(store, bridge));
  const currency = useTill((state) => state.mirror.host?.till.currency ?? 'USD');
  const { view, failure, elsewhere, refresh, saved } = useView(commands);
  const { drafts, latest, change } = useDrafts();
  useLeftAlone(onLeft);
  const { save, inFlight, isSaving, savedAt, setSavedAt } = useSaving(commands, {
    currency,
    refresh,
    saved,
    latest,
    change,
  });
  useEffect(() => {
    // Another person set the value that is being typed here: from now on the screen offers both values.
    for (const { key, value, changed } of view?.settings ?? []) {
      const draft = latest.current[key];
      if (!draft || draft.theirs || draft.was === value || inFlight.current.has(key)) continue;
      change(key, { ...draft, theirs: { value, by: changed?.by ?? null, at: changed?.at ?? null } });
    }
  }, [view, change, latest, inFlight]);
  const checkLater = useChecks(commands, latest, change);
  const sent = (setting: SettingView, typed: string) => sentOf(setting, typed, currency);
  const begun = ({ key, value }: SettingView, typed: string): Draft => {
    const { was } = latest.current[key] ?? { was: value };
    return { typed, was, fault: null, failure: null, theirs: null };
  };
  return {
    currency,
    view,
    /** Reason for a missing view: the file cannot be read, or no manager has opened the settings. */
    failure,
    drafts,
    isSaving,
    /** Time of the last save, milliseconds since 1970; null before the first. */
    savedAt,
    /** Keys that another person set while this screen was open. */
    elsewhere,
    refresh,
    type: (setting: SettingView, typed: string) => {
      change(setting.key, { ...begun(setting, typed), fault: latest.current[setting.key]?.fault ?? null });
      checkLater(setting, sent(setting, typed));
    },
    /** Checks and saves the typed value; `typed` is given where a choice is pressed. */
    leave: (setting: SettingView, typed = latest.current[setting.key]?.typed) => {
      if (typed === undefined || latest.current[setting.key]?.theirs) return;
      const isAsBefore = typed === typedOf(setting, setting.value, currency) || (setting.isSecret && typed === '');
      if (isAsBefore) return change(setting.key, null);
      void save(setting, sent(setting, typed), begun(setting, typed));
    },
    /** Saves JSON text unchanged: `null` sets the setting to none, undefined takes it out of the file. */
    setJson: (setting: SettingView, json: string | undefined) =>
      void save(setting, json, begun(setting, typedOf(setting, json ?? null, currency))),
    drop: (key: string) => change(key, null),
    keepMine: (setting: SettingView) => {
      const draft = latest.current[setting.key];
      if (!draft?.theirs) return;
      void save(setting, sent(setting, draft.typed), { ...draft, was: draft.theirs.value, theirs: null });
    },
    changePerson: commands.changePerson,
    printing: commands,
    back: async () => {
      await commands.settingsBack();
      setSavedAt(Date.now());
      await refresh();
    },
  };
}

/** Values that are typed and not saved yet, by key. */
function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const latest = useRef(drafts);
  const change = useCallback((key: string, draft: Draft | null) => {
    const { [key]: _gone, ...others } = latest.current;
    latest.current = draft ? { ...others, [key]: draft } : others;
    setDrafts(latest.current);
  }, []);
  return { drafts, latest, change };
}
type Drafts = Pick<ReturnType<typeof useDrafts>, 'latest' | 'change'>;

/** Checks a value and saves it. A fault, or a value that another person set meanwhile, becomes part of the draft. */
function useSaving(
  commands: SettingsCommands,
  {
    currency,
    refresh,
    saved,
    latest,
    change,
  }: Drafts & Pick<ReturnType<typeof useView>, 'refresh' | 'saved'> & { currency: string },
) {
  const [saving, setSaving] = useState(0);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  /** Keys that are being saved. */
  const inFlight = useRef(new Set<string>());
  const save = async (setting: SettingView, text: string | undefined, draft: Draft) => {
    const { key } = setting;
    const isCurrent = () => latest.current[key] === draft;
    change(key, draft);
    setSaving((count) => count + 1);
    inFlight.current.add(key);
    try {
      const wanted = commandOf(setting, text);
      const fault = await commands.checkSetting(wanted);
      if (fault) {
        if (isCurrent()) change(key, { ...draft, fault });
        return;
      }
      saved(key);
      await commands.setSetting({ ...wanted, was: setting.isSecret ? setting.value : draft.was });
      if (isCurrent()) change(key, null);
      setSavedAt(Date.now());
      await refresh();
    } catch (error) {
      if (!isCurrent()) return;
      const after = afterRefusal(draft, toFailure(error));
      // The values are equal: this change was made, and only its first answer was lost.
      const isOwn = after.theirs !== null && typedOf(setting, after.theirs.value, currency) === draft.typed;
      change(key, isOwn ? null : after);
      if (after.theirs) await refresh();
    } finally {
      inFlight.current.delete(key);
      setSaving((count) => count - 1);
    }
  };
  return { save, inFlight, isSaving: saving > 0, savedAt, setSavedAt };
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

/** The host's view, read again after each change, here or elsewhere, and after each start of the host. */
function useView({ readSettings, leaveSettings }: SettingsCommands) {
  const revision = useTill((state) => state.mirror.host?.settings?.revision ?? '');
  const epoch = useTill((state) => state.mirror.epoch);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [view, setView] = useState<SettingsView | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [elsewhere, setElsewhere] = useState<ReadonlySet<string>>(new Set());
  const before = useRef<SettingsView | null>(null);
  const own = useRef(new Set<string>());
  const refresh = useCallback(async () => {
    try {
      const next = await readSettings();
      const others = changedKeys(before.current, next).filter((key) => !own.current.has(key));
      own.current.clear();
      if (others.length > 0) setElsewhere((keys) => new Set([...keys, ...others]));
      before.current = next;
      setView(next);
      setFailure(null);
    } catch (error) {
      setFailure(toFailure(error));
    }
  }, [readSettings]);
  const isRefused = failure?.code.startsWith('ROLE_') ?? false;
  useEffect(() => {
    // After a refusal the manager asks again with a key of the screen.
    if (isLive && !isRefused) void refresh();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new epoch or revision reads the settings again
  }, [isLive, epoch, revision, refresh, isRefused]);
  useEffect(() => leaveSettings, [leaveSettings]);
  const saved = useCallback((key: string) => void own.current.add(key), []);
  return { view, failure, elsewhere, refresh, saved };
}

function changedKeys(before: SettingsView | null, after: SettingsView): string[] {
  const values = new Map(before?.settings.map(({ key, value }) => [key, value]));
  return after.settings.filter(({ key, value }) => values.has(key) && values.get(key) !== value).map(({ key }) => key);
}

/** Lets the host check a typed value a moment after the last key. An answer to an older draft is dropped. */
function useChecks({ checkSetting }: SettingsCommands, latest: Drafts['latest'], change: Drafts['change']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (setting: SettingView, text: string | undefined) => {
    const { key } = setting;
    const asked = latest.current[key];
    const note = (answer: Partial<Draft>) => {
      if (asked && latest.current[key] === asked) change(key, { ...asked, ...answer });
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (latest.current[key] !== asked) return;
      checkSetting(commandOf(setting, text)).then(
        (fault) => note({ fault }),
        (error: unknown) => note({ failure: toFailure(error) }),
      );
    }, CHECK_AFTER_MS);
  };
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

/** Words the fault or failure of a draft; null if the draft has none. */
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
