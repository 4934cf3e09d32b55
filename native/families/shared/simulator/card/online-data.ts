/**
 * Data about one card and one transaction that a terminal collects for the bank (reference section 6, in agreement with
 * electron/sandbox). The plain data exists only inside the terminal, and leaves it encrypted under DUKPT (see
 * mms/card-blob.ts).
 */
import { asciiBytes, bigEndian, concatBytes, fromHex } from '../../../../framing/bytes.ts';
import { encodeTlv } from '../../../../framing/tlv.ts';
import { applicationCryptogram, completionCryptogram, cryptogramType, type EmvValues } from './emv-card.ts';
import { track2Equivalent, type CardApplication, type TestCard } from './test-cards.ts';

export type ReadMode = 'chip' | 'contactless' | 'swipe';

/** EMV tag 9F39, point-of-service entry mode. */
const entryMode: Readonly<Record<ReadMode, number>> = { chip: 0x05, contactless: 0x07, swipe: 0x90 };

interface TransactionFacts {
  amountMinor: number;
  otherAmountMinor: number;
  /** ISO 4217 numeric, four digits. */
  numericCurrency: string;
  /** EMV tag 9C. */
  transactionType: number;
  /** Time of the terminal's clock, in milliseconds since 1970. */
  at: number;
  /** Four random bytes from the terminal (EMV tag 9F37). */
  unpredictableNumber: Uint8Array;
  /** The chip's transaction counter (EMV tag 9F36). */
  transactionCounter: number;
  isPinVerified: boolean;
}

/** Order of the elements in the encrypted template. */
const onlineTags = [
  0x57, 0x5a, 0x5f24, 0x5f34, 0x9f26, 0x9f27, 0x9f10, 0x9f36, 0x9f37, 0x95, 0x9a, 0x9c, 0x9f02, 0x9f03, 0x5f2a, 0x82,
  0x9f1a, 0x9f33, 0x9f34, 0x9f35, 0x84, 0x50, 0x9f39,
] as const;

/** A stripe has no cryptogram: it contributes number and expiry; the terminal adds the rest. */
const swipeTags = [0x57, 0x5a, 0x5f24, 0x9c, 0x9f02, 0x5f2a, 0x9f39] as const;

/** Elements after the bank's answer: the second cryptogram and the data that it covers. */
const batchTags = [
  0x57, 0x5a, 0x5f24, 0x5f34, 0x9f26, 0x9f27, 0x9f10, 0x9f36, 0x95, 0x9a, 0x9c, 0x9f02, 0x5f2a,
] as const;

/** Data elements of a chip or contactless transaction, including the ARQC. */
export function chipValues(options: {
  card: TestCard;
  application: CardApplication;
  mode: 'chip' | 'contactless';
  facts: TransactionFacts;
}): EmvValues {
  const { card, application, mode, facts } = options;
  const values = new Map(commonValues(card, mode, facts));
  const set = (tag: number, hex: string): void => void values.set(tag, fromHex(hex));
  set(0x5f34, card.sequenceNumber);
  set(0x9f10, card.issuerApplicationData);
  values.set(0x9f36, bigEndian(facts.transactionCounter & 0xffff, 2));
  values.set(0x9f37, facts.unpredictableNumber);
  // The amount is above the floor limit, which is the reason to go online.
  set(0x95, '0000008000');
  values.set(0x9f03, numeric(facts.otherAmountMinor));
  set(0x82, mode === 'chip' ? '3C00' : '2000');
  set(0x9f1a, '0840');
  set(0x9f33, 'E0F8C8');
  // Cardholder verification: PIN checked by the chip, verification not needed, or verification not performed
  // (contactless below its limit).
  set(0x9f34, facts.isPinVerified ? '440302' : mode === 'chip' ? '1F0302' : '1F0000');
  set(0x9f35, '22');
  set(0x84, application.aid);
  values.set(0x50, asciiBytes(application.label));
  values.set(0x9f27, bigEndian(cryptogramType.onlineRequest, 1));
  values.set(0x9f26, applicationCryptogram(values));
  return values;
}

export function swipeValues(card: TestCard, facts: TransactionFacts): EmvValues {
  return commonValues(card, 'swipe', facts);
}

/** Values as one TLV `FC`, in the order that hosts expect; `batch` is for a completed transaction. */
export function encodeTemplate(values: EmvValues, kind: 'online' | 'swipe' | 'batch'): Uint8Array {
  const tags = kind === 'online' ? onlineTags : kind === 'swipe' ? swipeTags : batchTags;
  const present = tags.flatMap((tag) => {
    const value = values.get(tag);
    return value ? [encodeTlv(tag, value)] : [];
  });
  return encodeTlv(0xfc, concatBytes(...present));
}

/** Values after the card's second cryptogram: TC for an approval, AAC for a decline. A stripe has neither. */
export function completedValues(values: EmvValues, isApproved: boolean): EmvValues {
  const after = new Map(values);
  if (!after.has(0x9f26)) return after;
  const type = isApproved ? cryptogramType.approved : cryptogramType.declined;
  after.set(0x9f27, bigEndian(type, 1));
  after.set(0x9f26, completionCryptogram(values, type));
  return after;
}

function commonValues(card: TestCard, mode: ReadMode, facts: TransactionFacts): Map<number, Uint8Array> {
  const panDigits = card.pan.length % 2 === 0 ? card.pan : `${card.pan}F`;
  return new Map([
    [0x57, fromHex(track2Equivalent(card))],
    [0x5a, fromHex(panDigits)],
    [0x5f24, fromHex(`${card.expiry}31`)],
    [0x9a, fromHex(new Date(facts.at).toISOString().slice(2, 10).replaceAll('-', ''))],
    [0x9c, bigEndian(facts.transactionType, 1)],
    [0x9f02, numeric(facts.amountMinor)],
    [0x5f2a, fromHex(facts.numericCurrency)],
    [0x9f39, bigEndian(entryMode[mode], 1)],
  ]);
}

function numeric(amountMinor: number): Uint8Array {
  return fromHex(String(amountMinor).padStart(12, '0'));
}
