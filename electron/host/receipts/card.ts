/** Card rows of a receipt: never more than brand and last four digits of the number. Pure. */
import type { AttemptView, EmvView, ReceiptLine } from '../../contract/index.ts';
import { brandOf } from './receipt-format.ts';
import { row } from './lines.ts';
import type { ReceiptWords } from './words.ts';

type Verification = 'pin' | 'signature' | 'none';

/** Methods of tag 9F34's first byte without its highest two bits (EMV 4.3, Book 3, annex C3). */
const methods: Readonly<Record<number, Verification>> = {
  0x01: 'pin',
  0x02: 'pin',
  0x03: 'signature',
  0x04: 'pin',
  0x05: 'signature',
  0x1e: 'signature',
  0x1f: 'none',
};

/**
 * Cardholder verification, or null if unknown. The terminal's request for a signature has priority: "PIN verified" must
 * not appear alone next to a signature line. If the PIN was not verified, the method decides.
 */
function verificationOf({ wantsSignature, card }: Pick<AttemptView, 'wantsSignature' | 'card'>): Verification | null {
  if (wantsSignature) return 'signature';
  const emv = card?.emv;
  if (emv?.isPinVerified) return 'pin';
  const method = byMethod(emv);
  if (method !== null) return method;
  return emv?.isPinVerified === false ? 'none' : null;
}

function byMethod(emv: EmvView | undefined): Verification | null {
  if (!emv?.cardholderVerification) return null;
  const first = Number.parseInt(emv.cardholderVerification.slice(0, 2), 16);
  return methods[first & 0x3f] ?? null;
}

export function cardRows(attempt: AttemptView, words: ReceiptWords): ReceiptLine[] {
  const { card } = attempt;
  if (!card) return [];
  const { labels, entries, verifications } = words;
  const { emv } = card;
  const verification = verificationOf(attempt);
  return [
    ...row('card', labels.card, numberOf(card, words)),
    ...row('entry', labels.entry, entries[card.entryMode]),
    ...row('application', labels.application, card.applicationLabel ?? emv?.preferredName),
    ...row('aid', labels.aid, card.applicationIdentifier),
    ...row('approval', labels.approval, card.approvalCode),
    ...row('verification', labels.verification, verification === null ? null : verifications[verification]),
    ...row('counter', labels.counter, emv?.transactionCounter),
    ...row('cryptogram', labels.cryptogram, emv?.cryptogram),
    // Tags under the names that card schemes use in every language.
    ...row('tvr', 'TVR', emv?.verificationResults),
    ...row('tsi', 'TSI', emv?.statusInformation),
    ...row('cvm', 'CVM', emv?.cardholderVerification),
  ];
}

/** "Visa **** 4412", or the known half, or null. */
export function numberOf(card: NonNullable<AttemptView['card']>, words: ReceiptWords): string | null {
  const { brand, lastFour } = card;
  if (brand === null && lastFour === null) return null;
  const name = brand === null ? words.card : brandOf(brand);
  return lastFour === null ? name : `${name} **** ${lastFour}`;
}
