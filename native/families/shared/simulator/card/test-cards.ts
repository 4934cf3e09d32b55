/**
 * Deck of test cards. All numbers are published test numbers, which no bank has ever issued. The sandbox's answer to
 * each card number is agreed with electron/sandbox; this module holds the terminal's part (whether the card asks for a
 * PIN, the applications on its chip).
 *
 * A card number stays inside this process. Nothing here is printed, logged or sent over the control port: other
 * processes see `id`, `brand` and `lastFour` (see describeCard).
 */

export interface CardApplication {
  /** Application identifier, hexadecimal (EMV tag 84). */
  aid: string;
  /** Application label (EMV tag 50), for example `VISA CREDIT`. */
  label: string;
}

export interface TestCard {
  id: string;
  brand: string;
  /** Primary account number in digits. Published test numbers only. */
  pan: string;
  /** YYMM. */
  expiry: string;
  /** ISO 7813 service code; 2xx means that the card has a chip. */
  serviceCode: string;
  cardholderName: string;
  /** EMV tag 5F34, two digits. */
  sequenceNumber: string;
  /** With more than one application, the terminal asks the cardholder to choose. */
  applications: readonly [CardApplication, ...CardApplication[]];
  /** True when the chip requires the cardholder's PIN. The chip checks it; the PIN never leaves the terminal. */
  asksForPin: boolean;
  /** EMV tag 9F10, hexadecimal: invented, in the form of the scheme. */
  issuerApplicationData: string;
}

/** Properties of a card that other processes may see. */
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

export function describeCard(of: TestCard): CardFace {
  return { id: of.id, brand: of.brand, lastFour: of.pan.slice(-4) };
}

/**
 * Track 2 equivalent data (EMV tag 57): number, separator, expiry, service code and filler, padded with F to whole
 * bytes.
 */
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
