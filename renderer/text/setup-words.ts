/** Words of the setup, loaded with it. */
import { kiosk } from '../../electron/words/generated/en/kiosk.ts';
import { printers } from '../../electron/words/generated/en/printers.ts';
import { setup } from '../../electron/words/generated/en/setup.ts';
import type { Texts } from './texts.ts';

export const setupWords = { kiosk, printers, setup };
export type SetupTexts = Texts<typeof setupWords>;
