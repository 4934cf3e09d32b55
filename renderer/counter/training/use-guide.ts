import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { isOpenAttempt } from '../../../electron/contract/index.ts';
import { entryAmountMinor, useTill, useTime } from '../../store/index.ts';
import { lessonNow, stepNow, withTaught } from './lessons.ts';
import { keepProgress, newProgress, onProgress, progressOf, type Lesson, type Progress } from './progress.ts';

export interface Guide {
  progress: Progress;
  /** Current lesson, or null if all lessons are done. */
  lesson: Lesson | null;
  /** Number of the lesson's current line, from 1; 0 without a lesson. */
  step: number;
  skip: () => void;
  startAgain: () => void;
  close: () => void;
}

/**
 * Guide through training, or null in live mode, on a kiosk, and without a practice terminal. The completed lessons
 * follow from the host's payments and from the progress kept on this computer, so a reload changes nothing.
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
