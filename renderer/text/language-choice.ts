/** Which language each kind of window was set to, kept on this computer. */
import { knownLocale, spokenIn, loadLanguage, onLanguage } from './languages.ts';

/** What the window is: a till keeps its language, so does a customer's display; a kiosk begins anew with each guest. */
export type LanguageScope = 'till' | 'display' | 'kiosk';

const keys: Readonly<Record<LanguageScope, string | null>> = {
  till: 'tillbridge.language',
  display: 'tillbridge.language.display',
  kiosk: null,
};
/** The till's locale as it was last heard, so that a window starts in its language before it has heard of its host. */
const localeKey = 'tillbridge.locale';

/** Null: nothing kept, or this browser keeps nothing. */
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
    // A window that keeps nothing asks again at its next start.
  }
}

const chosen = new Map<LanguageScope, string | null>();
const listeners = new Set<() => void>();

/** Hears of every choice and every language that arrives; the answer ends it. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  const end = onLanguage(listener);
  return () => {
    listeners.delete(listener);
    end();
  };
}

/** The language this window was set to, as BCP 47; null follows the till. */
export function chosenLanguage(scope: LanguageScope): string | null {
  const known = chosen.get(scope);
  if (known !== undefined) return known;
  const key = keys[scope];
  const value = key === null ? null : kept(key);
  // What was kept may name a language that is gone.
  const language = value !== null && spokenIn(value) === value ? value : null;
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

/** The till's locale of last time, else the system's. */
export function lastLocale(): string {
  return kept(localeKey) ?? window.navigator.language;
}

export function keepLocale(locale: string): void {
  if (kept(localeKey) !== locale) keep(localeKey, locale);
}

/** Fetches what this window will most likely speak first. Never rejects: without it the window starts in English. */
export async function loadFirstLanguage(): Promise<void> {
  try {
    await loadLanguage(chosenLanguage('till') ?? spokenIn(knownLocale(lastLocale())));
  } catch {
    // The screen asks again when it has heard of its till.
  }
}
