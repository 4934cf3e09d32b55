/** How far a person has come with the guide of this till, kept on this computer (localStorage). Never anything of money. */

/** In the order they are taught. */
export const lessons = ['sale', 'decline', 'checking'] as const;
export type Lesson = (typeof lessons)[number];

export interface Progress {
  /** By which payment each lesson was learnt; empty text: it was skipped. */
  done: Partial<Record<Lesson, string>>;
  /** ISO instant: payments started up to here taught nothing. Empty: all of them count. */
  since: string;
  /** The guide was closed. */
  isOff: boolean;
}

export const newProgress: Progress = { done: {}, since: '', isOff: false };

const keyOf = (till: string) => `tillbridge.training/${till}`;
const listeners = new Set<() => void>();
const known = new Map<string, Progress>();

/** Hears of every change; the answer ends it. */
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
    // Nothing usable is kept here: the guide begins anew.
    return newProgress;
  }
}

/** The progress on the till of this name. The same object until it changes. */
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
    // A browser that keeps nothing guides from the start each time.
  }
  for (const listener of listeners) listener();
}
