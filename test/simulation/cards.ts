/**
 * Encrypted card data as a terminal sends them: real blobs of the published test cards, each with a key serial number.
 */
import type { CardPayload } from '../../electron/host/payments/index.ts';
import { encryptCard, ksnSource, testPans } from '../api/encryptor.ts';

export type TestCard = keyof typeof testPans;

/** Encryption costs more than the rest of a simulated payment, and the days of one run may reuse the same blobs. */
const made = new Map<string, string>();

/** Cards of one day, each with the next key serial number. */
export function createCards(): { payload: (card: TestCard, entry: 'chip' | 'contactless' | 'swipe') => CardPayload } {
  const nextKsn = ksnSource();
  return {
    payload(card, entry) {
      const ksn = nextKsn();
      const name = `${card} ${entry} ${ksn}`;
      let blob = made.get(name);
      // The amount stays out of the card's signature, so that a blob fits any amount.
      if (blob === undefined) {
        const tags = { '9F02': null };
        made.set(name, (blob = encryptCard({ pan: testPans[card], ksn, amount: 0, entry, tags })));
      }
      return { encryptedEmvData: blob, keySerialNumber: ksn, format: 1 };
    },
  };
}
