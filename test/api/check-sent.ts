/** Checks what reply-watch.mjs kept of the sandboxes of a run, so that build/scripts can count it. */
import { checkSent } from './reply-record.ts';

checkSent();
