/** Colours of this computer's windows. Stored in localStorage, and applied before the first paint. */
import { useSyncExternalStore } from 'react';

const themes = ['system', 'light', 'dark', 'contrast'] as const;
export type ThemeChoice = (typeof themes)[number];

const KEY = 'tillbridge.theme';
const listeners = new Set<() => void>();

/** Returns the stored choice, or `system`. */
function themeChoice(): ThemeChoice {
  try {
    const value = window.localStorage.getItem(KEY);
    return themes.find((theme) => theme === value) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Puts the stored choice on the html element, where tokens.css reads it. Without one, the element stays unchanged. */
export function applyTheme(): void {
  const choice = themeChoice();
  if (choice !== 'system') document.documentElement.dataset['theme'] = choice;
}

/** Sets the colours, at once and for the next start. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(KEY, choice);
  } catch {
    // A window that stores nothing follows the system at its next start.
  }
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** The current choice; follows changes. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}
