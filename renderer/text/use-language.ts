import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { languages, type LanguageTag } from '../../electron/domain/index.ts';
import {
  chooseLanguage,
  chosenLanguage,
  keepLocale,
  lastLocale,
  onLanguageChange,
  type LanguageScope,
} from './language-choice.ts';
import { isLoaded, knownLocale, loadLanguage, languageTagOf } from './languages.ts';
import { textsFor, TextsProvider } from './texts.ts';

const ScopeContext = createContext<{ scope: LanguageScope; tillLanguage: string }>({
  scope: 'till',
  tillLanguage: 'en',
});

/**
 * Sets the language of everything inside: this window's choice, else the till's locale. A language that is not loaded
 * is loaded from local files; until then the former words stay. `locale` is null before the host answers.
 */
export function LanguageProvider(props: { locale: string | null; scope: LanguageScope; children: ReactNode }) {
  const { scope } = props;
  const locale = knownLocale(props.locale ?? lastLocale());
  const tillLanguage = languageTagOf(locale);
  const wanted = useSyncExternalStore(onLanguageChange, () => chosenLanguage(scope)) ?? tillLanguage;
  const isHere = useSyncExternalStore(onLanguageChange, () => isLoaded(wanted));
  const [shown, setShown] = useState('en');
  if (isHere && shown !== wanted) setShown(wanted);
  useEffect(() => {
    // A failed load leaves the words unchanged; the next choice loads again.
    if (!isHere) loadLanguage(wanted).catch(() => {});
  }, [isHere, wanted]);
  useEffect(() => {
    if (props.locale !== null) keepLocale(props.locale);
  }, [props.locale]);
  const language = isHere ? wanted : shown;
  const texts = useMemo(() => textsFor(locale, language), [locale, language]);
  const here = useMemo(() => ({ scope, tillLanguage }), [scope, tillLanguage]);
  return createElement(
    ScopeContext.Provider,
    { value: here },
    createElement(TextsProvider, { value: texts }, props.children),
  );
}

/** Input of a language chooser. */
export interface LanguageChoice {
  /** Every language, with its own name. */
  languages: typeof languages;
  /** Language of this window, as BCP 47. */
  language: string;
  /** Language that was chosen in this window; null follows the till. */
  chosen: string | null;
  /** Language of the till's own locale. */
  tillLanguage: string;
  /** Sets this window's language at once and for its next start (on a kiosk: for one guest). Null follows the till. */
  setLanguage: (language: LanguageTag | null) => void;
}

/** Returns the language of this window and a function that changes it. */
export function useLanguage(): LanguageChoice {
  const { scope, tillLanguage } = useContext(ScopeContext);
  const chosen = useSyncExternalStore(onLanguageChange, () => chosenLanguage(scope));
  return useMemo(
    () => ({
      languages,
      language: chosen ?? tillLanguage,
      chosen,
      tillLanguage,
      setLanguage: (language) => chooseLanguage(scope, language),
    }),
    [scope, tillLanguage, chosen],
  );
}
