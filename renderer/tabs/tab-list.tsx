import { memo, useMemo, useState } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { Mark } from '../components/mark.tsx';
import { moveAlongRows } from '../components/rows.ts';
import { SearchField } from '../components/search-field.tsx';
import { Title, Window } from '../components/window.tsx';
import { tabHash } from '../frame/routes.ts';
import { useNow, useTill } from '../store/index.ts';
import { useTexts, type Texts } from '../text/index.ts';
import { matchingTabs, tabRowOf, type TabRow } from './tab-rows.ts';
import type { Tabs } from './use-tabs.ts';
import * as listCss from '../components/list.module.css';
import * as css from './tabs.module.css';

const LIST = 'tabs-open';
const MAX_WANTED = 60;
const LINES_FOR_MS = 5_000;

/** Every hold; the first to expire is at the top. */
export function TabList({ tabs, shownId }: { tabs: Tabs; shownId: string | null }) {
  const texts = useTexts();
  const text = texts.words.tabs;
  const now = useNow();
  const [wanted, setWanted] = useState('');
  const { list } = tabs;
  // The rows show ages in minutes and hours, so they are rebuilt every few seconds, not with every tick.
  const round = Math.floor(now / LINES_FOR_MS) * LINES_FOR_MS;
  const all = useMemo(() => list.map((attempt) => tabRowOf(attempt, texts, round)), [list, texts, round]);
  const rows = useMemo(() => matchingTabs(all, wanted), [all, wanted]);
  // The field is shown while tabs are loading too: "/" and the text typed after it must not be lost.
  const isToCome = useTill((state) => (state.mirror.host?.openTabs ?? 0) > 0) && tabs.state === 'loading';
  const hasTools = tabs.list.length > 0 || isToCome;
  return (
    <Window state="idle" label={text.region} screenKey="tabs">
      <Title className={css.title}>{text.title}</Title>
      <p className={`tb-quiet ${css.sum}`}>{heldInAll(tabs.list, texts)}</p>
      {hasTools ? (
        <div className={listCss.tools}>
          <SearchField
            label={text.search}
            hint={text.searchHint}
            value={wanted}
            max={MAX_WANTED}
            list={LIST}
            onChange={setWanted}
          />
        </div>
      ) : null}
      {tabs.state === 'away' ? <p className={listCss.note}>{text.away}</p> : null}
      {rows.length === 0 ? (
        <p className={listCss.none}>
          {tabs.state === 'loading' ? text.loading : tabs.list.length === 0 ? text.none : text.noMatch}
        </p>
      ) : (
        <>
          <p className={`${listCss.cols} ${css.cols}`} data-part="list-cols" aria-hidden="true">
            <span>{text.columns.order}</span>
            <span>{text.columns.note}</span>
            <span>{text.columns.card}</span>
            <span>{text.columns.opened}</span>
            <span>{text.columns.ends}</span>
            <span>{text.columns.held}</span>
          </p>
          <TabRows rows={rows} shownId={shownId} />
          <p className={`${listCss.note} ${css.about}`}>{text.about}</p>
        </>
      )}
    </Window>
  );
}

const TabRows = memo(function TabRows({ rows, shownId }: { rows: readonly TabRow[]; shownId: string | null }) {
  const text = useTexts().words.tabs;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the links in it
    <ul id={LIST} className={listCss.list} onKeyDown={moveAlongRows}>
      {rows.map((row) => (
        <li key={row.id}>
          <a
            className={`${listCss.row} ${css.cols}`}
            data-part="list-row"
            href={tabHash(row.id)}
            data-row={row.id}
            {...(row.id === shownId ? { 'aria-current': 'true' as const } : {})}
          >
            <span className={`tb-quiet ${css.order}`}>{row.order}</span>
            <b className={css.who}>
              {row.note === '' ? <span className="tb-only-narrow">{row.order}</span> : row.note}
            </b>
            <span className={css.card}>{row.card}</span>
            <span className={`tb-quiet ${css.opened}`}>{row.opened}</span>
            <span
              className={`${listCss.payState} ${css.ends}`}
              data-part="pay-state"
              data-tone={row.expiry.isSoon ? 'checking' : undefined}
            >
              {row.expiry.isSoon ? <Mark shape="checking" isSmall /> : null}
              <span className="tb-sr">{text.columns.ends} </span>
              {row.expiry.words}
            </span>
            <span className={listCss.amount} data-part="list-amount">
              {row.held}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
});

/** Returns "$146.00 held on 3 cards", for each currency. */
function heldInAll(list: readonly AttemptView[], texts: Texts): string {
  const sums = new Map<string, { minor: number; count: number }>();
  for (const { currency, authorizedMinor, totalMinor } of list) {
    const sum = sums.get(currency) ?? { minor: 0, count: 0 };
    sums.set(currency, { minor: sum.minor + (authorizedMinor ?? totalMinor), count: sum.count + 1 });
  }
  return [...sums]
    .map(([currency, { minor, count }]) => texts.words.tabs.held({ amount: texts.money(minor, currency), count }))
    .join(', ');
}
