import { useCallback, useEffect, useState } from 'react';
import { useTicks } from '../store/index.ts';

/** Accessibility choices of one customer. */
export interface AccessibilityChoices {
  isLarger: boolean;
  isContrast: boolean;
  /** True when all keys are in the lowest third, within reach of a seated person. */
  isLower: boolean;
  /** True while Help is open. */
  isHelped: boolean;
}

const plain: AccessibilityChoices = { isLarger: false, isContrast: false, isLower: false, isHelped: false };

/** Applies Larger and Contrast to the html element, and restores it when the kiosk unmounts. */
export function useAccessibility(): {
  easier: AccessibilityChoices;
  toggle: (what: keyof AccessibilityChoices) => void;
  reset: () => void;
} {
  const [easier, setEasier] = useState(plain);
  const [ownTheme] = useState(() => document.documentElement.dataset['theme']);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['kiosk'] = easier.isLarger ? 'larger' : 'plain';
    if (easier.isContrast) dataset['theme'] = 'contrast';
    else if (ownTheme === undefined) delete dataset['theme'];
    else dataset['theme'] = ownTheme;
  }, [easier, ownTheme]);
  useEffect(
    () => () => {
      const { dataset } = document.documentElement;
      delete dataset['kiosk'];
      if (ownTheme === undefined) delete dataset['theme'];
      else dataset['theme'] = ownTheme;
    },
    [ownTheme],
  );
  const toggle = useCallback(
    (what: keyof AccessibilityChoices) => setEasier((last) => ({ ...last, [what]: !last[what] })),
    [],
  );
  const reset = useCallback(() => setEasier(plain), []);
  return { easier, toggle, reset };
}

/** Remaining time of a stage, milliseconds. */
export interface QuietTimer {
  leftMs: number;
  limitMs: number;
  /** Restarts the count, or null when every extension has been used. */
  restart: (() => void) | null;
}

/** Maximum number of extensions for a guest (design language, 8: ten times). */
const MAX_EXTENSIONS = 10;

/**
 * Counts a stage down and ends it. A new `key` starts again, and a new `guest` has all extensions again. Returns null
 * while the stage has no limit.
 * | The time is monotonic, from the moment that this window showed the stage: setting the computer's clock takes no
 * time from a guest.
 */
export function useQuietTimer(
  key: string,
  limitMs: number | null,
  guest: number,
  onEnd: () => void,
): QuietTimer | null {
  const { now, time } = useTicks();
  const [started, setStarted] = useState({ key, atMs: now });
  if (started.key !== key) setStarted({ key, atMs: now });
  const leftMs = limitMs === null || started.key !== key ? null : limitMs - (now - started.atMs);
  const isOver = leftMs !== null && leftMs <= 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  const [extended, setExtended] = useState({ guest, times: 0 });
  const times = extended.guest === guest ? extended.times : 0;
  const restart = useCallback(() => {
    setStarted({ key, atMs: time() });
    setExtended({ guest, times: times + 1 });
  }, [key, time, guest, times]);
  if (leftMs === null || limitMs === null) return null;
  return { leftMs: Math.max(0, leftMs), limitMs, restart: times < MAX_EXTENSIONS ? restart : null };
}

const refused = ['contextmenu', 'dragstart', 'selectstart'] as const;

/** Disables selecting, dragging and context menus on a kiosk. */
export function useNoHandling(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    for (const name of refused) document.addEventListener(name, refuse);
    return () => {
      for (const name of refused) document.removeEventListener(name, refuse);
    };
  }, []);
}
