import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { useCommands, useTill } from '../store/index.ts';
import { isMoving } from './payment-rows.ts';

/** As many as the list goes back. */
const LISTED = 200;
/** A payment too old for the mirror is read again this often while something of it moves, milliseconds. */
const READ_EVERY_MS = 2_000;

export interface Payments {
  /** Newest first. */
  list: readonly AttemptView[];
  state: 'loading' | 'ready' | 'away';
  /** The host's answer about a payment: it counts where the mirror has none. */
  take: (attempt: AttemptView) => void;
}

const newestFirst = (a: AttemptView, b: AttemptView) => b.startedAt.localeCompare(a.startedAt);

/**
 * The newest payments: the host's list, and over it the mirror, which is always true for the payments it holds. `shownId`
 * is kept fresh even where the mirror no longer holds it.
 */
export function usePayments(shownId: string | null): Payments {
  const { listPayments, getPayment } = useCommands();
  const mirrored = useTill((state) => state.mirror.host?.attempts);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [read, setRead] = useState<ReadonlyMap<string, AttemptView>>(new Map());
  const [state, setState] = useState<Payments['state']>('loading');

  const take = useCallback((attempt: AttemptView) => setRead((last) => new Map(last).set(attempt.id, attempt)), []);

  useEffect(() => {
    if (!isLive) return undefined;
    let isWanted = true;
    listPayments(LISTED).then(
      (attempts) => {
        if (!isWanted) return;
        setRead(new Map(attempts.map((attempt) => [attempt.id, attempt])));
        setState('ready');
      },
      () => {
        // The mirror's payments stand there all the same, and the screen says that the older ones are missing.
        if (isWanted) setState('away');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [isLive, listPayments]);

  const list = useMemo(() => {
    const all = new Map(read);
    for (const attempt of mirrored ?? []) all.set(attempt.id, attempt);
    return [...all.values()].sort(newestFirst);
  }, [read, mirrored]);

  const isMirrored = mirrored?.some(({ id }) => id === shownId) ?? false;
  const old = shownId === null || isMirrored ? undefined : read.get(shownId);
  // Unknown until the list is there: then it is asked for by itself once, and read again while it moves.
  const isAsked = shownId !== null && !isMirrored && isLive && state !== 'loading' && (!old || isMoving(old));
  useEffect(() => {
    if (!isAsked || shownId === null) return undefined;
    let isWanted = true;
    const ask = () =>
      void getPayment(shownId).then(
        (attempt) => {
          if (isWanted) take(attempt);
        },
        () => {
          // The next round asks again; a payment nobody knows is shown as such meanwhile.
        },
      );
    ask();
    const timer = setInterval(ask, READ_EVERY_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [isAsked, shownId, getPayment, take]);

  return { list, state, take };
}
