import { useEffect } from 'react';
import { goTo, type Route } from './routes.ts';

const placeOfDigit: Readonly<Record<string, Route>> = {
  Digit1: 'sale',
  Digit2: 'tabs',
  Digit3: 'history',
  Digit4: 'day',
  Digit5: 'terminals',
  Digit6: 'settings',
};

/** Keys that work on every screen: places by Alt and digit, and the list of shortcuts. */
export function useFrameKeys(openList: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="dialog"]');
      const place = event.altKey ? placeOfDigit[event.code] : undefined;
      if (place) {
        event.preventDefault();
        goTo(place);
      } else if (event.key === '?' && !isTyping) {
        event.preventDefault();
        openList();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [openList]);
}
