import type { Translation } from '../filled.ts';
import { counter } from './counter.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { money } from './money.ts';
import { outcomes } from './outcomes.ts';
import { technician } from './technician.ts';

/** Spanish. */
export const es: Translation = { frame, counter, outcomes, failures, technician, money };
