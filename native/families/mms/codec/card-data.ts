/**
 * Card data that the terminal sends to the host (reference section 6). The blob is opaque and is passed on unchanged;
 * the driver reads only the fields that it needs for the answer. Masked track data (DFDF33, DFDF4D) is never read: it
 * is made to look like a card number down to its check digit.
 *
 *     BLOB = LEN16  F9{ DFDF54 ; DFDF55 ; DFDF25 ; FA{ 70{ DFDF53 DFDF52 F8{ DFDF59 DFDF56 DFDF57 DFDF58 }}}}  00-padding  MAC4
 */
import type { EntryMode } from '../../../../electron/contract/index.ts';
import { readBigEndian, toHex } from '../../../framing/bytes.ts';
import { findTlv, findTlvPath, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import type { EncryptedCardData } from '../../shared/terminal.ts';
import { cardDataTag } from './tags.ts';

const LENGTH_BYTES = 2;
const MAC_BYTES = 4;
/** Bit 7 of the encryption type, set when the data is encrypted under DUKPT. */
const IS_DUKPT = 0x80;

export interface OnlineRequest {
  readonly data: EncryptedCardData;
  /** DFDF25, which is copied into the answer. */
  readonly deviceSerialNumber: Uint8Array;
  readonly entryMode: EntryMode;
}

type OnlineRequestParse =
  | { readonly ok: true; readonly request: OnlineRequest }
  /** `reason` describes the fault and never contains card data. */
  | { readonly ok: false; readonly reason: string };

/**
 * Value of the platform's `encrypted_emv_format` for this blob. This is an assumption: the specification lists no
 * values.
 */
const MMS_ENCRYPTED_EMV_FORMAT = 1;

/** Reads an ARQC blob; refuses a blob that is truncated, inconsistent or not encrypted. */
export function readOnlineRequest(blob: Uint8Array): OnlineRequestParse {
  const shell = readShell(blob);
  if (!shell) return { ok: false, reason: 'the card data is cut or inconsistent' };
  const deviceSerialNumber = findTlv(shell, cardDataTag.deviceSerialNumber);
  const container = findTlv(shell, cardDataTag.container);
  const template = container && findTlvPath(container, cardDataTag.emvTemplate);
  const encrypted = template && findTlvPath(template, cardDataTag.encrypted);
  const keySerialNumber = encrypted && findTlvPath(encrypted, cardDataTag.keySerialNumber);
  const ciphertext = encrypted && findTlvPath(encrypted, cardDataTag.ciphertext);
  const type = encrypted && findTlvPath(encrypted, cardDataTag.encryptionType)?.[0];
  if (!deviceSerialNumber || !template)
    return { ok: false, reason: 'the card data lacks its serial number or template' };
  // A terminal may send the data of white-listed cards unencrypted. Such data must not travel any further.
  if (!keySerialNumber || !ciphertext || type === undefined || (type & IS_DUKPT) === 0) {
    return { ok: false, reason: 'the card data is not encrypted under DUKPT' };
  }
  return {
    ok: true,
    request: {
      data: {
        encryptedEmvData: toHex(blob),
        keySerialNumber: toHex(keySerialNumber),
        format: MMS_ENCRYPTED_EMV_FORMAT,
      },
      // Copied, because the blob is a view into a frame.
      deviceSerialNumber: deviceSerialNumber.slice(),
      entryMode: entryModes[findTlvPath(template, cardDataTag.cardType)?.[0] ?? -1] ?? 'unknown',
    },
  };
}

const entryModes: Readonly<Record<number, EntryMode>> = {
  0x01: 'swipe',
  0x03: 'manual',
  0x05: 'chip',
  0x06: 'contactless',
  0x07: 'swipe',
  0x08: 'contactless',
};

export type BatchResult = 'accepted' | 'declined' | 'error';

/** Result inside batch data, or undefined when the data has none. */
export function readBatchResult(blob: Uint8Array): BatchResult | undefined {
  const shell = readShell(blob);
  const container = shell && findTlv(shell, cardDataTag.container);
  const result =
    container && findTlvPath(container, cardDataTag.batchTemplate, cardDataTag.batchStatus, cardDataTag.batchResult);
  return (['accepted', 'declined', 'error'] as const)[result?.[0] ?? -1];
}

/** TLVs inside the F9 shell of a blob, or undefined if the lengths do not match. */
function readShell(blob: Uint8Array): Tlv[] | undefined {
  if (blob.length < LENGTH_BYTES + MAC_BYTES) return undefined;
  // The MAC covers whole cipher blocks of 8 bytes (TDES) or 16 bytes (AES), so 8 divides the length.
  if ((blob.length - MAC_BYTES) % 8 !== 0) return undefined;
  const length = readBigEndian(blob.subarray(0, LENGTH_BYTES));
  if (LENGTH_BYTES + length + MAC_BYTES > blob.length) return undefined;
  const outer = parseTlvs(blob.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  const shell = outer.ok && outer.tlvs.length === 1 ? findTlv(outer.tlvs, cardDataTag.secureShell) : undefined;
  const content = shell && parseTlvs(shell);
  return content?.ok ? content.tlvs : undefined;
}
