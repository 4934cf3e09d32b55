/** What the Settings screen knows: the host's view of the settings, and what is being typed and not saved yet. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  toFailure,
  type Failure,
  type SettingFault,
  type SettingsView,
  type SettingView,
} from '../../electron/contract/index.ts';
import { useTill, useTillParts } from '../store/index.ts';
import { settingsCommands, type SettingsCommands } from '../store/settings-commands.ts';
import { useTexts, textOf } from '../text/index.ts';
import { sentOf, typedOf } from './values.ts';
import { settingsWords } from '../text/settings-words.ts';

/** What somebody typed and what stands in its way. */
export interface Draft {
  readonly typed: string;
  /** What the setting said when it was begun. */
  readonly was: string | null;
  readonly fault: SettingFault | null;
  /** Refused by the host, or a card number was typed. */
  readonly failure: Failure | null;
  /** Somebody else set it meanwhile: both are on offer. */
  readonly theirs: { readonly value: string | null; readonly by: string | null; readonly at: string | null } | null;
}

export interface SettingsState {
  readonly view: SettingsView | null;
  /** Why there is no view: the file cannot be read, or nobody opened it. */
  readonly failure: Failure | null;
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly isSaving: boolean;
  /** When something was saved last, milliseconds since 1970. */
  readonly savedAt: number | null;
  /** Keys that somebody else set while this screen was open. */
  readonly elsewhere: ReadonlySet<string>;
  readonly refresh: () => Promise<void>;
  readonly type: (setting: SettingView, typed: string) => void;
  /** Checks and saves what was typed; of a choice `typed` is the choice. */
  readonly leave: (setting: SettingView, typed?: string) => void;
  /** Saves JSON text as it is: `null` says none. */
  readonly setJson: (setting: SettingView, json: string | undefined) => void;
  readonly drop: (key: string) => void;
  readonly takeTheirs: (key: string) => void;
  readonly keepMine: (setting: SettingView) => void;
  readonly back: () => Promise<void>;
  readonly changePerson: SettingsCommands['changePerson'];
  readonly printing: Pick<SettingsCommands, 'listPrinters' | 'probePrinter' | 'tryPrinter'>;
}

const CHECK_AFTER_MS = 200;
/** Nobody presses a key: whoever opened the settings may have gone. */
const LEFT_AFTER_MS = 5 * 60_000;

export function useSettings(onLeft: () => void): SettingsState {
  const { store, bridge } = useTillParts();
  const [commands] = useState(() => settingsCommands(store, bridge));
  const currency = useTill((state) => state.mirror.host?.till.currency ?? 'USD');
  const seen = useView(commands);
  const { view, refresh } = seen;
  const typing = useDrafts();
  const { drafts, latest, change, inFlight } = typing;
  useLeftAlone(onLeft);
  useEffect(() => {
    // Somebody else set what is being typed here: both are on offer from now on.
    for (const { key, value, changed } of view?.settings ?? []) {
      const draft = latest.current[key];
      if (!draft || draft.theirs || draft.was === value || inFlight.current.has(key)) continue;
      change(key, { ...draft, theirs: { value, by: changed?.by ?? null, at: changed?.at ?? null } });
    }
  }, [view, change, latest, inFlight]);
  const { check, cancel } = useChecks(commands, latest, change);
  const { save, isSaving, savedAt, setSavedAt } = useSaving({ commands, currency, seen, typing, cancel });
  const sent = (setting: SettingView, typed: string) => sentOf(setting, typed, currency);
  const begun = (setting: SettingView, typed: string): Draft => ({
    typed,
    was: wasOf(latest.current[setting.key], setting),
    fault: null,
    failure: null,
    theirs: null,
  });
  return {
    view,
    failure: seen.failure,
    drafts,
    isSaving,
    savedAt,
    elsewhere: seen.elsewhere,
    refresh,
    type(setting, typed) {
      change(setting.key, { ...begun(setting, typed), fault: latest.current[setting.key]?.fault ?? null });
      check(setting, sent(setting, typed));
    },
    leave(setting, typed = latest.current[setting.key]?.typed) {
      const draft = latest.current[setting.key];
      if (typed === undefined || draft?.theirs) return;
      const isAsBefore = typed === typedOf(setting, setting.value, currency) || (setting.isSecret && typed === '');
      if (isAsBefore) return change(setting.key, null);
      void save(setting, sent(setting, typed), begun(setting, typed));
    },
    setJson: (setting, json) => void save(setting, json, begun(setting, typedOf(setting, json ?? null, currency))),
    drop: (key) => change(key, null),
    takeTheirs: (key) => change(key, null),
    keepMine(setting) {
      const draft = latest.current[setting.key];
      if (!draft?.theirs) return;
      const mine = { ...draft, was: draft.theirs.value, theirs: null };
      void save(setting, sent(setting, mine.typed), mine);
    },
    changePerson: commands.changePerson,
    printing: commands,
    async back() {
      await commands.settingsBack();
      setSavedAt(Date.now());
      await refresh();
    },
  };
}

/** What is typed and not saved, by key; `inFlight`: what is being saved now. */
function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const latest = useRef(drafts);
  const inFlight = useRef(new Set<string>());
  const change = useCallback((key: string, draft: Draft | null) => {
    const { [key]: _gone, ...others } = latest.current;
    latest.current = draft ? { ...others, [key]: draft } : others;
    setDrafts(latest.current);
  }, []);
  return { drafts, latest, change, inFlight };
}

/** Checks a value and saves it; what cannot be, and what somebody else set meanwhile, becomes part of its draft. */
function useSaving({
  commands,
  currency,
  seen: { refresh, saved },
  typing: { latest, change, inFlight },
  cancel,
}: {
  commands: SettingsCommands;
  currency: string;
  seen: ReturnType<typeof useView>;
  typing: ReturnType<typeof useDrafts>;
  cancel: () => void;
}) {
  const [saving, setSaving] = useState(0);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const save = async (setting: SettingView, text: string | undefined, draft: Draft) => {
    const { key } = setting;
    change(key, draft);
    setSaving((count) => count + 1);
    inFlight.current.add(key);
    cancel();
    try {
      const value = text === undefined ? {} : setting.isSecret ? { secret: text } : { text };
      const fault = await commands.checkSetting({ key, ...value });
      if (fault) {
        if (latest.current[key] === draft) change(key, { ...draft, fault });
        return;
      }
      saved(key);
      await commands.setSetting({ key, ...value, was: setting.isSecret ? setting.value : draft.was });
      if (latest.current[key] === draft) change(key, null);
      setSavedAt(Date.now());
      await refresh();
    } catch (error) {
      if (latest.current[key] !== draft) return;
      const after = afterRefusal(draft, toFailure(error));
      // It was this change, whose answer was lost.
      const isOwn = after.theirs !== null && typedOf(setting, after.theirs.value, currency) === draft.typed;
      change(key, isOwn ? null : after);
      if (after.theirs) await refresh();
    } finally {
      inFlight.current.delete(key);
      setSaving((count) => count - 1);
    }
  };
  return { save, isSaving: saving > 0, savedAt, setSavedAt };
}

/** What the setting said when somebody began to type; nothing written is something too. */
const wasOf = (draft: Draft | undefined, setting: SettingView): string | null => (draft ? draft.was : setting.value);

function afterRefusal(draft: Draft, failure: Failure): Draft {
  const { code, context = {} } = failure;
  const text = (of: unknown): string | null => (typeof of === 'string' ? of : null);
  if (code === 'CFG_CHANGED' && 'value' in context)
    return { ...draft, theirs: { value: text(context['value']), by: text(context['by']), at: text(context['at']) } };
  if (code === 'CFG_INVALID' && typeof context['fault'] === 'string') {
    const { setting, fault, limit } = context;
    const known = {
      key: String(setting),
      code: fault,
      text: failure.message,
      ...(typeof limit === 'number' ? { limit } : {}),
    };
    return { ...draft, fault: known as SettingFault };
  }
  return { ...draft, failure };
}

/** The host's view, read again whenever the settings are other ones: after a change here or elsewhere, and in its next life. */
function useView({ readSettings, leaveSettings }: SettingsCommands) {
  const revision = useTill((state) => state.mirror.host?.settings?.revision ?? '');
  const isWaiting = useTill((state) => state.mirror.host?.settings?.isWaiting ?? false);
  const epoch = useTill((state) => state.mirror.epoch);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [state, setState] = useState<{ view: SettingsView | null; failure: Failure | null }>({
    view: null,
    failure: null,
  });
  const [elsewhere, setElsewhere] = useState<ReadonlySet<string>>(new Set());
  const before = useRef<SettingsView | null>(null);
  const own = useRef(new Set<string>());
  const refresh = useCallback(async () => {
    try {
      const view = await readSettings();
      const others = changedKeys(before.current, view).filter((key) => !own.current.has(key));
      own.current.clear();
      if (others.length > 0) setElsewhere((keys) => new Set([...keys, ...others]));
      before.current = view;
      setState({ view, failure: null });
    } catch (error) {
      setState((last) => ({ ...last, failure: toFailure(error) }));
    }
  }, [readSettings]);
  const isRefused = state.failure?.code.startsWith('ROLE_') ?? false;
  useEffect(() => {
    // Whoever said no is not asked again by itself.
    if (isLive && !isRefused) void refresh();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read again for each of them
  }, [isLive, epoch, revision, isWaiting, refresh, isRefused]);
  useEffect(() => leaveSettings, [leaveSettings]);
  const saved = useCallback((key: string) => void own.current.add(key), []);
  return useMemo(() => ({ ...state, elsewhere, refresh, saved }), [state, elsewhere, refresh, saved]);
}

function changedKeys(before: SettingsView | null, after: SettingsView): string[] {
  const values = new Map(before?.settings.map(({ key, value }) => [key, value]));
  return after.settings.filter(({ key, value }) => values.has(key) && values.get(key) !== value).map(({ key }) => key);
}

/** What is being typed is checked by the host a moment after the last key. */
function useChecks(
  { checkSetting }: SettingsCommands,
  latest: { readonly current: Readonly<Record<string, Draft>> },
  change: (key: string, draft: Draft | null) => void,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const turn = useRef(0);
  const cancel = useCallback(() => {
    turn.current += 1;
    clearTimeout(timer.current);
  }, []);
  const check = useCallback(
    (setting: SettingView, text: string | undefined) => {
      cancel();
      const own = turn.current;
      const { key } = setting;
      timer.current = setTimeout(() => {
        const asked = latest.current[key];
        const isOver = () => !asked || own !== turn.current || latest.current[key] !== asked;
        const value = text === undefined ? {} : setting.isSecret ? { secret: text } : { text };
        checkSetting({ key, ...value }).then(
          (fault) => {
            if (asked && !isOver()) change(key, { ...asked, fault });
          },
          (error: unknown) => {
            if (asked && !isOver()) change(key, { ...asked, failure: toFailure(error) });
          },
        );
      }, CHECK_AFTER_MS);
    },
    [cancel, change, checkSetting, latest],
  );
  return { check, cancel };
}

/** Calls `onLeft` once nobody has pressed anything for a while. */
function useLeftAlone(onLeft: () => void): void {
  const latest = useRef(onLeft);
  useEffect(() => {
    latest.current = onLeft;
  });
  useEffect(() => {
    let timer = setTimeout(() => latest.current(), LEFT_AFTER_MS);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), LEFT_AFTER_MS);
    };
    const moments = ['keydown', 'pointerdown'] as const;
    for (const moment of moments) window.addEventListener(moment, again, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const moment of moments) window.removeEventListener(moment, again, { capture: true });
    };
  }, []);
}

/** Faults and questions that stand in the way of Done. */
export function openDrafts(drafts: SettingsState['drafts']): { toMend: string[]; toChoose: string[] } {
  const all = Object.entries(drafts);
  return {
    toMend: all.filter(([, { fault, failure }]) => fault !== null || failure !== null).map(([key]) => key),
    toChoose: all.filter(([, { theirs }]) => theirs !== null).map(([key]) => key),
  };
}

/** What is wrong with a draft, in words. */
export function useFaultWords(currency: string) {
  const texts = useTexts(settingsWords);
  return useCallback(
    (setting: SettingView, { fault, failure }: Draft): string | null => {
      const { settings, failures } = texts.words;
      if (fault) {
        const limit = fault.limit === undefined ? '' : typedLimit(setting, fault, currency);
        return textOf(settings.faults[fault.code], { limit });
      }
      if (!failure) return null;
      const { what, next } = failures[failure.code];
      return [what, next].filter(Boolean).join(' ');
    },
    [currency, texts],
  );
}

const ofTheNumber: ReadonlySet<string> = new Set(['small', 'big']);

/** The limit in the unit that is typed. */
function typedLimit(setting: SettingView, { code, limit = 0 }: SettingFault, currency: string): string {
  return ofTheNumber.has(code) ? typedOf({ ...setting, kind: 'number' }, String(limit), currency) : String(limit);
}
