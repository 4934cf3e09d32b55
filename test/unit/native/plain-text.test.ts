import { expect, it } from 'vitest';
import { propertyText } from '../../../native/families/mms/codec/properties.ts';
import { cleanLabel } from '../../../native/families/shared/driver/application-choice.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/**
 * Texts that cards and terminals report appear on screens and in logs, so they must be plain text without remains of
 * markup or control sequences.
 */
it.each([
  ['\u001b[2J<b>PED</b>', 'PED'],
  ['<script>VISA</script>', 'VISA'],
  ['\u001b]0;title\u0007CREDIT', 'CREDIT'],
  ['\u001b[1;31mDEBIT\u001b[0m', 'DEBIT'],
  ['A < B > C', 'A < B > C'],
  ['MAESTRO [2]', 'MAESTRO [2]'],
])('%j is shown as %j', (said, shown) => {
  expect(cleanLabel(said)).toBe(shown);
  expect(propertyText(bytes(said))).toBe(shown);
});
