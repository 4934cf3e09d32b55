import { isCardNumberTyped } from '../../electron/domain/index.ts';
import type { Texts } from './texts.ts';

/** Why what is typed there will not do, as the host would say it; null where it holds no card number. */
export function typedCardNumber(typed: string, { words }: Texts): string | null {
  if (!isCardNumberTyped(typed)) return null;
  const { what, next } = words.failures.TEXT_CARD_NUMBER;
  return `${what} ${next}`;
}
