/** Entry point of the words: visible texts in the window's language, amounts and times in the till's locale. */
export { loadFirstLanguage } from './language-choice.ts';
export type { AllWords, Words } from './languages.ts';
export { platformWords, whatHappened } from './platform-words.ts';
export { contextText, entryOf, textOf, type Message } from '../../electron/words/runtime.ts';
export type { SettingWords } from '../../electron/words/setting-words.ts';
export { setupFaultText } from '../../electron/words/setup-fault.ts';
export { textsFor, useTexts, withWords, type Texts } from './texts.ts';
export { LanguageProvider, useLanguage } from './use-language.ts';
