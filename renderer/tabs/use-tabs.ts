import { useMemo } from 'react';
import { useSettled } from '../components/use-settled.ts';
import type { AttemptView } from '../../electron/contract/index.ts';
import { useCommands, useTill } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';

/** Debounce of changes, milliseconds. */
const QUIET_MS = 150;

export interface Tabs {
  /** The first to expire is at the top. */
  list: readonly AttemptView[];
  state: 'loading' | 'ready' | 'away';
}

/** Every hold of the host's record; read again whenever a payment of the mirror changes. */
export function useTabs(): Tabs {
  const { listTabs } = useCommands();
  const mirrored = useTill((state) => state.mirror.host?.attempts);
  const openTabs = useTill((state) => state.mirror.host?.openTabs);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const shape = useSettled(`${openTabs} ${(mirrored ?? []).map(({ id, state }) => id + state).join()}`, QUIET_MS);
  const { value: read, failure } = useAnswer(isLive ? listTabs : null, shape);
  // The previous answer stays, marked as old.
  const isAway = failure !== null;
  const list = useMemo(() => {
    const fresh = new Map((mirrored ?? []).map((attempt) => [attempt.id, attempt]));
    const all = read ?? (isAway ? (mirrored ?? []) : []);
    return all.map((attempt) => fresh.get(attempt.id) ?? attempt).filter(({ state }) => state === 'authorized');
  }, [read, isAway, mirrored]);
  return { list, state: isAway ? 'away' : read ? 'ready' : 'loading' };
}
