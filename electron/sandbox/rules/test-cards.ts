/**
 * Defines the test cards of this sandbox, all from published ranges, and their behaviour. Every other card is declined
 * INVALID_CARD, because real cards must not be used in a sandbox.
 */
export type TestCardId = (typeof testCardIds)[number];

export interface TestCard {
  id: TestCardId;
  brand: 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER';
  /** Name of the type on a receipt. */
  paymentType: 'CREDIT' | 'DEBIT';
}

const cards: Readonly<Record<string, TestCard>> = {
  '4111111111111111': { id: 'approve', brand: 'VISA', paymentType: 'CREDIT' },
  '4012888888881881': { id: 'pin', brand: 'VISA', paymentType: 'DEBIT' },
  '5105105105105100': { id: 'no-funds', brand: 'MASTERCARD', paymentType: 'CREDIT' },
  '5454545454545454': { id: 'partial', brand: 'MASTERCARD', paymentType: 'CREDIT' },
  '6011111111111117': { id: 'slow', brand: 'DISCOVER', paymentType: 'CREDIT' },
  '378282246310005': { id: 'lost-reply', brand: 'AMERICAN_EXPRESS', paymentType: 'CREDIT' },
};

export function recogniseTestCard(accountNumber: string): TestCard | null {
  return cards[accountNumber] ?? null;
}

/** Receipt details of a test card that a customer presents on the cloud route. */
export function describeTestCard(id: TestCardId): Omit<TestCard, 'id'> & { maskedNumber: string } {
  const found = Object.entries(cards).find(([, card]) => card.id === id);
  if (!found) throw new RangeError(`No test card ${id}`);
  const [number, { brand, paymentType }] = found;
  return { maskedNumber: number.slice(-4).padStart(number.length, '*'), brand, paymentType };
}

export const testCardIds = ['approve', 'pin', 'no-funds', 'partial', 'slow', 'lost-reply'] as const;

/** Maximum that the `partial` card can pay. */
export const PARTIAL_CARD_FUNDS_MINOR = 3000;

/** Time that the issuer of the `slow` card takes. */
export const SLOW_CARD_MS = 20_000;

/** Entry modes of a terminal on the cloud route. `chance` draws a mode for each payment, by the sandbox's seed. */
export const cloudEntries = ['CONTACTLESS', 'CHIP_ENTRY', 'SWIPED', 'MANUAL_KEY_ENTRY', 'chance'] as const;
export type CloudEntry = (typeof cloudEntries)[number];
