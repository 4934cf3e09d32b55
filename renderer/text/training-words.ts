/** English of the guide through a first sale: loaded with it. Other languages come whole. */
import { training } from './en/training.ts';
import { addEnglish } from './languages.ts';

addEnglish({ training });
