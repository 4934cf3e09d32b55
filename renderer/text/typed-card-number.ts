import { isCardNumberTyped } from '../../electron/domain/index.ts';
import type { Texts } from './texts.ts';

/** Explains that a typed text contains a card number, as the host would, or null if it contains none. */
export function typedCardNumber(typed: string, { words }: Texts): string | null {
  if (!isCardNumberTyped(typed)) return null;
  const { what, next } = words.failures.TEXT_CARD_NUMBER;
  return `${what} ${next}`;
}
