import { isOpenAttempt, type AttemptView, type PracticeCard } from '../../../electron/contract/index.ts';
import { lessons, type Lesson, type Progress } from './progress.ts';

/** Test card of each lesson. */
export const cardOf: Readonly<Record<Lesson, PracticeCard['id']>> = {
  sale: 'approve',
  decline: 'no-funds',
  checking: 'lost-reply',
};

/** Lessons that a payment has taught; empty while the payment is open. */
export function taughtBy(attempt: AttemptView): Lesson[] {
  if (isOpenAttempt(attempt)) return [];
  const taught: Lesson[] = [];
  if (attempt.state === 'captured') taught.push('sale');
  if (attempt.state === 'declined') taught.push('decline');
  if (attempt.timings.some(({ step }) => step === 'checking')) taught.push('checking');
  return taught;
}

/**
 * Progress with the lessons that the host's payments have taught since. Returns the same object if no lesson is new.
 */
export function withTaught(progress: Progress, attempts: readonly AttemptView[]): Progress {
  const done = { ...progress.done };
  for (const attempt of attempts.toReversed()) {
    if (attempt.startedAt <= progress.since) continue;
    for (const lesson of taughtBy(attempt)) done[lesson] ??= attempt.id;
  }
  return lessons.every((lesson) => done[lesson] === progress.done[lesson]) ? progress : { ...progress, done };
}

/** Current lesson, or null if all lessons are done. */
export function lessonNow({ done }: Progress): Lesson | null {
  return lessons.find((lesson) => done[lesson] === undefined) ?? null;
}

/** Lesson that this payment was the first to teach, or null; the last such lesson if there are several. */
export function lessonOf({ done }: Progress, attempt: AttemptView): Lesson | null {
  return lessons.findLast((lesson) => done[lesson] === attempt.id) ?? null;
}

/** Number of the current line, from 1. `open`: the payment in progress. */
export function stepNow(
  lesson: Lesson,
  { open, amountMinor, card }: { open: AttemptView | undefined; amountMinor: number; card: PracticeCard['id'] },
): number {
  if (lesson === 'sale') return open ? 3 : amountMinor > 0 ? 2 : 1;
  if (!open) return 1;
  const isRead = open.card !== null || open.state !== 'working' || open.prompt === 'asking-bank';
  if (isRead) return lesson === 'checking' ? 4 : 3;
  return card === cardOf[lesson] ? 3 : 2;
}
