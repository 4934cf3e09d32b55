/**
 * Training progress of each till, kept on this computer (localStorage). The progress never contains anything about
 * money.
 */

/** Lessons in teaching order. */
export const lessons = ['sale', 'decline', 'checking'] as const;
export type Lesson = (typeof lessons)[number];

export interface Progress {
  /** Id of the payment that completed each lesson; `''` if the lesson was skipped. */
  done: Partial<Record<Lesson, string>>;
  /** ISO instant: earlier payments do not count as lessons. If empty, all payments count. */
  since: string;
  /** The guide is closed. */
  isOff: boolean;
}

export const newProgress: Progress = { done: {}, since: '', isOff: false };

const keyOf = (till: string) => `tillbridge.training/${till}`;
const listeners = new Set<() => void>();
const known = new Map<string, Progress>();

/** Calls `listener` on every change. Returns a function that removes the listener. */
export function onProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function isProgress(value: unknown): value is Progress {
  if (typeof value !== 'object' || value === null) return false;
  const { done, since, isOff } = value as Partial<Record<keyof Progress, unknown>>;
  return typeof since === 'string' && typeof isOff === 'boolean' && typeof done === 'object' && done !== null;
}

function readKept(till: string): Progress {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(till)) ?? 'null');
    return isProgress(kept) ? kept : newProgress;
  } catch {
    // Without usable progress, the guide starts over.
    return newProgress;
  }
}

/** Progress on the till of this name. Returns the same object until the progress changes. */
export function progressOf(till: string): Progress {
  const now = readKept(till);
  const last = known.get(till);
  if (last && JSON.stringify(last) === JSON.stringify(now)) return last;
  known.set(till, now);
  return now;
}

export function keepProgress(till: string, progress: Progress): void {
  try {
    window.localStorage.setItem(keyOf(till), JSON.stringify(progress));
  } catch {
    // In a browser without storage, the guide starts over each time.
  }
  for (const listener of listeners) listener();
}
