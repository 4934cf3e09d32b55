/** English of the Day screen: loaded with it. Other languages come whole. */
import { day } from './en/day.ts';
import { addEnglish } from './languages.ts';

addEnglish({ day });
