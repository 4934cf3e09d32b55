/** Words of the Day screen, loaded with it. */
import { day } from '../../electron/words/generated/en/day.ts';
import type { Texts } from './texts.ts';

export const dayWords = { day };
export type DayTexts = Texts<typeof dayWords>;
