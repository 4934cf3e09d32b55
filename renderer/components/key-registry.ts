/** A press on a key that just changed is refused for this long, and says so. Milliseconds. */
export const DEAD_TIME_MS = 400;
/** A change of the screen this long after a press is that press's own work. Milliseconds. */
const OWN_WORK_MS = 400;

/** One key on screen. */
interface RegisteredKey {
  /** What the key means, e.g. "charge" or "new-sale"; a key that means the same on the next screen is not changed. */
  name: string;
  /** As in KeyboardEvent.key: "Enter", "Escape", "F9". */
  shortcut: string | undefined;
  press: () => void;
  /** The press was refused: tells the person to press again. */
  refuse?: () => void;
}

/** A press: when it began, in the registry's time, and on which shortcut; undefined: by touch or mouse. */
export interface Press {
  atMs: number;
  shortcut: string | undefined;
}

/** The keys of one window: which shortcut presses which, and which presses were meant for what stood there before. */
export interface KeyRegistry {
  /**
   * Tells that the screen changed. The same key twice in a row is one change. `isOwnDoing`: the person changed it by
   * going on typing, or has typed on it since, so the next press is meant for the present screen.
   */
  enter(screenKey: string, isOwnDoing?: boolean): void;
  /** Adds a key; gives back its removal. */
  register(screenKey: string, key: RegisteredKey, isOwnDoing?: boolean): () => void;
  /** Presses the key of that name, or refuses the press where it was meant for the screen before. */
  press(key: Pick<RegisteredKey, 'name' | 'press' | 'refuse'>, by: Press): void;
  byShortcut(shortcut: string): RegisteredKey | undefined;
}

/** `now` in milliseconds; only differences count. */
export function createKeyRegistry(now: () => number): KeyRegistry {
  const keys = new Set<RegisteredKey>();
  let screen: string | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  let kept = new Set<string>();
  /** A screen that is still being loaded has no key yet; its question is no older than its first key. */
  let isDrawn = true;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let last: Press | undefined;
  /** The press that changed the screen; undefined: the host did. */
  let cause: Press | undefined;

  function enter(screenKey: string, isOwnDoing = false): void {
    if (screen === screenKey) {
      // The person who typed on this screen has seen it.
      if (isOwnDoing) changedAt = drawnAt = Number.NEGATIVE_INFINITY;
      return;
    }
    // What stood there until now is what a press in the next moments may have been meant for.
    kept = new Set([...keys].map((key) => key.name));
    if (screen !== undefined) changedAt = isOwnDoing ? Number.NEGATIVE_INFINITY : now();
    drawnAt = changedAt;
    cause = last && now() - last.atMs <= OWN_WORK_MS ? last : undefined;
    screen = screenKey;
    isDrawn = isOwnDoing;
  }

  /**
   * A press is as old as its beginning. After the person's own press another shortcut counts at once, as Esc after Enter does: it is
   * no second press of the same. Only Enter waits, for it is what answers a question.
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
      // Removed after the current work: the keys of the next screen register right after these go, and `enter` must
      // still see them.
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
