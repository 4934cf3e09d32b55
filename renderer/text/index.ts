/** Entry point of the words: every word a person sees, in the language of the window, and amounts and times in the till's locale. */
export { loadFirstLanguage } from './language-choice.ts';
export type { Words } from './languages.ts';
export { textsFor, useTexts, type Texts } from './texts.ts';
export { LanguageProvider, useLanguage } from './use-language.ts';
