import { useCallback, useState } from 'react';
import type { Discovered } from '../../electron/contract/index.ts';
import { TextField } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { Foot, Next } from '../components/window.tsx';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { MAX_TYPED } from './limits.ts';
import { PickList, type Pick } from './pick-list.tsx';
import { BusyLine, Finding, Step, type GoKey } from './step.tsx';
import { useCandidates, type Candidates } from './use-candidates.ts';
import type { StepRun } from './use-step.ts';
import { setupWords, type SetupTexts } from '../text/setup-words.ts';
import * as numberCss from '../components/number.module.css';
import * as css from './setup.module.css';

type Way = 'cable' | 'address' | 'device';

/** Chooses the terminal: one on the cables, one at an address, or one of the platform's without a cable. */
export function TerminalStep({ run }: { run: StepRun }) {
  const [way, setWay] = useState<Way>('cable');
  const candidates = useCandidates(way !== 'address' && !run.isSending);
  const go = useCallback(
    (next: Way) => {
      run.forget();
      setWay(next);
    },
    [run],
  );
  const use = (address: string) => void run.send({ step: 'terminal', address });
  const parts = { run, candidates, onUse: use, onWay: go };
  if (way === 'address') return <AddressWay {...parts} />;
  return way === 'device' ? <DeviceWay {...parts} /> : <CableWay {...parts} />;
}

interface WayParts {
  run: StepRun;
  candidates: Candidates;
  onUse: (address: string) => void;
  onWay: (way: Way) => void;
}

function CableWay({ run, candidates, onUse, onWay }: WayParts) {
  const texts = useTexts(setupWords);
  const { terminal: text } = texts.words.setup;
  const now = useNow();
  const [picked, setPicked] = useState<string | null>(null);
  const rows = (candidates.found ?? []).filter(isShown).map((one) => rowOf(one, texts));
  const free = rows.filter(({ isOff }) => isOff !== true);
  const chosen = free.find(({ id }) => id === picked) ?? (free.length === 1 ? free[0] : undefined);
  const isNone = rows.length === 0;
  const title = isNone ? text.none : free.length > 1 ? text.foundMany : text.found;
  const address = chosen?.id;
  return (
    <Step
      run={run}
      name={isNone ? 'terminal/none' : 'terminal'}
      title={title}
      later={text.later}
      keys={<Ways now="cable" onWay={onWay} />}
      go={{
        label: text.go,
        press: () => address !== undefined && onUse(address),
        hold: address === undefined ? (free.length > 1 ? text.holdPick : text.hold) : null,
      }}
    >
      <Said run={run} />
      {isNone ? (
        <ol className={css.proof}>
          {Object.values(text.plug).map((line, index) => (
            <li key={line}>
              <span className={numberCss.number} data-part="number">
                {index + 1}
              </span>
              <span>{line}</span>
            </li>
          ))}
        </ol>
      ) : (
        <PickList label={text.list} rows={rows} chosen={address ?? null} onPick={setPicked} />
      )}
      <BusyLine>
        {run.isSending
          ? text.trying
          : [
              isNone ? text.looking({ time: texts.stopwatch(now - candidates.sinceMs) }) : text.stillLooking,
              candidates.progress && candidates.progress.ports > 0
                ? text.ports({ looked: candidates.progress.searchedPorts, of: candidates.progress.ports })
                : '',
            ]
              .filter(Boolean)
              .join(' ')}
      </BusyLine>
      {isNone ? (
        <Foot>
          <Next>{text.next}</Next>
        </Foot>
      ) : null}
    </Step>
  );
}

function AddressWay({ run, onUse, onWay }: WayParts) {
  const { setup } = useTexts(setupWords).words;
  const { terminal: text } = setup;
  const known = run.view.answers.terminal?.address ?? '';
  const [address, setAddress] = useState(known.startsWith('tcp:') ? known.slice('tcp:'.length) : '');
  return (
    <Step
      run={run}
      name="terminal/address"
      title={text.addressTitle}
      later={text.later}
      keys={<Ways now="address" onWay={onWay} />}
      back={{ label: setup.back, press: () => onWay('cable') }}
      go={{ label: text.try, press: () => onUse(address) }}
    >
      <TextField
        label={text.address}
        value={address}
        max={MAX_TYPED}
        kind="url"
        isFirst
        help={text.addressHelp}
        wrong={run.mistake?.field === 'terminal' ? run.mistake.sentence : null}
        onChange={(value) => {
          setAddress(value);
          run.forget();
        }}
      />
      {run.isSending ? <BusyLine>{text.trying}</BusyLine> : null}
    </Step>
  );
}

function DeviceWay({ run, candidates, onUse, onWay }: WayParts) {
  const { setup } = useTexts(setupWords).words;
  const { terminal: text } = setup;
  const [picked, setPicked] = useState<string | null>(null);
  const devices = candidates.devices ?? [];
  const rows: Pick[] = devices.map(({ serialNumber, name }) => ({
    id: serialNumber,
    name: name ?? serialNumber,
    sub: name === null ? undefined : serialNumber,
  }));
  const chosen = rows.find(({ id }) => id === picked) ?? (rows.length === 1 ? rows[0] : undefined);
  const go: GoKey = {
    label: text.go,
    press: () => chosen && onUse(`device:${chosen.id}`),
    hold: chosen ? null : rows.length > 1 ? text.holdPick : text.hold,
  };
  return (
    <Step
      run={run}
      name="terminal/device"
      title={text.devicesTitle}
      later={text.later}
      keys={<Ways now="device" onWay={onWay} />}
      back={{ label: setup.back, press: () => onWay('cable') }}
      go={go}
    >
      <Said run={run} />
      {candidates.failure ? <Finding state="warn" say={text.unasked} /> : null}
      {candidates.devices !== null && rows.length === 0 ? <p className={css.lead}>{text.noDevices}</p> : null}
      {rows.length === 0 ? null : (
        <PickList label={text.devices} rows={rows} chosen={chosen?.id ?? null} onPick={setPicked} />
      )}
      {run.isSending || candidates.devices === null ? (
        <BusyLine>{run.isSending ? text.trying : setup.account.trying}</BusyLine>
      ) : null}
    </Step>
  );
}

/** The two other ways to a terminal. */
function Ways({ now, onWay }: { now: Way; onWay: (way: Way) => void }) {
  const { terminal: text } = useTexts(setupWords).words.setup;
  const keys = [
    { way: 'cable', label: text.onCables, icon: 'plug' },
    { way: 'address', label: text.byAddress, icon: 'screen' },
    { way: 'device', label: text.withoutCable, icon: 'tap' },
  ] as const;
  return (
    <div className={`tb-two ${css.ways}`}>
      {keys
        .filter(({ way }) => way !== now)
        .map(({ way, label, icon }) => (
          <Key key={way} name={`by-${way}`} icon={icon} onPress={() => onWay(way)}>
            {label}
          </Key>
        ))}
    </div>
  );
}

/** The mistake that the last test found; empty after a success. */
function Said({ run: { mistake } }: { run: StepRun }) {
  return mistake ? <Finding state="bad" say={mistake.sentence} /> : null;
}

/** True for a terminal, and for a port that another program holds so that it cannot be identified. */
const isShown = ({ verdict, failure }: Discovered): boolean =>
  verdict === 'terminal' || (verdict === 'unavailable' && failure !== null);

function rowOf({ address, model, serialNumber, link, verdict, failure }: Discovered, texts: SetupTexts): Pick {
  const { links } = texts.words.setup.terminal;
  const where = `${links[link]} ${address.slice(address.indexOf(':') + 1)}`;
  if (verdict !== 'terminal' && failure)
    return { id: address, name: where, sub: texts.words.failures[failure.code].what, isOff: true, icon: 'warning' };
  return {
    id: address,
    name: model ?? where,
    sub: [serialNumber, where].filter(Boolean).join(' · '),
    icon: link === 'tcp' ? 'screen' : 'plug',
  };
}
