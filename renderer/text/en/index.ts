import { firstEnglish } from './first.ts';
import { technician } from './technician.ts';

/** English: the language every other one is measured against. */
export const en = { ...firstEnglish, technician };
