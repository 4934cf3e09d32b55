import { useEffect, useEffectEvent, useState } from 'react';
import { toFailure, type FailureCode } from '../../electron/contract/index.ts';

interface Answer<Value> {
  /** Last answer, or null. The caller decides whether a later failure invalidates it. */
  value: Value | null;
  /** Reason why the last question failed, or null. */
  failure: FailureCode | null;
}

/** Asks the host, and again whenever `key` changes; answers to earlier questions are dropped. Null asks nothing. */
export function useAnswer<Value>(ask: (() => Promise<Value>) | null, key: string): Answer<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ value: null, failure: null });
  const isAsked = ask !== null;
  const asking = useEffectEvent(() => ask?.());
  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    asking()?.then(
      (value) => {
        if (isWanted) setAnswer({ value, failure: null });
      },
      (error: unknown) => {
        if (isWanted) setAnswer((last) => ({ ...last, failure: toFailure(error).code }));
      },
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new key asks again
  }, [isAsked, key]);
  return answer;
}
