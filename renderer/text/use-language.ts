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
import { isLoaded, knownLocale, loadLanguage, spokenIn } from './languages.ts';
import { textsFor, TextsProvider } from './texts.ts';

const ScopeContext = createContext<{ scope: LanguageScope; tillLanguage: string }>({
  scope: 'till',
  tillLanguage: 'en',
});

/**
 * Everything inside speaks the language this window was set to, else that of the till's locale. A language that is not
 * here yet is fetched; until it has come (local files), the words shown before stay. `locale` null: not heard yet.
 */
export function LanguageProvider(props: { locale: string | null; scope: LanguageScope; children: ReactNode }) {
  const { scope } = props;
  const locale = knownLocale(props.locale ?? lastLocale());
  const tillLanguage = spokenIn(locale);
  const wanted = useSyncExternalStore(onLanguageChange, () => chosenLanguage(scope)) ?? tillLanguage;
  const isHere = useSyncExternalStore(onLanguageChange, () => isLoaded(wanted));
  const [shown, setShown] = useState('en');
  if (isHere && shown !== wanted) setShown(wanted);
  useEffect(() => {
    // A file that cannot be had leaves the words as they are; the next choice asks again.
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

/** What a chooser of languages needs. */
export interface LanguageChoice {
  /** Every language, by its own name. */
  languages: typeof languages;
  /** What this window is to speak, as BCP 47. */
  language: string;
  /** Set in this window; null: it follows the till. */
  chosen: string | null;
  /** Language of the till's own locale. */
  tillLanguage: string;
  /** Sets this window's language at once, and for its next start (a kiosk's only until it is set back); null follows the till. */
  setLanguage: (language: LanguageTag | null) => void;
}

/** The language of this window, and how to change it. */
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
