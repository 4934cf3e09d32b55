import type { Translation } from '../filled.ts';

/** German. */
export const de: Translation = {};
