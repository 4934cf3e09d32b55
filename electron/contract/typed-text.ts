/** Texts that a user types. */
import { z } from 'zod';
import { isCardNumberTyped } from '../domain/index.ts';
import { visibleText } from '../domain/index.ts';

/** Marks the issue from which the host takes the reason of a refusal (FailureCode). */
const CARD_NUMBER: { failure: 'TEXT_CARD_NUMBER' } = { failure: 'TEXT_CARD_NUMBER' };

/**
 * Schema of a text that a user types, at most `max` characters long: hidden characters are removed, and a card number
 * is refused (TEXT_CARD_NUMBER). Every typed field of the contract uses it.
 */
export const typedText = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite(visibleText)
    .refine((text) => !isCardNumberTyped(text), { params: CARD_NUMBER, message: 'holds a card number' });

/** Path of the field in which the user typed a card number, or null. Other issues may be among `issues`. */
export function cardNumberField(issues: readonly object[]): string | null {
  for (const issue of issues) {
    const { params, path } = issue as { params?: Partial<typeof CARD_NUMBER>; path?: readonly unknown[] };
    if (params?.failure === CARD_NUMBER.failure) return path?.map(String).join('.') ?? '';
  }
  return null;
}
