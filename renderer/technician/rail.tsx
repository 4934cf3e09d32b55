import type { KeyboardEvent } from 'react';
import { MAX_DEVICE_SEARCH, MAX_SHOWN_DEVICES } from '../../electron/contract/index.ts';
import { Icon } from '../components/icon.tsx';
import { Key, LockedPlate, Spacer } from '../components/keys.tsx';
import { Lamp } from '../components/lights.tsx';
import { SearchField } from '../components/search-field.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { rowModel, rowName, serialNumberOf, type TerminalRow } from './terminal-rows.ts';
import { rowCableLight, rowPlatformLight } from './row-lights.ts';
import { CHECK_PAGE, goToPage, SEARCH_PAGE, pageHref } from './pages.ts';
import type { TerminalSearch } from './use-calls.ts';
import type { DeviceSearch } from './use-device-search.ts';
import { technicianWords } from '../text/technician-words.ts';
import * as railCss from '../components/rail.module.css';
import { SmallPrint } from '../components/window.tsx';
import * as css from './technician.module.css';

/** Arrow keys move between rows, as in every list. */
function onArrows(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...(event.currentTarget.closest('nav')?.querySelectorAll('a') ?? [])];
  const next = links[links.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Returns a row's place in the list: a terminal keeps its place when it gets its Device. */
function placeOf({ key, terminal, isAmbiguous }: TerminalRow): string {
  return terminal && !isAmbiguous ? terminal.id : key;
}

const LIST = 'terminals-list';

/** True until the platform has been read completely: until then, a missing Device means nothing. */
export function useIsReading(): boolean {
  return useTill(({ mirror: { host } }) => host?.deviceList?.isReading === true && host.deviceList.readAt === null);
}

/** Every row with its two lights, and the key that searches again. */
export function Rail({
  found,
  chosen,
  lastSearch,
  isSearching,
  onSearchAgain,
}: {
  found: DeviceSearch;
  chosen: string | undefined;
  lastSearch: TerminalSearch | null;
  isSearching: boolean;
  onSearchAgain: () => void;
}) {
  const texts = useTexts(technicianWords);
  const { checks, technician } = texts.words;
  const { rail } = technician;
  const now = useNow();
  const isReading = useIsReading();
  const { search, setSearch, rows, count, total, isAsking } = found;
  const shown = rows.slice(0, MAX_SHOWN_DEVICES);
  return (
    <nav className={railCss.rail} data-part="rail" aria-label={rail.region}>
      <h2>{rail.count({ count: total })}</h2>
      {isReading ? <SmallPrint>{rail.reading}</SmallPrint> : null}
      {total > MAX_SHOWN_DEVICES ? (
        <SearchField
          label={rail.search}
          hint={rail.searchHint}
          value={search}
          max={MAX_DEVICE_SEARCH}
          list={LIST}
          onChange={setSearch}
        />
      ) : null}
      <ul id={LIST}>
        {shown.map((row) => (
          <li key={placeOf(row)}>
            <RailRow row={row} isChosen={row.key === chosen} nowMs={now} />
          </li>
        ))}
      </ul>
      {count === 0 && search !== '' && !isAsking && !isReading ? <SmallPrint>{rail.none}</SmallPrint> : null}
      {count > shown.length ? <SmallPrint>{rail.shown({ shown: shown.length, all: count })}</SmallPrint> : null}
      <Spacer />
      <Key name="check" icon="tick" onPress={() => goToPage(CHECK_PAGE)}>
        {checks.rail}
      </Key>
      {lastSearch ? (
        <a
          className={railCss.row}
          data-part="rail-row"
          href={pageHref(SEARCH_PAGE)}
          onKeyDown={onArrows}
          {...(chosen === SEARCH_PAGE ? { 'aria-current': 'page' as const } : {})}
        >
          <span>
            {rail.lastLook}
            <span className={railCss.sub}>
              {isSearching
                ? rail.lastLookRunning
                : rail.lastLookSub({ age: texts.ageAgo(now - (lastSearch.endedMs ?? lastSearch.startedMs)) })}
            </span>
          </span>
          <Icon name="arrow" />
        </a>
      ) : null}
      {isSearching ? (
        <LockedPlate isGo={false} icon="refresh">
          {rail.looking({ time: texts.stopwatch(now - (lastSearch?.startedMs ?? now)) })}
        </LockedPlate>
      ) : (
        <Key name="look-again" icon="refresh" onPress={onSearchAgain}>
          {rail.lookAgain}
        </Key>
      )}
    </nav>
  );
}

function RailRow({ row, isChosen, nowMs }: { row: TerminalRow; isChosen: boolean; nowMs: number }) {
  const texts = useTexts(technicianWords);
  const { technician, frame } = texts.words;
  const platform = useTill((state) => state.mirror.host?.platform);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  if (!platform) return null;
  const parts = { platform, nowMs, isLive, texts };
  const cable = rowCableLight(row, parts);
  const there = rowPlatformLight(row, parts);
  const name = rowName(row, texts);
  const where = row.device ? (row.terminal ? null : technician.rail.onlyPlatform) : technician.rail.onlyCable;
  // Serial numbers distinguish two terminals of the same model.
  const serial = serialNumberOf(row);
  const what = [rowModel(row) === name ? null : rowModel(row), serial === name ? null : serial, where];
  return (
    <a
      className={railCss.row}
      data-part="rail-row"
      data-row=""
      href={pageHref(row.key)}
      onKeyDown={onArrows}
      {...(isChosen ? { 'aria-current': 'page' as const } : {})}
    >
      <span>
        {name}
        <span className={railCss.sub}>{what.filter((part) => part !== null).join(', ')}</span>
      </span>
      <span className={css.railLamps}>
        <Lamp state={cable.state} />
        <Lamp state={there.state} />
      </span>
      <span className="tb-sr">
        {frame.lights.cable}: {cable.detail}. {frame.lights.platform}: {there.detail}.
      </span>
    </a>
  );
}
