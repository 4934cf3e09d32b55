/** Words of the Terminals screen, loaded with it. */
import { checks } from '../../electron/words/generated/en/checks.ts';
import { technician } from '../../electron/words/generated/en/technician.ts';
import { setup } from '../../electron/words/generated/en/setup.ts';
import type { Texts } from './texts.ts';

export const technicianWords = { checks, setup, technician };
export type TechnicianTexts = Texts<typeof technicianWords>;
