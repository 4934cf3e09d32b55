/** English of the Terminals screen: loaded with it. Other languages come whole. */
import { checks } from './en/checks.ts';
import { technician } from './en/technician.ts';
import { addEnglish } from './languages.ts';

addEnglish({ checks, technician });
