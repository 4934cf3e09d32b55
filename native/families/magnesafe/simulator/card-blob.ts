/** Encodes a reader's messages with card data (codec/card-data.ts) and its swipe report (reference section 10). */
import { asciiBytes, bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { encodeTlv } from '../../../framing/tlv.ts';
import type { TransactionKeys } from '../../shared/simulator/card/dukpt-device.ts';
import { tdesEncryptCbc, zeroPadding } from '../../shared/simulator/card/tdes.ts';
import type { TestCard } from '../../shared/simulator/card/test-cards.ts';
import { encodeMessageShell, swipeReportOffset as at } from '../codec/card-data.ts';
import { tag } from '../codec/codes.ts';
import { headWithoutMac, type ShellHead } from '../codec/commands.ts';

/** Encrypted under the data key of DUKPT. */
const TDES_DATA = 0x80;

const headOf = (serialNumber: string): ShellHead => headWithoutMac(asciiBytes(serialNumber));

export function encodeOnlineMessage(options: {
  keys: TransactionKeys;
  serialNumber: string;
  template: Uint8Array;
  cardType: number;
  fallback: number;
  maskedTrack2: string;
  cardholderName: string;
}): Uint8Array {
  const content = encodeTlv(
    tag.generic,
    encodeTlv(tag.fallback, bigEndian(options.fallback, 1)),
    encodeTlv(0x5f20, asciiBytes(options.cardholderName)),
    encodeTlv(tag.maskedTrack2, asciiBytes(options.maskedTrack2)),
    encodeTlv(tag.cardType, bigEndian(options.cardType, 1)),
    encrypted(options.keys, options.template),
  );
  return encodeMessageShell(headOf(options.serialNumber), content);
}

/** Data of notification 0304. The encrypted part requires keys, which exist once a card was read. */
export function encodeResultMessage(options: {
  serialNumber: string;
  status: number;
  sealed: { keys: TransactionKeys; template: Uint8Array } | null;
}): Uint8Array {
  const content = encodeTlv(
    tag.resultTemplate,
    encodeTlv(
      tag.resultStatus,
      encodeTlv(tag.transactionStatus, bigEndian(options.status, 1)),
      encodeTlv(tag.additionalStatus, Uint8Array.of(0x00)),
    ),
    ...(options.sealed ? [encrypted(options.sealed.keys, options.sealed.template)] : []),
    encodeTlv(tag.merchantData),
  );
  return concatBytes(Uint8Array.of(0x00), encodeMessageShell(headOf(options.serialNumber), content));
}

function encrypted(keys: TransactionKeys, template: Uint8Array): Uint8Array {
  const padding = zeroPadding(template.length);
  return encodeTlv(
    tag.encrypted,
    encodeTlv(tag.ciphertext, tdesEncryptCbc(keys.dataKey, concatBytes(template, padding))),
    encodeTlv(tag.keySerialNumber, keys.ksn),
    encodeTlv(tag.encryptionType, bigEndian(TDES_DATA, 1)),
    encodeTlv(tag.padCount, bigEndian(padding.length, 1)),
  );
}

const REPORT_BYTES = 931;

/** A swipe as input report 01, without its id. */
export function encodeSwipeReport(options: {
  card: TestCard;
  maskedTrack2: string;
  keys: TransactionKeys;
  serialNumber: string;
  /** Bits of the encryption status. Default: key injected, encryption on, data key. */
  encryption?: number;
  isUnreadable?: boolean;
}): Uint8Array {
  const { card, keys } = options;
  const report = new Uint8Array(REPORT_BYTES);
  const track = asciiBytes(`;${card.pan}=${card.expiry}${card.serviceCode}0000000000?`);
  const sealed = tdesEncryptCbc(keys.dataKey, concatBytes(track, zeroPadding(track.length)));
  // Tracks 1 and 3 are empty, which counts as an error.
  report.set([0x01, options.isUnreadable ? 0x01 : 0x00, 0x01, 0x00, sealed.length, 0x00, 0x00]);
  report.set(sealed, at.track2);
  report.set(asciiBytes(options.serialNumber), at.serial);
  report.set(bigEndian(options.encryption ?? 0x0806, 2), at.encryption);
  report.set(keys.ksn, at.keySerialNumber);
  const masked = asciiBytes(options.maskedTrack2);
  report[506] = masked.length;
  report.set(masked, 620);
  report[853] = track.length;
  report[930] = 100;
  return report;
}
