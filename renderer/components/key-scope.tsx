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
 * Joins the keys of one window: their keyboard shortcuts, and the dead time after `screenKey` changes. Digits are not
 * keys of this scope and are never dead; a screen the person got to by typing on (`isOwnDoing`) has no dead time.
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
      if (registry.isAlive(key.name)) key.press();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [registry]);
  const scope = useMemo(() => ({ registry, screenKey, isOwnDoing }), [registry, screenKey, isOwnDoing]);
  return <KeyScopeContext value={scope}>{children}</KeyScopeContext>;
}

/** Registers one key; gives back its press with the dead time in front. Without a KeyScope around it is never dead. */
export function useScopedKey(name: string, shortcut: string | undefined, onPress: () => void): () => void {
  const scope = useContext(KeyScopeContext);
  const latest = useRef(onPress);
  // Before it is seen: a press on what stands there may not do what the key meant a moment ago.
  useLayoutEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    if (!scope) return undefined;
    return scope.registry.register(
      scope.screenKey,
      { name, shortcut, press: () => latest.current() },
      scope.isOwnDoing,
    );
  }, [scope, name, shortcut]);
  return useCallback(() => {
    if (!scope || scope.registry.isAlive(name)) latest.current();
  }, [scope, name]);
}
