/** English of the kiosk and of a customer's display: loaded with them. Other languages come whole. */
import { display } from './en/display.ts';
import { kiosk } from './en/kiosk.ts';
import { addEnglish } from './languages.ts';

addEnglish({ display, kiosk });
