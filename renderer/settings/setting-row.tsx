import { Fragment, useId, type ReactNode } from 'react';
import type { SettingView } from '../../electron/contract/index.ts';
import { Icon } from '../components/icon.tsx';
import { keepFocus } from '../components/keys.tsx';
import { hasOpenAttempt, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { SettingInput } from './setting-input.tsx';
import { useFaultWords, useShownSettings, useShownValue, type Draft } from './use-settings.ts';
import { foldedText, isChanged, withoutItWords, wordsOf } from './values.ts';
import { settingsWords } from '../text/settings-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './settings.module.css';

/** One row, one setting, one line of help. */
export function SettingRow({
  setting,
  group,
  found = '',
}: {
  setting: SettingView;
  /** Name of the setting's group, for a row that a search found. */
  group?: string | undefined;
  /** Search text, which is marked in the name of the setting. */
  found?: string;
}) {
  const shown = useShownValue();
  const texts = useTexts(settingsWords);
  const { words } = texts;
  const id = useId();
  const settingWords = wordsOf(setting.key, texts);
  const label = settingWords?.label ?? setting.key;
  const draft = useShownSettings().drafts[setting.key];
  const wrong = useWrong(setting, draft);
  const { held } = setting;
  return (
    <div className={css.setting} data-part="setting" data-two={draft?.theirs ? true : undefined}>
      <div>
        {group === undefined ? null : <p className={css.settingWhere}>{group}</p>}
        <h2>
          <Marked text={label} found={found} />
          {isChanged(setting) ? <span className={css.settingMark}>{words.settings.changed}</span> : null}
        </h2>
        <div id={`${id}-said`}>{wrong === null ? <Help setting={setting} /> : <Wrong>{wrong}</Wrong>}</div>
      </div>
      {held ? (
        <p className={css.settingLock}>
          <Icon name="lock" />
          <span>{shown(setting, setting.value)}</span>
        </p>
      ) : draft?.theirs ? (
        <Two setting={setting} draft={draft} theirs={draft.theirs} />
      ) : (
        <SettingInput setting={setting} label={label} describedBy={`${id}-said`} isWrong={wrong !== null} />
      )}
    </div>
  );
}

/** A warning that is spoken at once; with `asks`, a question. */
export function Wrong({ asks, children }: { asks?: boolean; children: ReactNode }) {
  return (
    <p className={css.settingWrong} data-asks={asks} role="alert">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

/** Text that explains why the draft is not saved and which value is used until then, or null for a valid draft. */
function useWrong(setting: SettingView, draft: Draft | undefined): string | null {
  const { settings } = useTexts(settingsWords).words;
  const shown = useShownValue();
  const faultWords = useFaultWords();
  if (!draft || draft.theirs) return null;
  const why = faultWords(setting, draft);
  if (why === null || setting.isSecret) return why;
  return `${why} ${settings.still({ value: shown(setting, setting.value) })}`;
}

function Help({ setting }: { setting: SettingView }) {
  const { currency, drafts, elsewhere } = useShownSettings();
  const texts = useTexts(settingsWords);
  const now = useNow();
  const isPaying = useTill(hasOpenAttempt);
  const isWaiting = useTill((state) => state.mirror.host?.settings?.isWaiting ?? false);
  const { words } = texts;
  const text = words.settings;
  const settingWords = wordsOf(setting.key, texts);
  const { held, changed } = setting;
  const theirs = drafts[setting.key]?.theirs;
  if (theirs) return <Wrong asks>{text.changedWhile({ name: theirs.by ?? text.somebody })}</Wrong>;
  if (held)
    return (
      <p className={css.settingHelp}>
        {held.by === 'administrator' ? text.setBy({ name: held.name }) : text.setByVariable({ name: held.name })}
      </p>
    );
  const changedWords = changed
    ? text.changedBy({ name: changed.by, time: texts.shortTime(changed.at, now) })
    : text.changedElsewhere;
  // A narrow field is too small to show the current value while it is empty.
  const isNarrow = setting.kind !== 'text' && setting.kind !== 'lines' && setting.kind !== 'secret';
  const isUnset = setting.value === null && setting.default === null && isNarrow;
  const parts = [
    settingWords?.help,
    setting.kind === 'lines' ? text.oneALine : '',
    isChanged(setting) || isUnset ? withoutItWords(setting, currency, texts) : '',
    elsewhere.has(setting.key) ? changedWords : '',
  ];
  return (
    <p className={css.settingHelp}>
      {parts.filter(Boolean).join(' ')}
      {setting.isWaiting && isWaiting ? (
        <span className={css.settingWaits}>
          <Icon name="clock" />
          {isPaying ? text.waiting : text.soon}
        </span>
      ) : null}
    </p>
  );
}

/** The value that another user has set, and the typed value: neither is preselected. */
function Two({ setting, draft, theirs }: { setting: SettingView; draft: Draft; theirs: NonNullable<Draft['theirs']> }) {
  const { visit } = useShownSettings();
  const shown = useShownValue();
  const texts = useTexts(settingsWords);
  const now = useNow();
  const text = texts.words.settings;
  const { by, at, value } = theirs;
  const since = at === null ? text.written : `${text.written}, ${texts.shortTime(at, now)}`;
  const choices = [
    { name: by ?? text.somebody, sub: since, value: shown(setting, value), choose: () => visit.drop(setting.key) },
    { name: text.yours, sub: text.notSavedYet, value: draft.typed, choose: () => visit.keepMine(setting) },
  ];
  return (
    <div className={css.settingTwo}>
      {choices.map((one) => (
        <button
          key={one.sub}
          type="button"
          className={keysCss.btn}
          data-part="key"
          onMouseDown={keepFocus}
          onClick={one.choose}
        >
          <span>
            {one.name}
            <span className={keysCss.btnSub} data-part="key-sub">
              {one.sub}
            </span>
          </span>
          <strong>{one.value}</strong>
        </button>
      ))}
    </div>
  );
}

/** A name with the search text marked in it. */
function Marked({ text, found }: { text: string; found: string }) {
  const word = foldedText(found).split(/\s+/)[0] ?? '';
  const at = word === '' ? -1 : foldedText(text).indexOf(word);
  // Folding that changes the length would move the mark.
  if (at < 0 || foldedText(text).length !== text.length) return text;
  return (
    <Fragment>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </Fragment>
  );
}
