import { useEffect, useState } from 'react';
import type { HostState } from '../../electron/contract/index.ts';
import { KeyScope } from '../components/key-scope.tsx';
import { Keys } from '../components/keys.tsx';
import { Foot, Next, Say, Window, Heading } from '../components/window.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ActionColumn } from './action-column.tsx';
import { chosenRow, isSameThing, type TerminalRow } from './terminal-rows.ts';
import { JournalWarnings, TerminalWindow } from './terminal-window.tsx';
import { SearchHelp, SearchWindow } from './search-window.tsx';
import { CheckKeys, CheckWindow } from './check-window.tsx';
import { CHECK_PAGE, goToPage, SEARCH_PAGE, usePage } from './pages.ts';
import { Rail, useIsReading } from './rail.tsx';
import * as css from './technician.module.css';
import { useActions, useTerminalSearch } from './use-calls.ts';
import { useChecks } from './use-checks.ts';
import { useDeviceSearch } from './use-device-search.ts';
import { technicianWords } from '../text/technician-words.ts';
import * as frameCss from '../frame/frame.module.css';

const none: Pick<HostState, 'terminals' | 'devices' | 'deviceList'> = { terminals: [], devices: [] };

/** The Terminals screen (#/terminals): terminals and Devices, one of them large, with its keys. */
export function TechnicianScreen() {
  const host = useTill((state) => state.mirror.host);
  const page = usePage();
  const { all: rows, found } = useDeviceSearch(
    host ?? none,
    page === SEARCH_PAGE || page === CHECK_PAGE ? undefined : page,
  );
  const row = host ? chosenRow(rows, page, host) : undefined;
  const { lastSearch, isSearching, searchAgain, decision, decide } = useTerminalSearch();
  const { round, isChecking, checkAgain } = useChecks();
  const actions = useActions();
  useFreshDevices();
  const ownPage = page === SEARCH_PAGE || page === CHECK_PAGE ? page : null;
  const shownAs = useShownAs(row);
  return (
    <KeyScope screenKey={ownPage ? `terminals/${ownPage}` : shownAs}>
      <main
        className={`${frameCss.stage} ${css.terminals}`}
        data-part="stage"
        data-layout="rail"
        data-screen="terminals"
      >
        <Rail
          found={found}
          chosen={ownPage ?? row?.key}
          lastSearch={lastSearch}
          isSearching={isSearching}
          onSearchAgain={() => {
            goToPage(SEARCH_PAGE);
            searchAgain();
          }}
        />
        {ownPage === SEARCH_PAGE ? (
          <>
            <SearchWindow lastSearch={lastSearch} decision={decision} onDecide={decide} />
            <SearchHelp />
          </>
        ) : ownPage === CHECK_PAGE ? (
          <>
            <CheckWindow round={round} onStart={checkAgain} />
            <CheckKeys round={round} isChecking={isChecking} onAgain={checkAgain} />
          </>
        ) : (
          <Chosen row={row} shownAs={shownAs} actions={actions} />
        )}
      </main>
    </KeyScope>
  );
}

/**
 * Returns the name of the shown row, for the focus and the pause of new keys. A terminal keeps its name when it gets
 * its Device, because a press at that moment is still meant for that terminal.
 */
function useShownAs(row: TerminalRow | undefined): string {
  const [shown, setShown] = useState({ row, count: 0 });
  if (shown.row === row) return nameOf(shown.count);
  const isSame = row !== undefined && shown.row !== undefined && isSameThing(shown.row, row);
  const count = isSame ? shown.count : shown.count + 1;
  setShown({ row, count });
  return nameOf(count);
}
const nameOf = (count: number) => `terminals/${count}`;

function Chosen({
  row,
  shownAs,
  actions,
}: {
  row: TerminalRow | undefined;
  shownAs: string;
  actions: ReturnType<typeof useActions>;
}) {
  const { technician } = useTexts(technicianWords).words;
  const isReading = useIsReading();
  if (!row) {
    const { heading, next } = technician.empty;
    const say = isReading ? technician.rail.reading : technician.empty.say;
    return (
      <>
        <Window state="idle" label={technician.title} screenKey={shownAs}>
          <Heading length={heading.length}>{heading}</Heading>
          <JournalWarnings />
          <Say>{say}</Say>
          <Foot>
            <Next>{next}</Next>
          </Foot>
        </Window>
        <Keys>{null}</Keys>
      </>
    );
  }
  const run = actions.of(row);
  return (
    <>
      <TerminalWindow row={row} shownAs={shownAs} run={run} onDismiss={() => actions.dismiss(row)} />
      <ActionColumn row={row} shownAs={shownAs} run={run} onRun={(request) => void actions.run(request)} />
    </>
  );
}

/** Interval in milliseconds of reading the list while the screen is visible. */
const LIST_EVERY_MS = 60_000;

/** Reads the Devices when the screen opens, while it is visible, and whenever the host reconnects. */
function useFreshDevices(): void {
  const { listDevices } = useCommands();
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  useEffect(() => {
    if (!isLive) return;
    // The host shows a failure in the platform's light; the records then keep their old age.
    const read = () => {
      if (document.visibilityState !== 'hidden') listDevices().catch(() => {});
    };
    read();
    const timer = setInterval(read, LIST_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLive, listDevices]);
}
