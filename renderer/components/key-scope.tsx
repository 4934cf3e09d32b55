import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTexts } from '../text/index.ts';
import { useAnnounce } from './announcer.tsx';
import { createKeyRegistry, type KeyRegistry } from './key-registry.ts';
import { useGuardedKeys } from './scan-guard.tsx';

const KeyScopeContext = createContext<{ registry: KeyRegistry; screenKey: string; isOwnDoing: boolean } | null>(null);

/** Controls that need Enter and the other keys for themselves. */
function needsKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"]') !== null
  );
}

/** Controls on which Enter means themselves. */
function ownsEnter(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], summary') !== null;
}

/**
 * Joins the keys of one window: their keyboard shortcuts, and the guard after `screenKey` changes. Digits are not
 * keys of this scope and always count; so does every press on a screen where the person goes on typing (`isOwnDoing`).
 */
export function KeyScope({
  screenKey,
  isOwnDoing = false,
  children,
}: {
  screenKey: string;
  isOwnDoing?: boolean;
  children: ReactNode;
}) {
  const [registry] = useState(() => createKeyRegistry(() => performance.now()));
  useEffect(() => registry.enter(screenKey, isOwnDoing), [registry, screenKey, isOwnDoing]);
  useGuardedKeys(useCallback((key: string) => registry.byShortcut(key) !== undefined, [registry]));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (needsKeys(event.target)) return;
      if (event.key === 'Enter' && ownsEnter(event.target)) return;
      // A letter means its key also while Caps Lock is on.
      const key = registry.byShortcut(event.key) ?? registry.byShortcut(event.key.toLowerCase());
      if (!key) return;
      event.preventDefault();
      registry.press(key, { atMs: beganAt(event), shortcut: key.shortcut });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [registry]);
  const scope = useMemo(() => ({ registry, screenKey, isOwnDoing }), [registry, screenKey, isOwnDoing]);
  return <KeyScopeContext value={scope}>{children}</KeyScopeContext>;
}

/** When a press began, by the clock of the registry: events are dated by one of their own. */
const beganAt = ({ timeStamp }: { timeStamp: number }) => performance.now() - (new Event('now').timeStamp - timeStamp);

/** How long a key says that it was pressed too early, milliseconds. */
const SAID_MS = 2_000;

/** One key for its screen. `press`: with the guard in front; without a KeyScope around it every press counts. */
interface ScopedKey {
  press: (event: { timeStamp: number }) => void;
  /** The last press was meant for the screen before: it is to be pressed again. */
  isEarly: boolean;
}

/** Registers one key. */
export function useScopedKey(name: string, shortcut: string | undefined, onPress: () => void): ScopedKey {
  const scope = useContext(KeyScopeContext);
  const announce = useAnnounce();
  const { pressAgain } = useTexts().words.frame;
  const [isEarly, setIsEarly] = useState(false);
  const latest = useRef(onPress);
  // Before it is seen: a press on what stands there may not do what the key meant a moment ago.
  useLayoutEffect(() => {
    latest.current = onPress;
  });
  const press = useCallback(() => {
    setIsEarly(false);
    latest.current();
  }, []);
  const refuse = useCallback(() => {
    setIsEarly(true);
    announce(pressAgain, 'assertive');
  }, [announce, pressAgain]);
  useEffect(() => {
    if (!isEarly) return undefined;
    const timer = setTimeout(() => setIsEarly(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isEarly]);
  useEffect(() => {
    if (!scope) return undefined;
    return scope.registry.register(scope.screenKey, { name, shortcut, press, refuse }, scope.isOwnDoing);
  }, [scope, name, shortcut, press, refuse]);
  const onClick = useCallback(
    ({ timeStamp }: { timeStamp: number }) => {
      if (!scope) return press();
      scope.registry.press({ name, press, refuse }, { atMs: beganAt({ timeStamp }), shortcut: undefined });
    },
    [scope, name, press, refuse],
  );
  return { press: onClick, isEarly };
}
