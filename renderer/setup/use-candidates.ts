import { useEffect, useRef, useState } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useCommands, useTill, useTime, type TerminalCandidates } from '../store/index.ts';

/** What could be this till's terminal, as of the last look. Milliseconds since 1970. */
export interface Look {
  /** Null before anything is known. */
  found: TerminalCandidates['found'] | null;
  devices: TerminalCandidates['devices'];
  failure: Failure | null;
  /** How far a look has come; null: none runs. */
  progress: Pick<TerminalCandidates, 'looked' | 'ports'> | null;
  sinceMs: number;
}

/** Between two looks: whatever stands on a line and is no terminal is asked as often. Milliseconds. */
const LOOK_EVERY_MS = 3_000;
/** While one runs the host answers as soon as something is new. Milliseconds. */
const GO_ON_MS = 50;
const nothing = { found: null, devices: null, failure: null, progress: null } as const;

/** Looks again and again, as long as the screen does. */
export function useCandidates(isOn: boolean): Look {
  const { setup } = useCommands();
  const isLive = useTill(({ mirror }) => mirror.connection.state === 'live');
  const time = useTime();
  const [sinceMs] = useState(time);
  const [look, setLook] = useState<Omit<Look, 'sinceMs'>>(nothing);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isWanted = isOn && isLive;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const once = async () => {
      let againMs = LOOK_EVERY_MS;
      try {
        const seen = await setup((verbs) => verbs.listTerminalCandidates());
        const { found, devices, failure, isLooking, looked, ports } = seen;
        if (isLooking) againMs = GO_ON_MS;
        const progress = isLooking ? { looked, ports } : null;
        if (!isOver) setLook({ found, devices, failure, progress });
      } catch (error) {
        if (!isOver) setLook((last) => ({ ...last, failure: toFailure(error), progress: null }));
      }
      if (!isOver) timer = setTimeout(again, againMs);
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
  return { ...look, sinceMs };
}
