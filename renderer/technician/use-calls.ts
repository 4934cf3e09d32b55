import { useCallback, useEffect, useRef, useState } from 'react';
import {
  toFailure,
  type DeviceMetric,
  type DeviceView,
  type Discovered,
  type Failure,
  type PortAsk,
} from '../../electron/contract/index.ts';
import { useCommands, useTill, useTime } from '../store/index.ts';
import type { ActionRequest, ActionRun } from './action-message.ts';
import type { TerminalRow } from './terminal-rows.ts';

/** One answer of the host, or its failure. */
type Answer<T> = { value: T; failure: null } | { value: null; failure: Failure };

async function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await call, failure: null };
  } catch (error) {
    return { value: null, failure: toFailure(error) };
  }
}

/** The actions of this window: at most one per Device or terminal runs; the last result stays until it is dismissed. */
export interface Actions {
  /** Returns the last run of a row: on its Device, or on the terminal alone before it had one. */
  of(row: TerminalRow): ActionRun | undefined;
  run(request: ActionRequest): Promise<void>;
  dismiss(row: TerminalRow): void;
}

/** Ids that actions of a row may have used. */
const idsOf = ({ device, terminal }: TerminalRow) => [device?.id, terminal?.id].filter((id) => id !== undefined);

export function useActions(): Actions {
  const { act, actByCable } = useCommands();
  const time = useTime();
  const [runs, setRuns] = useState<Readonly<Record<string, ActionRun>>>({});
  const running = useRef(new Set<string>());
  const run = useCallback(
    async (request: ActionRequest) => {
      const { device } = request;
      // The keys are locked while an action runs; a press that was already on its way is not a second action.
      if (running.current.has(device)) return;
      running.current.add(device);
      const startedMs = time();
      const put = (one: ActionRun) => setRuns((all) => ({ ...all, [device]: one }));
      put({ request, startedMs, state: 'running' });
      const { terminal, action, idleMessage } = request;
      const message = idleMessage === undefined ? {} : { idleMessage };
      const { value, failure } = await answerOf(
        terminal === undefined ? act(request) : actByCable({ terminal, action, ...message }),
      );
      running.current.delete(device);
      const endedMs = time();
      put(
        failure
          ? { request, startedMs, state: 'failed', failure, endedMs }
          : { request, startedMs, state: 'done', result: value, endedMs },
      );
    },
    [act, actByCable, time],
  );
  const dismiss = useCallback((row: TerminalRow) => {
    const ids: readonly string[] = idsOf(row);
    setRuns((all) =>
      Object.fromEntries(Object.entries(all).filter(([id, one]) => one.state === 'running' || !ids.includes(id))),
    );
  }, []);
  const of = (row: TerminalRow) =>
    idsOf(row)
      .flatMap((id) => runs[id] ?? [])
      .toSorted((a, b) => b.startedMs - a.startedMs)[0];
  return { of, run, dismiss };
}

/** The metrics of one Device as last read. Times are in milliseconds since 1970. */
export interface MetricsRead {
  isReading: boolean;
  /** The last successful answer; it stays while the next answer is being read. */
  metrics: DeviceMetric[] | null;
  readMs: number | null;
  failure: Failure | null;
  readAgain: () => void;
}

/**
 * Reads the metrics of one Device when the component appears, when the host reconnects, and on request. The caller
 * gives each Device its own component.
 */
export function useMetrics(device: string | undefined): MetricsRead {
  const { metrics } = useCommands();
  const time = useTime();
  const connection = useTill((state) => state.mirror.connection);
  const [presses, setPresses] = useState(0);
  const [read, setRead] = useState<Omit<MetricsRead, 'isReading' | 'readAgain'> & { asked: string }>({
    asked: '',
    metrics: null,
    readMs: null,
    failure: null,
  });
  const isLive = connection.state === 'live';
  const asked = `${connection.sinceMs}/${presses}`;
  useEffect(() => {
    if (device === undefined || !isLive) return undefined;
    let isWanted = true;
    void answerOf(metrics(device)).then(({ value, failure }) => {
      // Another request or an unmount has made this answer obsolete.
      if (!isWanted) return;
      setRead((last) =>
        failure ? { ...last, asked, failure } : { asked, failure: null, metrics: value, readMs: time() },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [device, isLive, asked, metrics, time]);
  const { metrics: known, readMs, failure } = read;
  const isReading = device !== undefined && isLive && read.asked !== asked;
  return { isReading, metrics: known, readMs, failure, readAgain: () => setPresses((count) => count + 1) };
}

/** Reads a Device again when it is chosen and whenever its circumstances change; the mirror receives the answer. */
export function useFreshOffers(device: string | undefined, circumstances: string): void {
  const { getDevice } = useCommands();
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const asked = useRef('');
  useEffect(() => {
    const wanted = `${device ?? ''}/${circumstances}/${isLive}`;
    if (device === undefined || !isLive || asked.current === wanted) return;
    asked.current = wanted;
    // A failure leaves the older offers; the host checks every action again before it runs.
    getDevice(device).catch(() => {});
  }, [device, circumstances, isLive, getDevice]);
}

/**
 * One search of everything: ports and USB by discovery, Devices by the platform. Times are in milliseconds since 1970.
 */
export interface TerminalSearch {
  startedMs: number;
  endedMs: number | null;
  /** Answer, or null while the call runs. */
  ports: Answer<Discovered[]> | null;
  devices: Answer<DeviceView[]> | null;
}

/** The last decision about one port: being saved, or refused with a failure. */
export interface PortDecision {
  address: string;
  failure: Failure | null;
}

/** The last search of this window, and the decision about a port. Each half appears as soon as it has its answer. */
export function useTerminalSearch(): {
  lastSearch: TerminalSearch | null;
  isSearching: boolean;
  searchAgain: () => void;
  decision: PortDecision | null;
  decide: (address: string, ask: PortAsk) => void;
} {
  const { discover, listDevices, decidePort } = useCommands();
  const [decision, setDecision] = useState<PortDecision | null>(null);
  const time = useTime();
  const [lastSearch, setLastSearch] = useState<TerminalSearch | null>(null);
  const isBusy = useRef(false);
  const searchAgain = useCallback(() => {
    if (isBusy.current) return;
    isBusy.current = true;
    setDecision(null);
    setLastSearch({ startedMs: time(), endedMs: null, ports: null, devices: null });
    const change = (part: Partial<TerminalSearch>) => setLastSearch((last) => last && { ...last, ...part });
    const ports = answerOf(discover()).then((answer) => change({ ports: answer }));
    const devices = answerOf(listDevices()).then((answer) => change({ devices: answer }));
    void Promise.all([ports, devices]).then(() => {
      isBusy.current = false;
      change({ endedMs: time() });
    });
  }, [discover, listDevices, time]);
  const decide = useCallback(
    (address: string, ask: PortAsk) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setDecision({ address, failure: null });
      void answerOf(decidePort(address, ask)).then(({ value, failure }) => {
        isBusy.current = false;
        setDecision(failure ? { address, failure } : null);
        if (!value) return;
        const put = (found: Discovered): Discovered => (found.address === address ? value : found);
        setLastSearch(
          (last) =>
            last && {
              ...last,
              ports: last.ports?.value ? { ...last.ports, value: last.ports.value.map(put) } : last.ports,
            },
        );
      });
    },
    [decidePort],
  );
  return { lastSearch, isSearching: lastSearch !== null && lastSearch.endedMs === null, searchAgain, decision, decide };
}
