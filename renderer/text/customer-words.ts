/** Words of the kiosk and of the customer’s display, loaded with their screens. */
import { display } from '../../electron/words/generated/en/display.ts';
import { kiosk } from '../../electron/words/generated/en/kiosk.ts';
import type { Texts } from './texts.ts';

export const customerWords = { display, kiosk };
export type CustomerTexts = Texts<typeof customerWords>;
