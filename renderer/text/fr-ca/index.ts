import type { Translation } from '../filled.ts';

/** French as it is spoken in Canada. */
export const frCa: Translation = {};
