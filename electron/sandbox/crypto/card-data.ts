/**
 * Opens encrypted card data of any terminal family, selected by the request's `encrypted_emv_format`. The specification
 * lists no values, so these are assumptions: 1 is the ARQC blob of MMS (MagTek); 2 is the answer of a NEO 2 reader (ID
 * TECH) without its masked elements; 3 is the message of a MagneSafe reader (MagTek), which has the form of 1 without a
 * MAC; a swipe report encrypts track 2 itself.
 */
import { openBlob, openMagnesafeMessage, testKeySet } from './blob.ts';
import { readCard, readCardElements, readTrack, type CardFacts } from './card.ts';
import { openNeo2Data } from './neo2-data.ts';

export const emvFormat = { mms: 1, neo2: 2, magnesafe: 3 } as const;

export type OpenedCardData =
  | {
      ok: true;
      /** Upper-case hexadecimal, exactly as in the data. */
      keySerialNumber: string;
      /**
       * Reads the card, and returns only the facts that may be kept (crypto/card.ts).
       * @param recognise receives the account number once; its result is returned as `known`
       * @throws TlvError when a required element is missing or invalid
       */
      read: <Known>(recognise: (accountNumber: string) => Known) => { facts: CardFacts; known: Known };
      /** Overwrites all decrypted data, which cannot be read afterwards. */
      wipe: () => void;
    }
  | { ok: false; why: 'format' | 'malformed' | 'unknown-key' | 'mac'; detail: string };

/** Verifies, as far as the format allows, and decrypts. Never throws because of external data. */
export function openCardData(format: number, data: Buffer, keys = testKeySet): OpenedCardData {
  switch (format) {
    case emvFormat.mms: {
      const opened = openBlob(data, keys);
      if (!opened.ok) return opened;
      const { keySerialNumber, plaintext } = opened;
      return {
        ok: true,
        keySerialNumber,
        read: (recognise) => readCard(plaintext, recognise),
        wipe: () => void plaintext.fill(0),
      };
    }
    case emvFormat.neo2: {
      const opened = openNeo2Data(data, keys);
      if (!opened.ok) return opened;
      const { keySerialNumber, elements, wipe } = opened;
      return { ok: true, keySerialNumber, read: (recognise) => readCardElements(elements, recognise), wipe };
    }
    case emvFormat.magnesafe: {
      const opened = openMagnesafeMessage(data, keys);
      if (!opened.ok) return opened;
      const { keySerialNumber, plaintext } = opened;
      const isTrack = plaintext[0] === ';'.charCodeAt(0);
      return {
        ok: true,
        keySerialNumber,
        read: (recognise) => (isTrack ? readTrack(plaintext, recognise) : readCard(plaintext, recognise)),
        wipe: () => void plaintext.fill(0),
      };
    }
    default:
      return { ok: false, why: 'format', detail: 'Only formats 1, 2 and 3 are understood here' };
  }
}
