/**
 * The test cards this sandbox knows, all from published ranges, and what each does. Any other card is declined
 * INVALID_CARD: a sandbox has no business with a real one.
 */
export type TestCardId = 'approve' | 'pin' | 'no-funds' | 'partial' | 'slow' | 'lost-reply';

export interface TestCard {
  id: TestCardId;
  /** What a receipt calls it. */
  paymentType: 'CREDIT' | 'DEBIT';
}

const cards: Readonly<Record<string, TestCard>> = {
  '4111111111111111': { id: 'approve', paymentType: 'CREDIT' },
  '4012888888881881': { id: 'pin', paymentType: 'DEBIT' },
  '5105105105105100': { id: 'no-funds', paymentType: 'CREDIT' },
  '5454545454545454': { id: 'partial', paymentType: 'CREDIT' },
  '6011111111111117': { id: 'slow', paymentType: 'CREDIT' },
  '378282246310005': { id: 'lost-reply', paymentType: 'CREDIT' },
};

/** The test card with this account number; null for every other number. */
export function recogniseTestCard(accountNumber: string): TestCard | null {
  return cards[accountNumber] ?? null;
}

/** Most the `partial` card has, minor units. */
export const PARTIAL_CARD_FUNDS_MINOR = 3000;

/** How long the issuer of the `slow` card thinks, milliseconds. */
export const SLOW_CARD_MS = 20_000;
