import { isOpenAttempt, type AttemptView, type PracticeCard } from '../../../electron/contract/index.ts';
import { lessons, type Lesson, type Progress } from './progress.ts';

/** The test card each lesson is done with. */
export const cardOf: Readonly<Record<Lesson, PracticeCard['id']>> = {
  sale: 'approve',
  decline: 'no-funds',
  checking: 'lost-reply',
};

/** What a payment has taught, once it is over. */
export function taughtBy(attempt: AttemptView): Lesson[] {
  if (isOpenAttempt(attempt)) return [];
  const taught: Lesson[] = [];
  if (attempt.state === 'captured') taught.push('sale');
  if (attempt.state === 'declined') taught.push('decline');
  if (attempt.timings.some(({ step }) => step === 'checking')) taught.push('checking');
  return taught;
}

/** The progress with what the host's payments have taught since. The same object where that is nothing new. */
export function withTaught(progress: Progress, attempts: readonly AttemptView[]): Progress {
  const done = { ...progress.done };
  for (const attempt of attempts.toReversed()) {
    if (attempt.startedAt <= progress.since) continue;
    for (const lesson of taughtBy(attempt)) done[lesson] ??= attempt.id;
  }
  return lessons.every((lesson) => done[lesson] === progress.done[lesson]) ? progress : { ...progress, done };
}

/** The lesson to do now; null: all of them are done. */
export function lessonNow({ done }: Progress): Lesson | null {
  return lessons.find((lesson) => done[lesson] === undefined) ?? null;
}

/** The lesson that this payment, and no earlier one, has taught; the last of them where it was more than one. */
export function lessonOf({ done }: Progress, attempt: AttemptView): Lesson | null {
  return lessons.findLast((lesson) => done[lesson] === attempt.id) ?? null;
}

/** The numbered line to do now, from 1. `open`: the payment that runs. */
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
