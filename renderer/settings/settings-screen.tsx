import { useMemo, useRef, useState } from 'react';
import { settingGroups, type SettingGroup, type SettingView } from '../../electron/contract/index.ts';
import { failureSentence } from '../components/form.tsx';
import { Icon } from '../components/icon.tsx';
import { KeyScope } from '../components/key-scope.tsx';
import { Key, Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import { Foot, Heading, Next, Say, Title, Window } from '../components/window.tsx';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { goTo, routes, settingsHash, useSettingsShown } from '../frame/routes.ts';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { PeoplePage } from './people.tsx';
import { PrintersPage } from './printers.tsx';
import { SettingRow, Wrong } from './setting-row.tsx';
import * as css from './settings.module.css';
import { SettingsRail } from './settings-rail.tsx';
import {
  openDrafts,
  ShownSettings,
  useFaultWords,
  useSettings,
  useShownSettings,
  useShownValue,
  type SettingsState,
} from './use-settings.ts';
import { isChanged, isFound, withoutItWords, wordsOf } from './values.ts';
import { settingsWords, type SettingsTexts } from '../text/settings-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as listCss from '../components/list.module.css';
import * as frameCss from '../frame/frame.module.css';

const leave = () => goTo('sale');

/** The Settings screen (#/settings): groups, the changed settings, a search, and one row for each setting. */
export function SettingsScreen() {
  const { words } = useTexts(settingsWords);
  const settings = useSettings(leave);
  const shown = useSettingsShown();
  const [search, setSearch] = useState('');
  const group = settingGroups.find((one) => one === shown) ?? null;
  const { view } = settings;
  if (!view) return <NoView settings={settings} />;
  const page = search.trim() !== '' ? 'search' : group === null ? 'changed' : group;
  return (
    <KeyScope screenKey={`settings/${page}`}>
      <main
        className={`${frameCss.stage} ${css.stageSettings}`}
        data-part="stage"
        data-screen="settings"
        data-page={page === 'changed' ? 'list' : page === 'search' ? 'search' : 'page'}
      >
        <ShownSettings value={{ ...settings, view }}>
          <SettingsRail group={page === 'search' ? null : group} search={search} onSearch={setSearch} />
          <Window state="idle" label={titleOf(page, words.settings)} screenKey={`settings/${page}`}>
            <Page key={page} page={page} typed={search} onAll={() => setSearch('')} />
            <SettingsFoot />
          </Window>
        </ShownSettings>
      </main>
    </KeyScope>
  );
}

type PageName = SettingGroup | 'search' | 'changed';

function titleOf(page: PageName, text: SettingsTexts['words']['settings']): string {
  if (page === 'search') return text.search;
  return page === 'changed' ? text.changedHere : text.groups[page];
}

/** Shown until a manager has opened the settings, and while the file cannot be read. */
function NoView({ settings: { failure, visit } }: { settings: SettingsState }) {
  const texts = useTexts(settingsWords);
  const { settings: text } = texts.words;
  const isBroken = failure?.code === 'CFG_INVALID';
  const { heading, say, next } = isBroken ? text.broken : text.locked;
  return (
    <KeyScope screenKey={`settings/${failure?.code ?? 'none'}`}>
      <main
        className={frameCss.stage}
        data-part="stage"
        data-screen="settings"
        aria-busy={failure === null || undefined}
      >
        <Window state="idle" label={text.title} screenKey={`settings/${failure?.code ?? 'none'}`}>
          {failure === null ? null : (
            <>
              <Heading length={heading.length}>{heading}</Heading>
              <Say>
                {isBroken || failure.code === 'ROLE_REQUIRED' ? say : failureSentence(failure, texts, 'settings')}
              </Say>
              <Foot>
                <Next>{next}</Next>
              </Foot>
            </>
          )}
        </Window>
        <Keys>
          <Spacer />
          {failure === null ? null : (
            <>
              <Key name="leave" icon="back" shortcut="Escape" onPress={leave}>
                {text.done}
              </Key>
              {isBroken ? (
                <Key name="back" variant="go" shortcut="Enter" onPress={() => void visit.back().catch(() => undefined)}>
                  {text.before}
                </Key>
              ) : (
                <Key name="open" variant="go" shortcut="Enter" onPress={() => void visit.refresh()}>
                  {text.locked.open}
                </Key>
              )}
            </>
          )}
        </Keys>
      </main>
    </KeyScope>
  );
}

/** A group, the changed settings, or the settings that a search found. */
function Page({ page, typed, onAll }: { page: PageName; typed: string; onAll: () => void }) {
  const { view } = useShownSettings();
  const texts = useTexts(settingsWords);
  const { settings: text } = texts.words;
  const rows = useMemo(() => {
    if (page === 'search') return view.settings.filter((one) => isFound(one, typed, texts));
    return view.settings.filter((one) => (page === 'changed' ? isChanged(one) : one.group === page));
  }, [view, page, typed, texts]);
  const isSearch = page === 'search';
  const title = isSearch ? text.found({ count: rows.length, text: typed.trim() }) : titleOf(page, text);
  useSpeakOnce(isSearch ? typed : '', title);
  // Keep the focus in the search field while the manager types.
  const [isSearching] = useState(() => document.activeElement?.getAttribute('type') === 'search');
  const none = isSearch ? text.nothingFound : page === 'changed' ? text.nothingChanged : null;
  return (
    <>
      <div className={css.head}>
        <a
          className={`${keysCss.btn} tb-only-narrow`}
          data-part="key"
          data-variant="flat"
          href={routes.settings}
          aria-label={text.all}
          onClick={onAll}
        >
          <Icon name="back" />
        </a>
        {isSearching ? <h1 tabIndex={-1}>{title}</h1> : <Title>{title}</Title>}
        {page === 'changed' ? (
          <span className="tb-quiet">{text.countOf({ count: rows.length, all: view.settings.length })}</span>
        ) : null}
      </div>
      {page === 'receipts' ? <PrintersPage /> : null}
      {page === 'people' ? <PeoplePage /> : null}
      <div className={css.rows} id={isSearch ? 'settings-found' : undefined}>
        {rows.length === 0 && none !== null ? <p className={listCss.none}>{none}</p> : null}
        {rows.map((one) =>
          page === 'changed' ? (
            <ChangedRow key={one.key} setting={one} />
          ) : (
            <SettingRow
              key={one.key}
              setting={one}
              group={isSearch ? text.groups[one.group] : undefined}
              found={typed}
            />
          ),
        )}
      </div>
    </>
  );
}

/** A changed setting and its default; the value links to the page of the setting. */
function ChangedRow({ setting }: { setting: SettingView }) {
  const { currency, visit } = useShownSettings();
  const texts = useTexts(settingsWords);
  const text = texts.words.settings;
  const settingWords = wordsOf(setting.key, texts);
  const value = useShownValue()(setting, setting.value);
  return (
    <div className={css.setting}>
      <div>
        <p className={css.settingWhere}>{text.groups[setting.group]}</p>
        <h2>{settingWords?.label ?? setting.key}</h2>
        <p className={css.settingHelp}>{withoutItWords(setting, currency, texts)}</p>
      </div>
      <a
        className={keysCss.btn}
        data-part="key"
        data-variant="small"
        href={settingsHash(setting.group)}
        aria-label={`${settingWords?.label ?? setting.key}: ${value}`}
        data-row
        onClick={() => visit.drop(setting.key)}
      >
        <span>{value}</span>
      </a>
    </div>
  );
}

/** The last save or the open drafts, the key for the version before, and Done. */
function SettingsFoot() {
  const settings = useShownSettings();
  const { view } = settings;
  const texts = useTexts(settingsWords);
  const text = texts.words.settings;
  const now = useNow();
  const announce = useAnnounce();
  const { toMend, toChoose } = openDrafts(settings.drafts);
  const [problem, setProblem] = useState<string | null>(null);
  const failure = useTill((state) => state.mirror.host?.settings?.failure ?? null);
  const isGoingBack = useRef(false);
  const goBack = async () => {
    if (isGoingBack.current) return;
    isGoingBack.current = true;
    try {
      await settings.visit.back();
      setProblem(null);
      announce(text.wentBack);
    } catch {
      setProblem(texts.words.failures.CFG_INVALID.what);
    } finally {
      isGoingBack.current = false;
    }
  };
  const isOpen = toMend.length + toChoose.length > 0;
  const openWords =
    toMend.length > 0 ? text.mendFirst({ count: toMend.length }) : text.chooseFirst({ count: toChoose.length });
  return (
    <div className={css.foot}>
      {isOpen ? (
        <OpenOnes toMend={toMend} toChoose={toChoose} />
      ) : (
        <>
          {failure || problem ? (
            <Wrong>{problem ?? text.refused}</Wrong>
          ) : settings.saving > 0 ? (
            <p className={css.said}>{text.saving}</p>
          ) : settings.savedAt === null ? null : (
            <p className={css.said} data-saved>
              <Icon name="tick" />
              <span>{text.saved({ time: texts.shortTime(settings.savedAt, now) })}</span>
            </p>
          )}
          {view.former ? (
            <Key name="version-before" variant="small" icon="back" onPress={() => void goBack()}>
              {text.versionBefore({ when: texts.shortTime(view.former.at, now) })}
            </Key>
          ) : null}
        </>
      )}
      {isOpen ? (
        <LockedPlate onEnter={() => announce(openWords)}>{openWords}</LockedPlate>
      ) : (
        <Key name="done" variant="go" shortcut="Escape" onPress={leave}>
          {text.done}
        </Key>
      )}
    </div>
  );
}

/** The number of open drafts; for a single fault also the key that restores the current value. */
function OpenOnes({ toMend, toChoose }: { toMend: readonly string[]; toChoose: readonly string[] }) {
  const { view, drafts, visit } = useShownSettings();
  const { settings: text } = useTexts(settingsWords).words;
  const shown = useShownValue();
  const faultWords = useFaultWords();
  const only = toMend.length === 1 ? view.settings.find(({ key }) => key === toMend[0]) : undefined;
  const draft = only && drafts[only.key];
  const backTo = only && text.backTo({ value: shown(only, only.value) });
  return (
    <>
      <p className={css.settingWrong} {...(toMend.length > 0 ? {} : { 'data-asks': true })}>
        <Icon name="warning" />
        <span>
          {toMend.length > 0 ? text.notSaved({ count: toMend.length }) : text.toChoose({ count: toChoose.length })}
        </span>
      </p>
      {only && draft ? (
        <Key
          name="back-to"
          variant="small"
          icon="back"
          label={`${backTo} ${faultWords(only, draft) ?? ''}`.trim()}
          onPress={() => visit.drop(only.key)}
        >
          {backTo}
        </Key>
      ) : null}
    </>
  );
}
