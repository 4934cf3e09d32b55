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

/** True for controls that need Enter and the other keys themselves. */
function needsKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"]') !== null
  );
}

/** True for controls that Enter activates. */
function ownsEnter(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], summary') !== null;
}

/**
 * Scope of the keys of one window: their keyboard shortcuts, and the pause after `screenKey` changes, during which
 * presses are ignored. Keypad digits are outside this scope and always count. Every press also counts on a screen where
 * the user continues typing (`isOwnDoing`).
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
      // A letter presses its key even while Caps Lock is on.
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

/** Start time of a press on the registry's clock; events use a different clock. */
const beganAt = ({ timeStamp }: { timeStamp: number }) => performance.now() - (new Event('now').timeStamp - timeStamp);

/** Time for which a key shows that it was pressed too early. */
const SAID_MS = 2_000;

/** Key of a screen. `press` applies the pause of the scope; without a surrounding KeyScope, every press counts. */
interface ScopedKey {
  press: (event: { timeStamp: number }) => void;
  /** The last press was meant for the previous screen, so the user has to press again. */
  isEarly: boolean;
}

/** Registers a key with the surrounding KeyScope. */
export function useScopedKey(name: string, shortcut: string | undefined, onPress: () => void): ScopedKey {
  const scope = useContext(KeyScopeContext);
  const announce = useAnnounce();
  const { pressAgain } = useTexts().words.frame;
  const [isEarly, setIsEarly] = useState(false);
  const latest = useRef(onPress);
  // Updated before paint: a press on the new key must not run the previous action.
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
