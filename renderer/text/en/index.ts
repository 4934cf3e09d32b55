import { firstEnglish } from './first.ts';
import { checks } from './checks.ts';
import { day } from './day.ts';
import { display } from './display.ts';
import { kiosk } from './kiosk.ts';
import { printers } from './printers.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { technician } from './technician.ts';
import { training } from './training.ts';

/** English: the language every other one is measured against. */
export const en = { ...firstEnglish, checks, day, display, kiosk, printers, settings, setup, technician, training };
