import { useEffect, useMemo } from 'react';
import { KeyScope } from '../components/key-scope.tsx';
import { Keys } from '../components/keys.tsx';
import { Foot, Next, Say, Window, Heading } from '../components/window.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ActionColumn } from './action-column.tsx';
import { actionTarget, terminalRows, chosenRow, type TerminalRow } from './terminal-rows.ts';
import { TerminalWindow } from './terminal-window.tsx';
import { LookHelp, LookWindow } from './look-window.tsx';
import { goToPage, LOOK_PAGE, usePage } from './pages.ts';
import { Rail } from './rail.tsx';
import './technician.css';
import { useActions, useLook } from './use-calls.ts';

/** The Terminals screen (#/terminals): what is on the cable and what the platform knows, one of them large, its keys. */
export function TechnicianScreen() {
  const host = useTill((state) => state.mirror.host);
  const page = usePage();
  const rows = useMemo(() => (host ? terminalRows(host) : []), [host]);
  const row = host ? chosenRow(rows, page, host) : undefined;
  const { look, isLooking, lookAgain } = useLook();
  const actions = useActions();
  useFreshDevices();
  const isLookPage = page === LOOK_PAGE;
  const scope = isLookPage ? LOOK_PAGE : (row?.key ?? 'empty');
  return (
    <KeyScope screenKey={`terminals/${scope}`}>
      <main className="tb-stage tb-stage-rail" data-screen="terminals">
        <Rail
          rows={rows}
          chosen={isLookPage ? LOOK_PAGE : row?.key}
          look={look}
          isLooking={isLooking}
          onLookAgain={() => {
            goToPage(LOOK_PAGE);
            lookAgain();
          }}
        />
        {isLookPage ? (
          <>
            <LookWindow look={look} />
            <LookHelp />
          </>
        ) : (
          <Chosen row={row} actions={actions} />
        )}
      </main>
    </KeyScope>
  );
}

function Chosen({ row, actions }: { row: TerminalRow | undefined; actions: ReturnType<typeof useActions> }) {
  const { technician } = useTexts().words;
  if (!row) {
    const { heading, say, next } = technician.empty;
    return (
      <>
        <Window state="idle" label={technician.title} screenKey="terminals/empty">
          <Heading length={heading.length}>{heading}</Heading>
          <Say>{say}</Say>
          <Foot>
            <Next>{next}</Next>
          </Foot>
        </Window>
        <Keys>{null}</Keys>
      </>
    );
  }
  const target = actionTarget(row)?.device;
  const run = actions.of(target);
  return (
    <>
      <TerminalWindow
        row={row}
        run={run}
        onPutAway={() => {
          if (target !== undefined) actions.putAway(target);
        }}
      />
      <ActionColumn row={row} run={run} onRun={(request) => void actions.run(request)} />
    </>
  );
}

/** Has the Devices read when the screen opens and whenever the host comes back: a record nobody asked for is old. */
function useFreshDevices(): void {
  const { listDevices } = useCommands();
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  useEffect(() => {
    if (!isLive) return;
    // A failure shows in the platform's light, which the host keeps; the records then keep their old age.
    listDevices().catch(() => {});
  }, [isLive, listDevices]);
}
