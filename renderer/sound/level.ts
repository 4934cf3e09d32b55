/** Volume of this window, stored on this computer. */
import { useSyncExternalStore } from 'react';

const soundLevels = ['off', 'quiet', 'normal'] as const;
export type SoundLevel = (typeof soundLevels)[number];

const KEY = 'tillbridge.sound';
const listeners = new Set<() => void>();
let known: SoundLevel | undefined;

function kept(): SoundLevel {
  try {
    const value = window.localStorage.getItem(KEY);
    return soundLevels.find((level) => level === value) ?? 'normal';
  } catch {
    return 'normal';
  }
}

/** The current level. */
export function soundLevel(): SoundLevel {
  known ??= kept();
  return known;
}

/** Sets the level, at once and for the next start. */
export function setSoundLevel(level: SoundLevel): void {
  known = level;
  try {
    window.localStorage.setItem(KEY, level);
  } catch {
    // A window without storage has the default level at its next start.
  }
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** The current level; follows changes. */
export function useSoundLevel(): SoundLevel {
  return useSyncExternalStore(subscribe, soundLevel);
}
