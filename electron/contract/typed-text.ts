/** What a person types. */
import { z } from 'zod';
import { isCardNumberTyped } from '../domain/index.ts';
import { visibleText } from '../domain/index.ts';

/** Marks the issue by which the host knows why a text was refused (FailureCode). */
const CARD_NUMBER: { failure: 'TEXT_CARD_NUMBER' } = { failure: 'TEXT_CARD_NUMBER' };

/**
 * A text that a person types, of at most `max` characters: nothing hidden in it, and refused where it holds a card number
 * (TEXT_CARD_NUMBER). Every field of the contract that somebody types is made of it.
 */
export const typedText = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite(visibleText)
    .refine((text) => !isCardNumberTyped(text), { params: CARD_NUMBER, message: 'holds a card number' });

/** Whether what a schema says against an input is (also) that somebody typed a card number, and where. */
export function cardNumberField(issues: readonly object[]): string | null {
  for (const issue of issues) {
    const { params, path } = issue as { params?: Partial<typeof CARD_NUMBER>; path?: readonly unknown[] };
    if (params?.failure === CARD_NUMBER.failure) return path?.map(String).join('.') ?? '';
  }
  return null;
}
