import { useCallback, useRef, useState } from 'react';
import {
  checkNames,
  toFailure,
  type CheckFinding,
  type CheckName,
  type Failure,
} from '../../electron/contract/index.ts';
import { useCommands, useTime } from '../store/index.ts';

/** One round of checks. Times are in milliseconds since 1970. */
export interface CheckRound {
  startedMs: number;
  endedMs: number | null;
  /** The running check, or null when the round has ended. */
  running: CheckName | null;
  findings: Readonly<Partial<Record<CheckName, CheckFinding[]>>>;
  /** Failure that ended the round early, or null. */
  failure: Failure | null;
}

/** The last round of this window: the checks run in sequence, and each appears as soon as it has its result. */
export function useChecks(): { round: CheckRound | null; isChecking: boolean; checkAgain: () => void } {
  const { check } = useCommands();
  const time = useTime();
  const [round, setRound] = useState<CheckRound | null>(null);
  const isBusy = useRef(false);
  const checkAgain = useCallback(() => {
    if (isBusy.current) return;
    isBusy.current = true;
    const change = (part: (last: CheckRound) => Partial<CheckRound>) =>
      setRound((last) => last && { ...last, ...part(last) });
    setRound({ startedMs: time(), endedMs: null, running: checkNames[0], findings: {}, failure: null });
    const run = async (): Promise<void> => {
      for (const name of checkNames) {
        change(() => ({ running: name }));
        const found = await check(name);
        change(({ findings }) => ({ findings: { ...findings, [name]: found } }));
      }
    };
    void run()
      .catch((error: unknown) => change(() => ({ failure: toFailure(error) })))
      .then(() => {
        isBusy.current = false;
        change(() => ({ running: null, endedMs: time() }));
      });
  }, [check, time]);
  return { round, isChecking: round !== null && round.endedMs === null, checkAgain };
}
