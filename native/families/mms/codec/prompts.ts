/**
 * Models without a display ask the host to show their texts (notification 1803). The texts are the family's fixed
 * strings (reference section 4, MMS manual table 18). This module maps them to the prompts that the UI can translate.
 */
import type { Prompt } from '../../../../electron/contract/index.ts';

/** The first match wins. Texts come in upper or lower case, with amounts and line breaks around them. */
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

/** Prompt for a text, or undefined for texts that are only informative (APPROVED, WELCOME…). */
export function promptOfText(text: string): Prompt | undefined {
  const lines = text.toUpperCase().replace(/\0/g, '\n');
  return patterns.find(([pattern]) => pattern.test(lines))?.[1];
}
