/**
 * Reads decrypted card data, and returns only the facts that may be kept. The account number exists only inside this
 * module and the callback that receives it; no result contains it.
 */
import { parseTlvs, TlvError, valueOf, type Tlv } from './tlv.ts';

/** Entry mode of the card, from tag 9F39 (EMV Book 4, POS entry mode). */
type CardEntry = 'chip' | 'contactless' | 'swipe';

/** Facts about a card that may be kept after it was read. */
export interface CardFacts {
  lastFour: string;
  /** Digits in the account number, so that a mask has the right length. */
  length: number;
  brand: 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | null;
  entry: CardEntry;
  /** Last month in which the card is valid. */
  expiry: { year: number; month: number };
  /**
   * Amount (9F02, minor units) that the terminal gave the card, or null. `numericCurrency` is its currency (5F2A, four
   * digits), or null.
   */
  amountMinor: number | null;
  numericCurrency: string | null;
  applicationIdentifier: string | null;
  applicationLabel: string | null;
  applicationTransactionCounter: string | null;
  /** Tag 9F26, 8 bytes, or null for a swipe. */
  cryptogram: Buffer | null;
  isPinVerified: boolean;
}

/** Entry mode 80 is a swipe after the card's chip could not be read. */
const entries: Readonly<Record<string, CardEntry>> = {
  '05': 'chip',
  '07': 'contactless',
  '80': 'swipe',
  '90': 'swipe',
};

/** The brand of an account number, or null when the prefix matches no known brand. */
export function brandOf(accountNumber: string): CardFacts['brand'] {
  if (accountNumber.startsWith('4')) return 'VISA';
  if (/^(5[1-5]|2[2-7])/.test(accountNumber)) return 'MASTERCARD';
  if (/^3[47]/.test(accountNumber)) return 'AMERICAN_EXPRESS';
  if (/^6(011|5|4[4-9])/.test(accountNumber)) return 'DISCOVER';
  return null;
}

/** Reads the CVM results (9F34): a PIN method of EMV Book 3, table 39, and success in the third byte. */
function isPinVerified(cvmResults: Buffer | undefined): boolean {
  if (cvmResults?.length !== 3) return false;
  const method = (cvmResults[0] ?? 0) & 0x3f;
  // The issuer checks an online PIN (02), so the terminal cannot know the result and reports "unknown" (00).
  return (method >= 1 && method <= 5 && cvmResults[2] === 2) || (method === 2 && cvmResults[2] === 0);
}

/**
 * Reads the plaintext `FC L { … }` of a card.
 * @param plaintext wiped by the caller
 * @param recognise receives the account number once, to derive facts from it; its result is passed through
 * @throws TlvError when a required tag is missing or invalid
 */
export function readCard<Known>(plaintext: Buffer, recognise: (accountNumber: string) => Known) {
  const [template, ...rest] = parseTlvs(plaintext);
  if (template?.tag !== 'FC' || rest.length > 0) throw new TlvError('Plaintext is not one FC template');
  return readCardElements(parseTlvs(template.value), recognise);
}

/**
 * Reads a decrypted track 2: `;NUMBER=YYMMSSS…?`, followed by zero bytes.
 * @param plaintext wiped by the caller
 * @throws TlvError when the bytes are not a track
 */
export function readTrack<Known>(plaintext: Buffer, recognise: (accountNumber: string) => Known) {
  const track = /^;([0-9]{12,19})=([0-9]{4})([0-9]*)\?\0*$/.exec(plaintext.toString('latin1'));
  if (!track) throw new TlvError('No track 2');
  const digits = `${track[1]}D${track[2]}${track[3]}`;
  const value = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}F`, 'hex');
  const tags: Tlv[] = [
    { tag: '57', value, headerLength: 2 },
    { tag: '9F39', value: Buffer.of(0x90), headerLength: 3 },
  ];
  try {
    return readCardElements(tags, recognise);
  } finally {
    value.fill(0);
  }
}

/**
 * Reads the decrypted elements of a card.
 * @param tags wiped by the caller
 * @param recognise same as for `readCard`
 * @throws TlvError when a required tag is missing or invalid
 */
export function readCardElements<Known>(tags: readonly Tlv[], recognise: (accountNumber: string) => Known) {
  const hex = (tag: string) => valueOf(tags, tag)?.toString('hex').toUpperCase();

  const track = /^([0-9]{12,19})D([0-9]{2})([0-9]{2})[0-9]*F?$/.exec(hex('57') ?? '');
  if (!track) throw new TlvError('No track 2 in tag 57');
  const [, accountNumber = '', yy = '', mm = ''] = track;
  const printed = hex('5A');
  if (printed !== undefined && printed.replace(/F$/, '') !== accountNumber) {
    throw new TlvError('Tags 57 and 5A belong to different cards');
  }
  const month = Number(mm);
  if (month < 1 || month > 12) throw new TlvError('No month in tag 57');
  const entry = entries[hex('9F39') ?? ''];
  if (!entry) throw new TlvError('No known entry mode in tag 9F39');
  const cryptogram = valueOf(tags, '9F26') ?? null;
  if (entry === 'swipe' ? cryptogram !== null : cryptogram?.length !== 8) {
    throw new TlvError('Tag 9F26 does not fit the entry mode');
  }
  const amount = hex('9F02');
  if (amount !== undefined && !/^[0-9]{12}$/.test(amount)) throw new TlvError('Tag 9F02 is not 12 digits');

  const facts: CardFacts = {
    lastFour: accountNumber.slice(-4),
    length: accountNumber.length,
    brand: brandOf(accountNumber),
    entry,
    expiry: { year: 2000 + Number(yy), month },
    amountMinor: amount === undefined ? null : Number(amount),
    numericCurrency: hex('5F2A') ?? null,
    applicationIdentifier: hex('84') ?? null,
    applicationLabel: valueOf(tags, '50')?.toString('latin1') ?? null,
    applicationTransactionCounter: hex('9F36') ?? null,
    cryptogram: cryptogram === null ? null : Buffer.from(cryptogram),
    isPinVerified: isPinVerified(valueOf(tags, '9F34')),
  };
  return { facts, known: recognise(accountNumber) };
}
