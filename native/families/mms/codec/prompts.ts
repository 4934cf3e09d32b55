/**
 * Models without a display ask the host to show their texts (notification 1803). What they say is known: the fixed strings
 * of the family (reference section 4, MMS manual table 18). They are read into the one vocabulary the UI has words for.
 */
import type { Prompt } from '../../../../electron/contract/index.ts';

/** First match wins; texts come in either case, with amounts and line breaks around them. */
const patterns: readonly (readonly [RegExp, Prompt])[] = [
  [/SEE PHONE/, 'see-phone'],
  [/ONE CARD ONLY/, 'one-card-only'],
  [/REMOVE CARD/, 'remove-card'],
  [/PRESENT CARD AGAIN|TRY AGAIN/, 'tap-again'],
  [/ENTER PIN|LAST PIN TRY|INCORRECT PIN/, 'enter-pin'],
  [/AMOUNT OK/, 'confirm-amount'],
  [/PLEASE SIGN/, 'sign'],
  [/USE CHIP READER|^(PLEASE )?INSERT CARD$|TRY ANOTHER INTERFACE/m, 'insert-card'],
  [/USE MAGSTRIPE/, 'swipe-card'],
  [/AUTHORIZING|PROCESSING(?! ERROR)|PLEASE WAIT/, 'processing'],
  [/PRESENT CARD|TAP|INSERT|SWIPE/, 'present-card'],
];

/** The prompt a text stands for; undefined for texts that ask nothing of the customer (APPROVED, WELCOME…). */
export function promptOfText(text: string): Prompt | undefined {
  const lines = text.toUpperCase().replace(/\0/g, '\n');
  return patterns.find(([pattern]) => pattern.test(lines))?.[1];
}
