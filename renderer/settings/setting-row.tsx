import { Fragment, useId } from 'react';
import type { SettingView } from '../../electron/contract/index.ts';
import { Icon } from '../components/icon.tsx';
import { keepFocus } from '../components/keys.tsx';
import { hasOpenAttempt, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { SettingInput } from './setting-input.tsx';
import { useFaultWords, type Draft, type SettingsState } from './use-settings.ts';
import { folded, isChanged, shownOf, withoutItWords, wordsOf } from './values.ts';
import { settingsWords } from '../text/settings-words.ts';

/** One row, one setting, one line of help. */
export function SettingRow({
  setting,
  settings,
  currency,
  group,
  found = '',
}: {
  setting: SettingView;
  settings: SettingsState;
  currency: string;
  /** Of a search: where it stands. */
  group?: string;
  /** What was searched for: marked in its name. */
  found?: string;
}) {
  const texts = useTexts(settingsWords);
  const { words } = texts;
  const id = useId();
  const said = wordsOf(setting.key, texts);
  const label = said?.label ?? setting.key;
  const draft = settings.drafts[setting.key];
  const wrong = useWrong(setting, draft, currency);
  const { held } = setting;
  return (
    <div className="tb-setting" data-two={draft?.theirs ? true : undefined}>
      <div>
        {group === undefined ? null : <p className="tb-setting-where">{group}</p>}
        <h2>
          <Marked text={label} found={found} />
          {isChanged(setting) ? <span className="tb-setting-mark">{words.settings.changed}</span> : null}
        </h2>
        <div id={`${id}-said`}>
          {wrong === null ? (
            <Help setting={setting} settings={settings} currency={currency} />
          ) : (
            <p className="tb-setting-wrong" role="alert">
              <Icon name="warning" />
              <span>{wrong}</span>
            </p>
          )}
        </div>
      </div>
      {held ? (
        <p className="tb-setting-lock">
          <Icon name="lock" />
          <span>{shownOf(setting, setting.value, currency, texts)}</span>
        </p>
      ) : draft?.theirs ? (
        <Two setting={setting} draft={draft} settings={settings} currency={currency} />
      ) : (
        <SettingInput
          setting={setting}
          label={label}
          currency={currency}
          draft={draft}
          saidBy={`${id}-said`}
          isWrong={wrong !== null}
          settings={settings}
        />
      )}
    </div>
  );
}

/** Why it is not saved, and what holds until then; null: nothing is wrong. */
function useWrong(setting: SettingView, draft: Draft | undefined, currency: string): string | null {
  const texts = useTexts(settingsWords);
  const faultWords = useFaultWords(currency);
  if (!draft || draft.theirs) return null;
  const why = faultWords(setting, draft);
  if (why === null || setting.isSecret) return why;
  return `${why} ${texts.words.settings.still({ value: shownOf(setting, setting.value, currency, texts) })}`;
}

function Help({ setting, settings, currency }: { setting: SettingView; settings: SettingsState; currency: string }) {
  const texts = useTexts(settingsWords);
  const now = useNow();
  const isPaying = useTill(hasOpenAttempt);
  const isWaiting = useTill((state) => state.mirror.host?.settings?.isWaiting ?? false);
  const { words } = texts;
  const text = words.settings;
  const said = wordsOf(setting.key, texts);
  const { held, changed } = setting;
  const theirs = settings.drafts[setting.key]?.theirs;
  if (theirs)
    return (
      <p className="tb-setting-wrong" data-asks role="alert">
        <Icon name="warning" />
        <span>{text.changedWhile({ name: theirs.by ?? text.somebody })}</span>
      </p>
    );
  if (held)
    return (
      <p className="tb-setting-help">
        {held.by === 'administrator' ? text.setBy({ name: held.name }) : text.setByVariable({ name: held.name })}
      </p>
    );
  const isElsewhere = settings.elsewhere.has(setting.key);
  // A narrow field has no room for what holds while it is empty.
  const isNarrow = setting.kind !== 'text' && setting.kind !== 'lines' && setting.kind !== 'secret';
  const isUnset = setting.value === null && setting.default === null && isNarrow;
  const parts = [
    said?.help,
    setting.kind === 'lines' ? text.oneALine : '',
    isChanged(setting) || isUnset ? withoutItWords(setting, currency, texts) : '',
    isElsewhere
      ? changed
        ? text.changedBy({ name: changed.by, time: texts.shortTime(changed.at, now) })
        : text.changedElsewhere
      : '',
  ];
  return (
    <p className="tb-setting-help">
      {parts.filter(Boolean).join(' ')}
      {setting.isWaiting && isWaiting ? (
        <span className="tb-setting-waits">
          <Icon name="clock" />
          {isPaying ? text.waiting : text.soon}
        </span>
      ) : null}
    </p>
  );
}

/** What somebody else set while this was typed, and what was typed: neither is chosen beforehand. */
function Two({
  setting,
  draft,
  settings,
  currency,
}: {
  setting: SettingView;
  draft: Draft;
  settings: SettingsState;
  currency: string;
}) {
  const texts = useTexts(settingsWords);
  const now = useNow();
  const text = texts.words.settings;
  const { theirs } = draft;
  if (!theirs) return null;
  return (
    <div className="tb-setting-two">
      <button type="button" className="tb-btn" onMouseDown={keepFocus} onClick={() => settings.takeTheirs(setting.key)}>
        <span>
          {theirs.by ?? text.somebody}
          <span className="tb-btn-sub">
            {theirs.at === null ? text.written : `${text.written}, ${texts.shortTime(theirs.at, now)}`}
          </span>
        </span>
        <strong>{shownOf(setting, theirs.value, currency, texts)}</strong>
      </button>
      <button type="button" className="tb-btn" onMouseDown={keepFocus} onClick={() => settings.keepMine(setting)}>
        <span>
          {text.yours}
          <span className="tb-btn-sub">{text.notSavedYet}</span>
        </span>
        <strong>{draft.typed}</strong>
      </button>
    </div>
  );
}

/** A name with what was searched for marked in it. */
function Marked({ text, found }: { text: string; found: string }) {
  const word = folded(found).split(/\s+/)[0] ?? '';
  const at = word === '' ? -1 : folded(text).indexOf(word);
  // Where folding changes the length the place would be another.
  if (at < 0 || folded(text).length !== text.length) return text;
  return (
    <Fragment>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </Fragment>
  );
}
