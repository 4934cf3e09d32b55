import { useId, type ChangeEvent, type KeyboardEvent } from 'react';
import type { SettingView } from '../../electron/contract/index.ts';
import { Icon } from '../components/icon.tsx';
import { Segments } from '../components/segments.tsx';
import { useTexts } from '../text/index.ts';
import { useShownSettings, useShownValue } from './use-settings.ts';
import { noneOf, typedOf, unitSign, wordsOf } from './values.ts';
import { settingsWords } from '../text/settings-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './settings.module.css';

interface Input {
  setting: SettingView;
  label: string;
  /** Id of the text about it. */
  describedBy: string;
  isWrong: boolean;
}

/** Keys for a setting of a few values, else a field. */
export function SettingInput(input: Input) {
  const { setting } = input;
  if (setting.kind === 'yes-no' || (setting.kind === 'choice' && setting.choices.length <= 4))
    return <Few {...input} />;
  return <Field {...input} />;
}

function Few({ setting, label, describedBy }: Input) {
  const { drafts, visit } = useShownSettings();
  const texts = useTexts(settingsWords);
  const { on, off } = texts.words.settings;
  const isYesNo = setting.kind === 'yes-no';
  const names = isYesNo ? { false: off, true: on } : wordsOf(setting.key, texts)?.choices;
  const options = isYesNo ? ['false', 'true'] : setting.choices;
  const written = setting.value ?? setting.default;
  const value = drafts[setting.key]?.typed ?? (written === null ? null : String(JSON.parse(written)));
  return (
    <Segments
      label={label}
      options={options.map((one) => [one, names?.[one] ?? one])}
      value={value}
      describedBy={describedBy}
      onChange={(choice) => visit.leave(setting, choice)}
    />
  );
}

/** More characters than any setting takes; the host checks the limit of each setting. */
const MAX_TYPED = 20_000;

function Field({ setting, label, describedBy, isWrong }: Input) {
  const { drafts, currency, visit } = useShownSettings();
  const draft = drafts[setting.key];
  const shown = useShownValue();
  const texts = useTexts(settingsWords);
  const id = useId();
  const { none, isSet } = texts.words.settings;
  const isList = setting.kind === 'lines';
  const isNumber = setting.kind === 'number' || setting.kind === 'numbers';
  const isNone = setting.value !== null && setting.value === noneOf(setting);
  const value =
    draft?.typed ?? (setting.isSecret ? '' : typedOf(setting, setting.value ?? shownDefault(setting), currency));
  const sign = unitSign(setting, currency, texts);
  const unit = sign === '' ? null : <span className={css.settingUnit}>{sign}</span>;
  const shared = {
    id,
    value,
    maxLength: MAX_TYPED,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong || undefined,
    autoComplete: 'off',
    spellCheck: false,
    onBlur: () => visit.leave(setting),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      visit.type(setting, event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !isList) visit.leave(setting);
      if (event.key !== 'Escape' || draft === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      visit.drop(setting.key);
    },
  };
  return (
    <div className={css.settingSet}>
      {noneOf(setting) === null ? null : (
        <button
          type="button"
          className={keysCss.btn}
          data-part="key"
          data-variant="small"
          aria-pressed={isNone}
          onClick={() => visit.setJson(setting, isNone ? undefined : (noneOf(setting) ?? undefined))}
        >
          {isNone ? <Icon name="tick" /> : null}
          <span>{none}</span>
        </button>
      )}
      <div className={css.settingIn} data-wide={!isNumber || undefined} data-wrong={isWrong || undefined}>
        {setting.unit === 'money' ? unit : null}
        {isList ? (
          <textarea {...shared} rows={Math.min(8, Math.max(2, value.split('\n').length))} />
        ) : (
          <input
            {...shared}
            type={setting.isSecret ? 'password' : 'text'}
            inputMode={setting.kind === 'number' ? 'decimal' : 'text'}
            placeholder={placeholderOf()}
          />
        )}
        {setting.unit === 'money' ? null : unit}
      </div>
    </div>
  );

  function placeholderOf(): string {
    if (setting.isSecret) return setting.value === null ? '' : isSet;
    if (isNone) return none;
    return setting.value === null && !isNumber ? shown(setting, null) : '';
  }
}

/** Value in a field of an unset setting: the default, unless the default is none. */
const shownDefault = ({ default: own }: SettingView): string | null => (own === 'null' || own === '[]' ? null : own);
