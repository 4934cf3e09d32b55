/**
 * Encrypted card data of any terminal family, by the request's `encrypted_emv_format`. The specification names no values;
 * those here are our assumption: 1 the ARQC blob of MMS (MagTek), 2 the answer of a NEO 2 reader (ID TECH) without its masked elements,
 * 3 the message of a MagneSafe reader (MagTek), which has the shape of 1 and no MAC; of a swipe report track 2 itself is what is encrypted.
 */
import { openBlob, openMagnesafeMessage, testKeySet } from './blob.ts';
import { readCard, readCardElements, readTrack, type CardFacts } from './card.ts';
import { openNeo2Data } from './neo2-data.ts';

/** Formats this sandbox reads. */
export const emvFormat = { mms: 1, neo2: 2, magnesafe: 3 } as const;

export type OpenedCardData =
  | {
      ok: true;
      /** Upper-case hexadecimal, as it stands inside the data. */
      keySerialNumber: string;
      /**
       * Reads the card down to what may be kept (crypto/card.ts).
       * @param recognise is shown the account number once; its result is passed through as `known`
       * @throws TlvError when a needed element is missing or makes no sense
       */
      read: <Known>(recognise: (accountNumber: string) => Known) => { facts: CardFacts; known: Known };
      /** Overwrites everything decrypted; nothing can be read afterwards. */
      wipe: () => void;
    }
  | { ok: false; why: 'format' | 'malformed' | 'unknown-key' | 'mac'; detail: string };

/** Verifies, as far as the format allows, and decrypts. Never throws on what came from outside. */
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
