/** English of the setup: loaded with it. Other languages come whole. */
import { setup } from './en/setup.ts';
import { addEnglish } from './languages.ts';

addEnglish({ setup });
