import { useCallback, useEffect, useState } from 'react';
import { isOpenAttempt, toFailure, type AttemptView } from '../../electron/contract/index.ts';
import { useCommands, useTill } from './index.ts';

/** A payment too old for the mirror is read again this often while something of it moves, milliseconds. */
const READ_EVERY_MS = 2_000;

const settled: ReadonlySet<AttemptView['reversals'][number]['state']> = new Set(['succeeded', 'failed', 'decided']);

/** True while something of it is on its way, so that it can change by itself. */
function isMoving(attempt: AttemptView): boolean {
  return isOpenAttempt(attempt) || attempt.reversals.some(({ state }) => !settled.has(state));
}

export interface ShownPayment {
  attempt: AttemptView | undefined;
  /** `gone`: nobody knows it. */
  state: 'loading' | 'ready' | 'gone';
  /** The host's answer about it: it counts where the mirror has none. */
  take: (attempt: AttemptView) => void;
}

/** One payment, kept fresh even where the mirror no longer holds it. */
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
          // Anything else is asked again with the next round.
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
