import { settingGroups, type SettingGroup } from '../../electron/contract/index.ts';
import { Key, Spacer } from '../components/keys.tsx';
import { moveAlongRows } from '../components/rows.ts';
import { SearchField } from '../components/search-field.tsx';
import { goTo, settingsHash } from '../frame/routes.ts';
import { useTexts } from '../text/index.ts';
import { useShownSettings } from './use-settings.ts';
import { isChanged } from './values.ts';
import { settingsWords } from '../text/settings-words.ts';
import * as railCss from '../components/rail.module.css';
import * as css from './settings.module.css';

const MAX_SEARCH = 60;

/** The groups, each with its number of changed settings, and the search over all of them. */
export function SettingsRail({
  group,
  search,
  onSearch,
}: {
  group: SettingGroup | null;
  search: string;
  onSearch: (typed: string) => void;
}) {
  const text = useTexts(settingsWords).words.settings;
  const { view } = useShownSettings();
  const settingsOf = (one: SettingGroup) => view.settings.filter((setting) => setting.group === one);
  const shown = settingGroups.filter((one) => one === 'people' || settingsOf(one).length > 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- ↑ and ↓ move the focus within it, as in every list
    <nav className={railCss.rail} data-part="rail" aria-label={text.title} onKeyDown={moveAlongRows}>
      <h2>{text.title}</h2>
      <SearchField
        label={text.search}
        hint={text.searchHint}
        value={search}
        max={MAX_SEARCH}
        list="settings-found"
        onChange={onSearch}
      />
      <ul>
        {shown.map((one) => (
          <li key={one}>
            <a
              className={railCss.row}
              data-part="rail-row"
              data-row
              href={settingsHash(one)}
              onClick={() => onSearch('')}
              aria-current={one === group ? 'page' : undefined}
            >
              <span>{text.groups[one]}</span>
              <ChangedMark count={settingsOf(one).filter(isChanged).length} />
            </a>
          </li>
        ))}
      </ul>
      <Spacer />
      <div className="tb-only-narrow">
        <Key name="done-list" variant="go" onPress={() => goTo('sale')}>
          {text.done}
        </Key>
      </div>
    </nav>
  );
}

function ChangedMark({ count }: { count: number }) {
  const text = useTexts(settingsWords).words.settings;
  return count === 0 ? null : (
    <span className={css.settingMark}>
      <span aria-hidden="true">{count}</span>
      <span className="tb-sr">{text.changedCount({ count })}</span>
    </span>
  );
}
