/** Language of each kind of window, stored on this computer. */
import { knownLocale, languageTagOf, loadLanguage, onLanguage } from './languages.ts';

/** Kind of window: a till keeps its language, and so does a customer display; a kiosk starts over with each guest. */
export type LanguageScope = 'till' | 'display' | 'kiosk';

const keys: Readonly<Record<LanguageScope, string | null>> = {
  till: 'tillbridge.language',
  display: 'tillbridge.language.display',
  kiosk: null,
};
/** The till's last known locale, so that a window has its language before the host answers. */
const localeKey = 'tillbridge.locale';

/** Returns null if the browser has no stored choice or blocks storage. */
function kept(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // A window that stores nothing loses the choice at its next start.
  }
}

const chosen = new Map<LanguageScope, string | null>();
const listeners = new Set<() => void>();

/** Calls `listener` on every choice and every loaded language. Returns the function that unsubscribes. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  const end = onLanguage(listener);
  return () => {
    listeners.delete(listener);
    end();
  };
}

/** Returns this window's language as BCP 47, or null when it follows the till. */
export function chosenLanguage(scope: LanguageScope): string | null {
  const known = chosen.get(scope);
  if (known !== undefined) return known;
  const key = keys[scope];
  const value = key === null ? null : kept(key);
  // The stored value may name a language that was removed.
  const language = value !== null && languageTagOf(value) === value ? value : null;
  chosen.set(scope, language);
  return language;
}

/** Sets this window's language; null follows the till again. */
export function chooseLanguage(scope: LanguageScope, language: string | null): void {
  chosen.set(scope, language);
  const key = keys[scope];
  if (key !== null) keep(key, language);
  for (const listener of listeners) listener();
}

/** Returns the till's locale of last time, else the system's. */
export function lastLocale(): string {
  return kept(localeKey) ?? window.navigator.language;
}

export function keepLocale(locale: string): void {
  if (kept(localeKey) !== locale) keep(localeKey, locale);
}

/** Loads the language that this window probably needs first. Never rejects: the window may start in English. */
export async function loadFirstLanguage(): Promise<void> {
  try {
    await loadLanguage(chosenLanguage('till') ?? languageTagOf(knownLocale(lastLocale())));
  } catch {
    // The screen loads the language again once the host has sent the till's locale.
  }
}
