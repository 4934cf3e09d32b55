import { useCallback, useEffect, useState } from 'react';
import { useTime } from '../store/index.ts';
import { isTillBrowser, readSessions } from '../store/web-sessions.ts';

/**
 * Link of the till's browser that another user opened first: id and time of the event, milliseconds since 1970 by this
 * computer's clock.
 */
export interface TakenLink {
  readonly id: string;
  readonly atMs: number;
}

const KEY = 'tillbridge.link-taken-read';
const ASK_EVERY_MS = 30_000;

function wasRead(id: string): boolean {
  try {
    return window.localStorage.getItem(KEY) === id;
  } catch {
    return false;
  }
}

function keepRead(id: string): void {
  try {
    window.localStorage.setItem(KEY, id);
  } catch {
    // If the browser stores nothing, the dialog appears again after a reload.
  }
}

/**
 * Returns the taken link that this browser has not acknowledged, queried from the browser shell while the window is
 * visible. `read` dismisses it for this browser, `close` for this window.
 */
export function useLinkTaken(): { taken: TakenLink | null; read: () => void; close: () => void } {
  const time = useTime();
  const [taken, setTaken] = useState<TakenLink | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  useEffect(() => {
    if (!isTillBrowser()) return;
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const { linkTaken } = await readSessions();
        if (!linkTaken) return;
        const { id, secondsAgo } = linkTaken;
        setTaken((before) => (before?.id === id ? before : { id, atMs: time() - secondsAgo * 1000 }));
      } catch {
        // The next attempt follows soon; other screens show why the host is unreachable.
      }
    };
    const now = () => void ask();
    now();
    const timer = setInterval(now, ASK_EVERY_MS);
    window.addEventListener('focus', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', now);
      document.removeEventListener('visibilitychange', now);
    };
  }, [time]);
  const id = taken?.id ?? null;
  const close = useCallback(() => setClosed(id), [id]);
  const read = useCallback(() => {
    if (id !== null) keepRead(id);
    setClosed(id);
  }, [id]);
  return { taken: taken && taken.id !== closed && !wasRead(taken.id) ? taken : null, read, close };
}
