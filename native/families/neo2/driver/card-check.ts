/**
 * Compares the clear elements of card data with the request, before the bank is queried: a broken or tampered reader
 * must not charge another amount, currency or kind of payment, or submit a card that declined. A missing element is
 * only logged, because the till itself sends the amount to the platform. Pure.
 */
import type { CardDataFault } from '../../../../electron/contract/index.ts';
import { toHex } from '../../../framing/bytes.ts';
import { tagName } from '../../../framing/tlv.ts';
import { emvTag } from '../codec/codes.ts';
import type { Neo2Tlv } from '../codec/tlv.ts';

export interface ExpectedPayment {
  readonly amountMinor: number;
  /** Four digits of ISO 4217. */
  readonly numericCurrency: string;
  /** Milliseconds since 1970, by the till's clock. */
  readonly now: number;
}

interface Finding {
  readonly fault: CardDataFault;
  /** Text for logs: describes the fault and never contains card data. */
  readonly reason: string;
}

const finding = (fault: CardDataFault, reason: string): Finding => ({ fault, reason });

/** Requested value of 9C: a purchase. */
const PURCHASE = '00';
/** The two highest bits of 9F27: a request to the bank (ARQC). 40 is an offline approval, 00 the card's decline. */
const CRYPTOGRAM_TYPE = 0xc0;
const ONLINE_REQUEST = 0x80;
/** Maximum error of a reader's clock. */
const MAX_CLOCK_ERROR_DAYS = 366;
const DAY_MS = 86_400_000;

const valuesOf = (tlvs: readonly Neo2Tlv[], tag: number): string[] =>
  tlvs.filter((tlv) => tlv.tag === tag && tlv.form === 'plain').map(({ value }) => toHex(value));

/**
 * Returns the expected elements that the card data lacks, for a log: the elements that a reader sends are a setting of
 * the reader, and no sign of tampering.
 */
export function missingElements(tlvs: readonly Neo2Tlv[], mode: 'chip' | 'contactless' | 'stripe'): string[] {
  const expected = { chip: [emvTag.amount, emvTag.cryptogramInformation], contactless: [emvTag.amount], stripe: [] };
  return expected[mode].filter((tag) => valuesOf(tlvs, tag).length === 0).map(tagName);
}

/**
 * Returns the first fault of the card data, or undefined if they match the request. Only elements that are present
 * count, and an element that is present twice must match twice.
 */
export function findFault(tlvs: readonly Neo2Tlv[], asked: ExpectedPayment): Finding | undefined {
  const values = (tag: number): string[] => valuesOf(tlvs, tag);
  if (values(emvTag.amount).some((amount) => amount !== String(asked.amountMinor).padStart(12, '0')))
    return finding('amount', 'the card data is for another amount');
  if (values(emvTag.currency).some((currency) => currency !== asked.numericCurrency))
    return finding('currency', 'the card data is for another currency');
  if (values(emvTag.transactionType).some((type) => type !== PURCHASE))
    return finding('type', 'the card data is not for a purchase');
  const cryptograms = values(emvTag.cryptogramInformation);
  if (cryptograms.some((information) => (parseInt(information, 16) & CRYPTOGRAM_TYPE) !== ONLINE_REQUEST))
    return finding('cryptogram', 'the card did not ask the bank');
  if (values(emvTag.date).some((date) => !isNear(date, asked.now)))
    return finding('date', 'the card data is from another year');
  return undefined;
}

/** Returns true if YYMMDD is within a year of now. The year has two digits, so the nearest century counts. */
function isNear(date: string, now: number): boolean {
  const [year, month, day] = (date.match(/^([0-9]{2})([0-9]{2})([0-9]{2})$/) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return [-100, 0, 100].some(
    (offset) => Math.abs(Date.UTC(century + offset + year, month - 1, day) - now) <= MAX_CLOCK_ERROR_DAYS * DAY_MS,
  );
}
