/**
 * The deck of test cards: published test numbers only, which no bank has ever issued. What the platform's sandbox
 * answers to each is agreed with electron/sandbox by card number; the terminal's own part (does it ask for a PIN, which
 * applications does the chip hold) is here.
 *
 * A card's number lives in this process alone. Nothing here is printed, logged or sent over the control port: the
 * outside sees `id`, `brand` and `lastFour` (see describeCard).
 */

/** One application on a card's chip. */
export interface CardApplication {
  /** Application identifier, hexadecimal (EMV tag 84). */
  aid: string;
  /** Application label (EMV tag 50), e.g. `VISA CREDIT`. */
  label: string;
}

export interface TestCard {
  id: string;
  /** For people. */
  brand: string;
  /** Primary account number, digits. Published test numbers only. */
  pan: string;
  /** YYMM. */
  expiry: string;
  /** ISO 7813; 2xx says that the card has a chip. */
  serviceCode: string;
  cardholderName: string;
  /** EMV tag 5F34, two digits. */
  sequenceNumber: string;
  /** More than one makes the terminal ask the cardholder to choose. */
  applications: readonly [CardApplication, ...CardApplication[]];
  /** The chip wants the cardholder's PIN (checked by the chip itself; no PIN ever leaves the terminal). */
  asksForPin: boolean;
  /** EMV tag 9F10, hexadecimal: made up, in the form of the scheme. */
  issuerApplicationData: string;
}

/** What may be known of a card outside this process. */
export interface CardFace {
  id: string;
  brand: string;
  lastFour: string;
}

/** Ids of the deck that the practice terminal shows (contract: practiceCardSchema). */
export const deckIds = ['approve', 'pin', 'no-funds', 'partial', 'slow', 'lost-reply'] as const;
type DeckId = (typeof deckIds)[number];

const visa = {
  application: { aid: 'A0000000031010', label: 'VISA CREDIT' },
  issuerApplicationData: '06010A03A0A000',
} as const;
const mastercard = {
  application: { aid: 'A0000000041010', label: 'MASTERCARD' },
  issuerApplicationData: '0110A00003220000000000000000000000FF',
} as const;
const discover = {
  application: { aid: 'A0000001523010', label: 'DISCOVER' },
  issuerApplicationData: '0105A00003000000',
} as const;
const amex = {
  application: { aid: 'A00000002501', label: 'AMERICAN EXPRESS' },
  issuerApplicationData: '06020103A00000',
} as const;

export const testDeck: readonly TestCard[] = [
  card('approve', 'Visa', '4111111111111111', visa),
  card('pin', 'Debit', '4012888888881881', visa, { asksForPin: true, label: 'VISA DEBIT' }),
  card('no-funds', 'Mastercard', '5105105105105100', mastercard),
  card('partial', 'Mastercard', '5454545454545454', mastercard),
  card('slow', 'Discover', '6011111111111117', discover),
  card('lost-reply', 'American Express', '378282246310005', amex),
];

/** What the outside may know of a card. */
export function describeCard(of: TestCard): CardFace {
  return { id: of.id, brand: of.brand, lastFour: of.pan.slice(-4) };
}

/** Track 2 equivalent data (EMV tag 57): number, separator, expiry, service code, filler; padded with F to whole bytes. */
export function track2Equivalent(of: TestCard): string {
  const digits = `${of.pan}D${of.expiry}${of.serviceCode}0000000000`;
  return digits.length % 2 === 0 ? digits : `${digits}F`;
}

function card(
  id: DeckId,
  brand: string,
  pan: string,
  scheme: { application: CardApplication; issuerApplicationData: string },
  options: { asksForPin?: boolean; label?: string } = {},
): TestCard {
  return {
    id,
    brand,
    pan,
    expiry: '3012',
    serviceCode: '201',
    cardholderName: 'TEST/CARD',
    sequenceNumber: '00',
    applications: [{ aid: scheme.application.aid, label: options.label ?? scheme.application.label }],
    asksForPin: options.asksForPin ?? false,
    issuerApplicationData: scheme.issuerApplicationData,
  };
}
