/** Presses on keys that just changed are ignored for this long (design language, 4, Dead time). Milliseconds. */
export const DEAD_TIME_MS = 400;

/** One key on screen. */
interface RegisteredKey {
  /** What the key means, e.g. "charge" or "new-sale"; a key that means the same on the next screen is not changed. */
  name: string;
  /** As in KeyboardEvent.key: "Enter", "Escape", "F9". */
  shortcut: string | undefined;
  press: () => void;
}

/** The keys of one window: which shortcut presses which, and which are dead because they just changed. */
export interface KeyRegistry {
  /**
   * Tells that the screen changed. The same key twice in a row is one change. `isOwnDoing`: the person changed it by
   * going on typing, so the next press is meant for what stands there now.
   */
  enter(screenKey: string, isOwnDoing?: boolean): void;
  /** Adds a key; gives back its removal. */
  register(screenKey: string, key: RegisteredKey, isOwnDoing?: boolean): () => void;
  isAlive(name: string): boolean;
  byShortcut(shortcut: string): RegisteredKey | undefined;
}

/** `now` in milliseconds; only differences count. */
export function createKeyRegistry(now: () => number): KeyRegistry {
  const keys = new Set<RegisteredKey>();
  let screen: string | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  let kept = new Set<string>();

  function enter(screenKey: string, isOwnDoing = false): void {
    if (screen === screenKey) return;
    // What stood there until now is what a press in the next moments may have been meant for.
    kept = new Set([...keys].map((key) => key.name));
    if (screen !== undefined) changedAt = isOwnDoing ? Number.NEGATIVE_INFINITY : now();
    screen = screenKey;
  }

  return {
    enter,
    register(screenKey, key, isOwnDoing) {
      enter(screenKey, isOwnDoing);
      keys.add(key);
      // Removed after the current work: the keys of the next screen register right after these go, and `enter` must
      // still see them.
      return () => queueMicrotask(() => keys.delete(key));
    },
    isAlive: (name) => kept.has(name) || now() - changedAt >= DEAD_TIME_MS,
    byShortcut: (shortcut) => [...keys].findLast((key) => key.shortcut === shortcut),
  };
}
