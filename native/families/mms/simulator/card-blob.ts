/**
 * Blobs with card data that a terminal sends (reference section 6): ARQC data for the bank, then batch data at the end.
 *
 *     LEN16 | F9 { DFDF54 MAC KSN, DFDF55 82, DFDF25 serial, FA { … F8 { DFDF59 ciphertext, DFDF56 KSN, … } } }
 *           | 00-padding | MAC4
 *
 * LEN16 is the length of the F9 TLV; padding fills the bytes before the MAC to whole blocks. One KSN per transaction
 * serves data and MAC, ARQC and batch.
 */
import { asciiBytes, bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { encodeTlv } from '../../../framing/tlv.ts';
import { cardDataTag } from '../codec/tags.ts';
import type { TransactionKeys } from '../../shared/simulator/card/dukpt-device.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { tdesCbcMac, tdesEncryptCbc, zeroPadding } from '../../shared/simulator/card/tdes.ts';

/** DFDF57 / DFDF55: triple-DES DUKPT, for data and for the MAC. */
const encryptionType = { data: 0x80, mac: 0x82 } as const;

/** DFDF52. */
export const cardType = { stripeOnly: 0x01, contact: 0x05, contactless: 0x06, stripeOfChipCard: 0x07 } as const;

/** DFDF53: none, technical (the chip could not be read), or the stripe of a card whose chip was refused. */
export const fallbackKind = { none: 0x00, technical: 0x01, stripe: 0x81 } as const;

/** Values of tag DFDF1A. */
export const batchResult = { accepted: 0x00, declined: 0x01, error: 0x02 } as const;

const MAC_BYTES = 4;

/** Application data of an ARQC notification. `template` is the unencrypted FC TLV. */
export function encodeArqcBlob(options: {
  keys: TransactionKeys;
  serialNumber: Uint8Array;
  template: Uint8Array;
  mode: ReadMode;
  cardType: number;
  fallback: number;
  /** Track 2 with its middle masked, ASCII, or null if the terminal's settings hide it. */
  maskedTrack2: string | null;
  cardholderName: string | null;
  /** EMV tag 82, unencrypted as on real terminals, or null for a stripe. */
  interchangeProfile: Uint8Array | null;
}): Uint8Array {
  const trackTag = options.mode === 'swipe' ? cardDataTag.maskedTrack2Msr : cardDataTag.maskedTrack2Chip;
  const content = encodeTlv(
    cardDataTag.emvTemplate,
    ...(options.interchangeProfile ? [encodeTlv(0x82, options.interchangeProfile)] : []),
    encodeTlv(cardDataTag.fallback, bigEndian(options.fallback, 1)),
    ...(options.maskedTrack2 === null ? [] : [encodeTlv(trackTag, asciiBytes(options.maskedTrack2))]),
    encodeTlv(cardDataTag.cardType, bigEndian(options.cardType, 1)),
    ...(options.cardholderName === null ? [] : [encodeTlv(0x5f20, asciiBytes(options.cardholderName))]),
    encrypted(options.keys, options.template),
  );
  return shell(options.keys, options.serialNumber, content);
}

/** Application data of a batch notification. `result` is a value of batchResult. */
export function encodeBatchBlob(options: {
  keys: TransactionKeys;
  serialNumber: Uint8Array;
  template: Uint8Array;
  result: number;
}): Uint8Array {
  const content = encodeTlv(
    cardDataTag.batchTemplate,
    encodeTlv(cardDataTag.batchStatus, encodeTlv(cardDataTag.batchResult, bigEndian(options.result, 1))),
    encrypted(options.keys, options.template),
    encodeTlv(cardDataTag.merchantData),
  );
  return shell(options.keys, options.serialNumber, content);
}

function encrypted(keys: TransactionKeys, template: Uint8Array): Uint8Array {
  const padding = zeroPadding(template.length);
  return encodeTlv(
    cardDataTag.encrypted,
    encodeTlv(cardDataTag.ciphertext, tdesEncryptCbc(keys.dataKey, concatBytes(template, padding))),
    encodeTlv(cardDataTag.keySerialNumber, keys.ksn),
    encodeTlv(cardDataTag.encryptionType, bigEndian(encryptionType.data, 1)),
    encodeTlv(cardDataTag.padCount, bigEndian(padding.length, 1)),
  );
}

function shell(keys: TransactionKeys, serialNumber: Uint8Array, content: Uint8Array): Uint8Array {
  const secured = encodeTlv(
    cardDataTag.secureShell,
    encodeTlv(cardDataTag.macKeySerialNumber, keys.ksn),
    encodeTlv(cardDataTag.macEncryptionType, bigEndian(encryptionType.mac, 1)),
    encodeTlv(cardDataTag.deviceSerialNumber, serialNumber),
    encodeTlv(cardDataTag.container, content),
  );
  const counted = concatBytes(bigEndian(secured.length, 2), secured);
  const covered = concatBytes(counted, zeroPadding(counted.length));
  return concatBytes(covered, tdesCbcMac(keys.macKey, covered).subarray(0, MAC_BYTES));
}
