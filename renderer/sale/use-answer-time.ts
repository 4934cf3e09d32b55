import { useEffect, useState } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { useNow } from '../store/index.ts';

const TICK_MS = 250;

/**
 * Returns the remaining time for an answer in milliseconds. The host releases the hold by its own timer, so only the
 * start is read from the clock, which may be set during the wait.
 */
export function useAnswerTime({ since, withinMs }: NonNullable<AttemptView['asking']>): number {
  const now = useNow();
  const [atFirst] = useState(() => Math.min(withinMs, Math.max(0, withinMs - (now - Date.parse(since)))));
  const [leftMs, setLeftMs] = useState(atFirst);
  useEffect(() => {
    const begunAt = performance.now();
    const timer = setInterval(() => setLeftMs(Math.max(0, atFirst - (performance.now() - begunAt))), TICK_MS);
    return () => clearInterval(timer);
  }, [atFirst]);
  return leftMs;
}
