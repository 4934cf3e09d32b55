import { useCallback, useEffect, useState } from 'react';
import { isOpenAttempt, toFailure, type AttemptView } from '../../electron/contract/index.ts';
import { useCommands, useTill } from './index.ts';

/** Interval of reads of a payment that is too old for the mirror, while the payment can change. */
const READ_EVERY_MS = 2_000;

const settled: ReadonlySet<AttemptView['reversals'][number]['state']> = new Set(['succeeded', 'failed', 'decided']);

/** True while the payment or a reversal is in progress, so that its state can change. */
function isMoving(attempt: AttemptView): boolean {
  return isOpenAttempt(attempt) || attempt.reversals.some(({ state }) => !settled.has(state));
}

export interface ShownPayment {
  attempt: AttemptView | undefined;
  /** `gone`: the host has no such payment. */
  state: 'loading' | 'ready' | 'gone';
  /** Takes an answer of the host about the payment, which counts while the mirror does not have the payment. */
  take: (attempt: AttemptView) => void;
}

/** Payment by id, kept up to date even if the payment is too old for the mirror. */
export function usePayment(id: string | null): ShownPayment {
  const { getPayment } = useCommands();
  const mirrored = useTill((state) => state.mirror.host?.attempts.find((one) => one.id === id));
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [read, setRead] = useState<AttemptView | null>(null);
  const [goneId, setGoneId] = useState<string | null>(null);
  const take = useCallback((attempt: AttemptView) => setRead(attempt), []);
  const old = read?.id === id ? read : undefined;
  const isAsked = id !== null && !mirrored && isLive && (!old || isMoving(old));
  useEffect(() => {
    if (!isAsked || id === null) return undefined;
    let isWanted = true;
    const ask = () =>
      void getPayment(id).then(
        (attempt) => {
          if (isWanted) setRead(attempt);
        },
        (error: unknown) => {
          // The next read retries after any other failure.
          if (isWanted && toFailure(error).code === 'PAY_NOT_FOUND') setGoneId(id);
        },
      );
    ask();
    const timer = setInterval(ask, READ_EVERY_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [isAsked, id, getPayment]);
  const attempt = id === null ? undefined : (mirrored ?? old);
  return { attempt, state: attempt ? 'ready' : goneId === id ? 'gone' : 'loading', take };
}
