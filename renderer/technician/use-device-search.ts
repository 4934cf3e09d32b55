import { useEffect, useMemo, useState } from 'react';
import { useSettled } from '../components/use-settled.ts';
import type { HostState } from '../../electron/contract/index.ts';
import { useCommands, useTill } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';
import { foundRows, terminalRows, type TerminalRow } from './terminal-rows.ts';

/** Pause in typing before a search, milliseconds. */
const QUIET_MS = 150;

export interface DeviceSearch {
  search: string;
  setSearch: (text: string) => void;
  /** Rows of this window and Devices of the host that match. */
  rows: readonly TerminalRow[];
  /** `count` is the number of matches, `total` the number of all Devices and terminals. */
  count: number;
  total: number;
  /** True until the host has answered the typed search. */
  isAsking: boolean;
}

/** Returns the rows of this window, the matches of the search, and the row in the address bar. */
export function useDeviceSearch(
  host: Pick<HostState, 'terminals' | 'devices' | 'deviceList'>,
  named: string | undefined,
): { all: TerminalRow[]; found: DeviceSearch } {
  const { findDevices, getDevice } = useCommands();
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [search, setSearch] = useState('');
  const { terminals, devices, deviceList } = host;
  const hidden = Math.max(0, (deviceList?.count ?? 0) - devices.length);
  const typed = useSettled(search.trim(), QUIET_MS);
  const ask =
    isLive && hidden > 0 && typed !== '' ? () => findDevices(typed).then((answer) => ({ typed, ...answer })) : null;
  const { value, failure } = useAnswer(ask, `${typed} ${deviceList?.count} ${deviceList?.readAt}`);
  const answer = hidden > 0 && value?.typed === search.trim() ? value : null;
  const all = useMemo(() => {
    const known = new Set(devices.map(({ id }) => id));
    const more = answer?.devices.filter(({ id }) => !known.has(id)) ?? [];
    return terminalRows({ terminals, devices: [...devices, ...more], deviceList });
  }, [terminals, devices, deviceList, answer]);
  const isHere = [...terminals, ...devices].some(({ id }) => id === named);
  const isMissing = isLive && hidden > 0 && named !== undefined && !isHere;
  useEffect(() => {
    // After this read the host includes the Device in the window's events.
    if (isMissing) getDevice(named).catch(() => undefined);
  }, [isMissing, named, getDevice]);
  const rows = foundRows(all, search);
  const isSearching = search.trim() !== '';
  const count = isSearching ? Math.max(rows.length, answer?.count ?? 0) : all.length + hidden;
  const isAsking = isSearching && hidden > 0 && answer === null && failure === null;
  return { all, found: { search, setSearch, rows, count, total: all.length + hidden, isAsking } };
}
