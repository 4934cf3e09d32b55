import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { isOpenAttempt } from '../../../electron/contract/index.ts';
import { entryAmountMinor, useTill, useTime } from '../../store/index.ts';
import { lessonNow, stepNow, withTaught } from './lessons.ts';
import { keepProgress, newProgress, onProgress, progressOf, type Lesson, type Progress } from './progress.ts';

export interface Guide {
  progress: Progress;
  /** The lesson to do now; null: all are done. */
  lesson: Lesson | null;
  /** The numbered line of it to do now, from 1; 0 without a lesson. */
  step: number;
  skip: () => void;
  startAgain: () => void;
  close: () => void;
}

/**
 * The guide through training; null where there is none: in live mode, on a kiosk, without a practice terminal. What was
 * done follows from the host's payments and from what this computer remembers, so a reload changes nothing.
 */
export function useGuide(): Guide | null {
  const till = useTill((state) => state.mirror.host?.till);
  const attempts = useTill((state) => state.mirror.host?.attempts);
  const card = useTill((state) => state.mirror.host?.practice?.chosenCard);
  const entry = useTill((state) => state.sale.entry);
  const now = useTime();
  const name = till?.name ?? '';
  const kept = useSyncExternalStore(onProgress, () => progressOf(name));
  const progress = useMemo(() => withTaught(kept, attempts ?? []), [kept, attempts]);
  const isGuided = till?.mode === 'training' && !till.isKiosk && card !== undefined;
  useEffect(() => {
    if (isGuided && progress !== kept) keepProgress(name, progress);
  }, [isGuided, name, progress, kept]);
  const lesson = lessonNow(progress);
  const skip = useCallback(() => {
    if (lesson) keepProgress(name, { ...progress, done: { ...progress.done, [lesson]: '' } });
  }, [lesson, name, progress]);
  const startAgain = useCallback(() => {
    keepProgress(name, { ...newProgress, since: new Date(now()).toISOString() });
  }, [name, now]);
  const close = useCallback(() => keepProgress(name, { ...progress, isOff: true }), [name, progress]);
  if (!isGuided) return null;
  const open = attempts?.find(isOpenAttempt);
  const amountMinor = entryAmountMinor(entry, till.currency);
  const step = lesson ? stepNow(lesson, { open, amountMinor, card }) : 0;
  return { progress, lesson, step, skip, startAgain, close };
}
