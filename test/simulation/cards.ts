/** Encrypted card data as a terminal sends it: real blobs of the published test cards, one key serial number each. */
import type { CardPayload } from '../../electron/host/payments/index.ts';
import { encryptCard, ksnSource, testPans } from '../api/encryptor.ts';

export type TestCard = keyof typeof testPans;

/** Encrypting costs more than all else a payment does here, and the days of one run may use the same blobs again. */
const made = new Map<string, string>();

/** Cards of one day, each with the next key serial number. */
export function createCards(): { payload: (card: TestCard, entry: 'chip' | 'contactless' | 'swipe') => CardPayload } {
  const nextKsn = ksnSource();
  return {
    payload(card, entry) {
      const ksn = nextKsn();
      const name = `${card} ${entry} ${ksn}`;
      let blob = made.get(name);
      // The amount stays out of the card's signature, so that a blob fits any.
      if (blob === undefined) {
        const tags = { '9F02': null };
        made.set(name, (blob = encryptCard({ pan: testPans[card], ksn, amount: 0, entry, tags })));
      }
      return { encryptedEmvData: blob, keySerialNumber: ksn, format: 1 };
    },
  };
}
