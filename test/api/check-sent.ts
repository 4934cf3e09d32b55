/** Checks the replies that reply-watch.mjs recorded in the sandboxes of a run, so that build/scripts can count them. */
import { checkSent } from './reply-record.ts';

checkSent();
