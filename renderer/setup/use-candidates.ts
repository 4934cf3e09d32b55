import { useCallback, useEffect, useRef, useState } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useCommands, useTill, useTime, type TerminalCandidates } from '../store/index.ts';

/** What could be this till's terminal, as of the last look. Milliseconds since 1970. */
export interface Look {
  /** Null before the first look. */
  found: TerminalCandidates['found'] | null;
  devices: TerminalCandidates['devices'] | null;
  failure: Failure | null;
  sinceMs: number;
  /** Resolves when no look runs: a port is never asked twice at once. */
  idle: () => Promise<void>;
}

/** Between two looks: whatever stands on a line and is no terminal is asked as often. Milliseconds. */
const LOOK_EVERY_MS = 3_000;

/** Looks again and again, as long as the screen does. */
export function useCandidates(isOn: boolean): Look {
  const { setup } = useCommands();
  const isLive = useTill(({ mirror }) => mirror.connection.state === 'live');
  const time = useTime();
  const [sinceMs] = useState(time);
  const [look, setLook] = useState<Pick<Look, 'found' | 'devices' | 'failure'>>({
    found: null,
    devices: null,
    failure: null,
  });
  const running = useRef<Promise<void>>(Promise.resolve());
  const isWanted = isOn && isLive;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const once = async () => {
      try {
        const { found, devices } = await setup((verbs) => verbs.listTerminalCandidates());
        if (!isOver) setLook({ found, devices, failure: null });
      } catch (error) {
        if (!isOver) setLook((last) => ({ ...last, failure: toFailure(error) }));
      }
      if (!isOver) timer = setTimeout(again, LOOK_EVERY_MS);
    };
    const again = () => {
      running.current = once();
    };
    // After one that was begun before, by a screen that has gone.
    void running.current.then(() => isOver || again());
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, setup]);
  const idle = useCallback(() => running.current, []);
  return { ...look, sinceMs, idle };
}
