/** The door of text: every word a person sees, in the language of the window, and amounts and times in the till's locale. */
export type { FailureWords } from './en/failures.ts';
export type { LanguageScope } from './language-choice.ts';
export { loadFirstLanguage } from './language-choice.ts';
export type { Words } from './languages.ts';
export type { AmountParts } from './money.ts';
export { textsFor, TextsProvider, useTexts, type Texts } from './texts.ts';
export { LanguageProvider, useLanguage, type LanguageChoice } from './use-language.ts';
