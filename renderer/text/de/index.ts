import type { Translation } from '../filled.ts';
import { counter } from './counter.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { money } from './money.ts';
import { outcomes } from './outcomes.ts';
import { technician } from './technician.ts';

/** German. */
export const de: Translation = { frame, counter, outcomes, failures, technician, money };
