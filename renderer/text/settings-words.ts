/** Words of the Settings screen, loaded with it. */
import { printers } from '../../electron/words/generated/en/printers.ts';
import { settings } from '../../electron/words/generated/en/settings.ts';
import type { Texts } from './texts.ts';

export const settingsWords = { printers, settings };
export type SettingsTexts = Texts<typeof settingsWords>;
