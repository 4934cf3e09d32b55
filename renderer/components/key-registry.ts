/** Time for which a press on a key that just changed is refused, with a request to press again. */
export const DEAD_TIME_MS = 400;
/** Maximum time between a press and the screen change that the press caused. */
const OWN_WORK_MS = 400;

/** Key on screen. */
interface RegisteredKey {
  /**
   * Meaning of the key, e.g. "charge" or "new-sale"; a key with the same meaning on the next screen counts as
   * unchanged.
   */
  name: string;
  /** KeyboardEvent.key, such as "Enter", "Escape" or "F9". */
  shortcut: string | undefined;
  press: () => void;
  /** Called when the press was refused: asks the user to press again. */
  refuse?: () => void;
}

/** Press of a key: the start time on the registry's clock, and the shortcut, or undefined for touch or mouse. */
export interface Press {
  atMs: number;
  shortcut: string | undefined;
}

/** Keys of one window: finds the key for a shortcut, and detects presses that were meant for the previous screen. */
export interface KeyRegistry {
  /**
   * Reports that the screen changed. The same `screenKey` again is ignored. `isOwnDoing`: the user changed the screen
   * by typing, or has typed on the screen since, so the next press is meant for the current screen.
   */
  enter(screenKey: string, isOwnDoing?: boolean): void;
  /** Adds a key. Returns a function that removes the key. */
  register(screenKey: string, key: RegisteredKey, isOwnDoing?: boolean): () => void;
  /** Presses the key of that name, or refuses a press that was meant for the previous screen. */
  press(key: Pick<RegisteredKey, 'name' | 'press' | 'refuse'>, by: Press): void;
  byShortcut(shortcut: string): RegisteredKey | undefined;
}

/** `now` returns milliseconds; only differences matter. */
export function createKeyRegistry(now: () => number): KeyRegistry {
  const keys = new Set<RegisteredKey>();
  let screen: string | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  let kept = new Set<string>();
  /** False while a screen is still loading and has no keys: its question is as old as its first key. */
  let isDrawn = true;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let last: Press | undefined;
  /** Press that changed the screen, or undefined if the host changed it. */
  let cause: Press | undefined;

  function enter(screenKey: string, isOwnDoing = false): void {
    if (screen === screenKey) {
      // A user who typed on the screen has seen it.
      if (isOwnDoing) changedAt = drawnAt = Number.NEGATIVE_INFINITY;
      return;
    }
    // A press in the next moments may be meant for a key of the previous screen; keys on both screens accept such a
    // press.
    kept = new Set([...keys].map((key) => key.name));
    if (screen !== undefined) changedAt = isOwnDoing ? Number.NEGATIVE_INFINITY : now();
    drawnAt = changedAt;
    cause = last && now() - last.atMs <= OWN_WORK_MS ? last : undefined;
    screen = screenKey;
    isDrawn = isOwnDoing;
  }

  /**
   * A press counts from its start. After the user's own press, a different shortcut counts at once, such as Esc after
   * Enter: it cannot be an accidental second press. Only Enter waits, because Enter answers questions.
   */
  function isMeant(name: string, by: Press): boolean {
    const since = by.shortcut === 'Enter' ? drawnAt : changedAt;
    if (kept.has(name) || by.atMs - since >= DEAD_TIME_MS) return true;
    const isOther = by.shortcut !== undefined && by.shortcut !== 'Enter' && by.shortcut !== cause?.shortcut;
    return cause !== undefined && by.atMs >= changedAt && isOther;
  }

  return {
    enter,
    register(screenKey, key, isOwnDoing) {
      const isFirst = screen === undefined;
      enter(screenKey, isOwnDoing);
      if (!isDrawn && !isFirst) drawnAt = now();
      isDrawn = true;
      keys.add(key);
      // Removed in a microtask: the keys of the next screen register right after this removal, and `enter` must still
      // see the removed keys.
      return () => queueMicrotask(() => keys.delete(key));
    },
    press({ name, press, refuse }, by) {
      if (!isMeant(name, by)) return refuse?.();
      last = by;
      press();
    },
    byShortcut: (shortcut) => [...keys].findLast((key) => key.shortcut === shortcut),
  };
}
