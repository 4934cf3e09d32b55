/** English of the setup: loaded with it. Other languages come whole. */
import { printers } from './en/printers.ts';
import { setup } from './en/setup.ts';
import { addEnglish } from './languages.ts';

addEnglish({ printers, setup });
