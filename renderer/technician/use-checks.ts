import { useCallback, useRef, useState } from 'react';
import {
  checkNames,
  toFailure,
  type CheckFinding,
  type CheckName,
  type Failure,
} from '../../electron/contract/index.ts';
import { useCommands, useTime } from '../store/index.ts';

/** One round of checks. Times in milliseconds since 1970. */
export interface CheckRound {
  startedMs: number;
  endedMs: number | null;
  /** What is looked at now; null: the round is over. */
  running: CheckName | null;
  findings: Readonly<Partial<Record<CheckName, CheckFinding[]>>>;
  /** Why the till could not be asked any more. */
  failure: Failure | null;
}

/** The last round of this window, one check after the other, each shown as soon as it is there. */
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
