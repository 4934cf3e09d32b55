/** English of the Settings screen: loaded with it. Other languages come whole. */
import { printers } from './en/printers.ts';
import { settings } from './en/settings.ts';
import { addEnglish } from './languages.ts';

addEnglish({ printers, settings });
