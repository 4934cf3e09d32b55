import type { Translation } from '../filled.ts';
import { counter } from './counter.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { money } from './money.ts';
import { outcomes } from './outcomes.ts';
import { technician } from './technician.ts';

/** French as it is spoken in Canada. */
export const frCa: Translation = { frame, counter, outcomes, failures, technician, money };
