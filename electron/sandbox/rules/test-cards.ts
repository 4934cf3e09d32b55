/**
 * The test cards this sandbox knows, all from published ranges, and what each does. Any other card is declined
 * INVALID_CARD: a sandbox has no business with a real one.
 */
export type TestCardId = (typeof testCardIds)[number];

export interface TestCard {
  id: TestCardId;
  brand: 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER';
  /** What a receipt calls it. */
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

/** The test card with this account number; null for every other number. */
export function recogniseTestCard(accountNumber: string): TestCard | null {
  return cards[accountNumber] ?? null;
}

/** What a receipt shows of a test card that a customer presents to a terminal the platform drives. */
export function describeTestCard(id: TestCardId): Omit<TestCard, 'id'> & { maskedNumber: string } {
  const found = Object.entries(cards).find(([, card]) => card.id === id);
  if (!found) throw new RangeError(`No test card ${id}`);
  const [number, { brand, paymentType }] = found;
  return { maskedNumber: number.slice(-4).padStart(number.length, '*'), brand, paymentType };
}

/** Ids of the test cards. */
export const testCardIds = ['approve', 'pin', 'no-funds', 'partial', 'slow', 'lost-reply'] as const;

/** Most the `partial` card has, minor units. */
export const PARTIAL_CARD_FUNDS_MINOR = 3000;

/** How long the issuer of the `slow` card takes, milliseconds. */
export const SLOW_CARD_MS = 20_000;

/** How a terminal that the platform drives reads a card; `chance`: one of them, by the sandbox's seed, payment after payment. */
export const cloudEntries = ['CONTACTLESS', 'CHIP_ENTRY', 'SWIPED', 'MANUAL_KEY_ENTRY', 'chance'] as const;
export type CloudEntry = (typeof cloudEntries)[number];
