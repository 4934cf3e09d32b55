import { useEffect, useRef, useState } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useCommands, useTill, useTime, type TerminalCandidates } from '../store/index.ts';

/** Candidates for this till's terminal as of the last search. `sinceMs` is in milliseconds since 1970. */
export interface Candidates {
  /** Terminals that were found, or null before the first result. */
  found: TerminalCandidates['found'] | null;
  devices: TerminalCandidates['devices'];
  failure: Failure | null;
  /** Progress of a search, or null when none runs. */
  progress: Pick<TerminalCandidates, 'searchedPorts' | 'ports'> | null;
  sinceMs: number;
}

/** Pause between two searches, milliseconds. Every search also queries devices on the ports that are no terminals. */
const POLL_EVERY_MS = 3_000;
/** Pause in milliseconds during a search: the host answers as soon as there is news. */
const GO_ON_MS = 50;
const nothing = { found: null, devices: null, failure: null, progress: null } as const;

/** Searches repeatedly while the screen is open. */
export function useCandidates(isOn: boolean): Candidates {
  const { setup } = useCommands();
  const isLive = useTill(({ mirror }) => mirror.connection.state === 'live');
  const time = useTime();
  const [sinceMs] = useState(time);
  const [candidates, setCandidates] = useState<Omit<Candidates, 'sinceMs'>>(nothing);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isWanted = isOn && isLive;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const once = async () => {
      let againMs = POLL_EVERY_MS;
      try {
        const seen = await setup((verbs) => verbs.listTerminalCandidates());
        const { found, devices, failure, isSearching, searchedPorts, ports } = seen;
        if (isSearching) againMs = GO_ON_MS;
        const progress = isSearching ? { searchedPorts, ports } : null;
        if (!isOver) setCandidates({ found, devices, failure, progress });
      } catch (error) {
        if (!isOver) setCandidates((last) => ({ ...last, failure: toFailure(error), progress: null }));
      }
      if (!isOver) timer = setTimeout(again, againMs);
    };
    const again = () => {
      running.current = once();
    };
    // Waits for a search that a former screen began.
    void running.current.then(() => isOver || again());
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, setup]);
  return { ...candidates, sinceMs };
}
