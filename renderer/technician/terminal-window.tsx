import { Icon } from '../components/icon.tsx';
import { Key } from '../components/keys.tsx';
import { Lamp } from '../components/lights.tsx';
import { Fact, Facts, Title, Window, SmallPrint } from '../components/window.tsx';
import { useCommands, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ResultPlate } from './action-result.tsx';
import type { ActionRun } from './action-message.ts';
import { rowModel, rowName, serialNumberOf, type TerminalRow } from './terminal-rows.ts';
import { Gauges } from './gauges.tsx';
import { Metrics } from './metrics.tsx';
import { journalWarnings, otherTerminal, warningsOf, type Warning } from './row-warnings.ts';
import { rowCableLight, rowPlatformLight, type BigLight } from './row-lights.ts';
import { technicianWords } from '../text/technician-words.ts';
import * as css from './technician.module.css';

/** One terminal, large: its name, both lights with their ages and reasons, its state, its metrics. */
export function TerminalWindow({
  row,
  shownAs,
  run,
  onDismiss,
}: {
  row: TerminalRow;
  /** Name of the shown row: a new name moves the focus to the title. */
  shownAs: string;
  run: ActionRun | undefined;
  onDismiss: () => void;
}) {
  const texts = useTexts(technicianWords);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const { technician } = texts.words;
  const name = rowName(row, texts);
  const model = rowModel(row);
  const serial = serialNumberOf(row);
  return (
    <Window state="idle" label={name} screenKey={shownAs}>
      <div className={css.terminalTitle}>
        <Title>{name}</Title>
        <p className="tb-quiet">
          {model === name ? null : <span>{model}</span>}
          {serial === name || serial === null ? null : (
            <span className="tb-code">
              <span className="tb-sr">{technician.serialNumber} </span>
              {serial}
            </span>
          )}
          {row.terminal?.firmware ? <span className="tb-code">{row.terminal.firmware}</span> : null}
        </p>
      </div>
      {isLive ? null : <SmallPrint>{technician.away}</SmallPrint>}
      <BigLights row={row} />
      <JournalWarnings />
      <Warnings row={row} />
      {run && run.state !== 'running' ? <ResultPlate row={row} run={run} onDismiss={onDismiss} /> : null}
      {row.terminal ? <Gauges health={row.terminal.health} /> : null}
      {row.device ? <DeviceFacts row={row} /> : null}
      {/* One component per Device, so that metrics of another Device never appear here. */}
      <Metrics key={row.device?.id ?? 'none'} device={row.device?.id} />
    </Window>
  );
}

function BigLights({ row }: { row: TerminalRow }) {
  const texts = useTexts(technicianWords);
  const { lights } = texts.words.frame;
  const now = useNow();
  const platform = useTill((state) => state.mirror.host?.platform);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  if (!platform) return null;
  const parts = { platform, nowMs: now, isLive, texts };
  return (
    <div className={css.bigLights}>
      <BigLightBox name={lights.cable} light={rowCableLight(row, parts)} />
      <BigLightBox name={lights.platform} light={rowPlatformLight(row, parts)} />
    </div>
  );
}

function BigLightBox({ name, light }: { name: string; light: BigLight }) {
  return (
    <div>
      <Lamp state={light.state} />
      <h2>{name}</h2>
      <p className={css.bigAge}>{light.age}</p>
      <p className={css.bigDetail}>
        {light.detail}
        {light.reason ? (
          <>
            <br />
            {light.reason.what} <span className="tb-code">{light.reason.code}</span>
          </>
        ) : null}
      </p>
    </div>
  );
}

function Warnings({ row }: { row: TerminalRow }) {
  const texts = useTexts(technicianWords);
  const { warnings } = texts.words.technician;
  const { forget } = useCommands();
  const now = useNow();
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const other = otherTerminal(row);
  return (
    <>
      <WarningList warnings={warningsOf(row, now, texts)} />
      {other ? (
        <div className={css.warning}>
          <Icon name="warning" />
          <p>
            <b>{warnings.other({ found: other.found, paired: other.paired })}</b> {warnings.otherNext}
          </p>
          {isLive ? (
            // A refusal (a payment is open there) leaves the warning as it is.
            <Key name="take-this-one" variant="small" onPress={() => void forget(other.terminal).catch(() => {})}>
              {warnings.takeThisOne}
            </Key>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** Warnings about the till's own records, for every terminal. */
export function JournalWarnings() {
  const texts = useTexts(technicianWords);
  const journal = useTill((state) => state.mirror.host?.journal);
  const isOpen = useTill(({ mirror: { host } }) => host?.till.mode === 'live' && host.till.hasManagers === false);
  const { what, next } = texts.words.technician.nobodyKnown;
  const warnings = [...(journal ? journalWarnings(journal, texts) : []), ...(isOpen ? [[what, next] as const] : [])];
  return <WarningList warnings={warnings} />;
}

function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  return warnings.map(([what, next]) => (
    <div key={what} className={css.warning}>
      <Icon name="warning" />
      <p>
        <b>{what}</b> {next}
      </p>
    </div>
  ));
}

function DeviceFacts({ row }: { row: TerminalRow }) {
  const { facts } = useTexts(technicianWords).words.technician;
  const { device } = row;
  if (!device) return null;
  return (
    <Facts>
      <Fact label={facts.idleMessage} value={device.idleMessage ? `“${device.idleMessage}”` : facts.noIdleMessage} />
      <Fact label={facts.processor} value={device.processor ?? '–'} isCode />
      <Fact label={facts.device} value={device.id} isCode />
      {device.merchant ? <Fact label={facts.merchant} value={device.merchant} isCode /> : null}
    </Facts>
  );
}
