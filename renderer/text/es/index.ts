import type { Translation } from '../filled.ts';

/** Spanish. */
export const es: Translation = {};
