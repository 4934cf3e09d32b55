/**
 * Card data on its way to the host (reference section 11), in the container that MMS calls DynaPro format:
 *
 *   0303  LEN16  F9{ DFDF54; DFDF55; DFDF25; FA{ 70{ DFDF53 DFDF52 F8{ DFDF59 DFDF56 DFDF57 DFDF58 }}}}  00-pad MAC4
 *   0304  signature  LEN16  F9{ … FA{ F0{ F1{ DFDF1A DFDF1B } F8{…} F7{…} }}}  00-pad MAC4
 *
 * LEN16 counts the F9 only; F9 and padding are whole blocks. The last four bytes are reserved for a MAC, but every
 * known message has zeros there. The container also holds the cardholder's name and the masked track in clear: they are
 * never read.
 */
import type { EntryMode } from '../../../../electron/contract/index.ts';
import { bigEndian, concatBytes, readBigEndian, toHex } from '../../../framing/bytes.ts';
import { encodeTlv, findTlv, findTlvPath, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import type { EncryptedCardData } from '../../shared/terminal.ts';
import { tag } from './codes.ts';
import { headWithoutMac, readShellHead, type ShellHead } from './commands.ts';

const BLOCK_BYTES = 8;
const MAC_BYTES = 4;
const KSN_BYTES = 10;
/** Bit 7 of the encryption type: encrypted under DUKPT. */
const IS_DUKPT = 0x80;

/**
 * The platform's `encrypted_emv_format` for this container: an assumption, because the specification lists no values.
 */
const MAGNESAFE_EMV_FORMAT = 3;

export interface OnlineRequest {
  readonly data: EncryptedCardData;
  readonly head: ShellHead;
  readonly entryMode: EntryMode;
  /** True for a chip card that was swiped before its chip was tried. */
  readonly shouldUseChip: boolean;
}

type OnlineRequestParse =
  | { readonly ok: true; readonly request: OnlineRequest }
  /** `reason` describes the fault and never contains card data. */
  | { readonly ok: false; readonly reason: string };

/** Values of DFDF52; other families use other values. */
export const cardType = {
  stripe: 0x01,
  chip: 0x05,
  contactless: 0x06,
  stripeOfChipCard: 0x07,
  contactlessStripe: 0x08,
} as const;
/** Values of DFDF53. */
export const fallbackKind = { none: 0x00, technical: 0x01, stripe: 0x81 } as const;

const entryModes: Readonly<Record<number, EntryMode>> = {
  [cardType.stripe]: 'swipe',
  [cardType.chip]: 'chip',
  [cardType.contactless]: 'contactless',
  [cardType.stripeOfChipCard]: 'swipe',
  [cardType.contactlessStripe]: 'contactless',
};

/** Reads the message of notification 0303. Refuses cut, inconsistent or unencrypted messages and the old format. */
export function readOnlineRequest(message: Uint8Array): OnlineRequestParse {
  const refuse = (reason: string): OnlineRequestParse => ({ ok: false, reason });
  if (message[2] === tag.originalMessage) return refuse('the reader sends card data in the format of old firmware');
  const shell = readShell(message);
  if (!shell) return refuse('the card data is cut or inconsistent');
  const head = readShellHead(shell);
  const container = findTlv(shell, tag.container);
  const generic = container && findTlvPath(container, tag.generic);
  if (!head || !generic) return refuse('the card data lacks its serial number or template');
  const encrypted = findTlvPath(generic, tag.encrypted);
  const part = (name: number): Uint8Array | undefined => encrypted && findTlvPath(encrypted, name);
  const [ciphertext, keySerialNumber, padCount] = [part(tag.ciphertext), part(tag.keySerialNumber), part(tag.padCount)];
  const type = part(tag.encryptionType)?.[0];
  if (
    !encrypted ||
    !ciphertext ||
    keySerialNumber?.length !== KSN_BYTES ||
    type === undefined ||
    (type & IS_DUKPT) === 0
  )
    return refuse('the card data is not encrypted under DUKPT');
  if (ciphertext.length === 0 || ciphertext.length % BLOCK_BYTES !== 0 || !padCount)
    return refuse('the encrypted card data is not in whole blocks');
  const kind = findTlvPath(generic, tag.cardType)?.[0] ?? -1;
  const entryMode = entryModes[kind];
  // An unknown kind must not pass for a known kind.
  if (!entryMode) return refuse('the card data does not say how the card was read');
  const fallback = findTlvPath(generic, tag.fallback)?.[0] ?? fallbackKind.none;
  return {
    ok: true,
    request: {
      data: {
        // The message stays untouched, from LEN16 to its end, because the maker's own programs forward it like that.
        encryptedEmvData: toHex(message),
        keySerialNumber: toHex(keySerialNumber),
        format: MAGNESAFE_EMV_FORMAT,
      },
      head,
      entryMode,
      shouldUseChip: kind === cardType.stripeOfChipCard && fallback === fallbackKind.none,
    },
  };
}

/** Encodes LEN16, F9, padding and four zeros, like a reader. */
export function encodeMessageShell(head: ShellHead, content: Uint8Array): Uint8Array {
  const shell = encodeTlv(
    tag.secureShell,
    encodeTlv(tag.macKeySerialNumber, head.macKeySerialNumber),
    encodeTlv(tag.macEncryptionType, head.macEncryptionType),
    encodeTlv(tag.deviceSerialNumber, head.deviceSerialNumber),
    encodeTlv(tag.container, content),
  );
  const rest = shell.length % BLOCK_BYTES;
  const tail = new Uint8Array((rest === 0 ? 0 : BLOCK_BYTES - rest) + MAC_BYTES);
  return concatBytes(bigEndian(shell.length, 2), shell, tail);
}

/** Returns the content of a message's F9, or undefined when its lengths do not fit together. */
function readShell(message: Uint8Array): Tlv[] | undefined {
  if (message.length < 2 + MAC_BYTES) return undefined;
  const length = readBigEndian(message.subarray(0, 2));
  const padding = (BLOCK_BYTES - (length % BLOCK_BYTES)) % BLOCK_BYTES;
  if (message.length !== 2 + length + padding + MAC_BYTES) return undefined;
  const outer = parseTlvs(message.subarray(2, 2 + length));
  const shell = outer.ok && outer.tlvs.length === 1 ? findTlv(outer.tlvs, tag.secureShell) : undefined;
  const content = shell && parseTlvs(shell);
  return content?.ok ? content.tlvs : undefined;
}

export interface ResultMessage {
  /** Value of DFDF1A, or undefined if the message has none. */
  readonly status: number | undefined;
  readonly wantsSignature: boolean;
}

/** Reads notification 0304. Returns undefined if it is unreadable: then no part of it may be trusted. */
export function readResult(data: Uint8Array): ResultMessage | undefined {
  const signature = data[0];
  const shell = readShell(data.subarray(1));
  const container = shell && findTlv(shell, tag.container);
  if (signature === undefined || signature > 1 || !container) return undefined;
  const status = findTlvPath(container, tag.resultTemplate, tag.resultStatus, tag.transactionStatus);
  return { status: status?.length === 1 ? status[0] : undefined, wantsSignature: signature === 1 };
}

// --- Input report 01: a swipe outside the EMV flow ----------------------------------------------------------------

const swipe = {
  encodeType: 6,
  encryptedLength2: 4,
  status2: 1,
  track2: 119,
  trackBytes: 112,
  serial: 477,
  encryption: 493,
  keySerialNumber: 495,
  shortest: 859,
} as const;
const KEY_INJECTED = 0x02;
const ENCRYPTION_ON = 0x04;
const DATA_VARIANT = 0x0800;

/**
 * Reads a swipe report (reference section 10; offsets count after the report id). Encryption and key must be on, the
 * card must be a bank card and track 2 must be whole: otherwise the tracks may be in clear. The result is packed into
 * the container of 0303, because the platform has no other container for this family; the encrypted value is then the
 * track itself instead of a template [assumption].
 */
export function readSwipeReport(report: Uint8Array): OnlineRequestParse {
  const refuse = (reason: string): OnlineRequestParse => ({ ok: false, reason });
  if (report.length < swipe.shortest) return refuse('the swipe report is cut');
  const encryption = readBigEndian(report.subarray(swipe.encryption, swipe.encryption + 2));
  if ((encryption & KEY_INJECTED) === 0 || (encryption & ENCRYPTION_ON) === 0)
    return refuse('the reader sends stripes unencrypted');
  if ((encryption & DATA_VARIANT) === 0) return refuse('the stripe is encrypted under the key for PINs');
  if (report[swipe.encodeType] !== 0x00) return refuse('the stripe is not a bank card');
  if (((report[swipe.status2] ?? 1) & 1) !== 0) return refuse('the stripe could not be read');
  const length = report[swipe.encryptedLength2] ?? 0;
  if (length === 0 || length > swipe.trackBytes || length % BLOCK_BYTES !== 0)
    return refuse('the encrypted track is not in whole blocks');
  const ciphertext = report.subarray(swipe.track2, swipe.track2 + length);
  const keySerialNumber = report.slice(swipe.keySerialNumber, swipe.keySerialNumber + KSN_BYTES);
  if (keySerialNumber.every((byte) => byte === 0)) return refuse('the reader holds no key');
  const serial = report.subarray(swipe.serial, swipe.serial + 16);
  const end = serial.indexOf(0);
  const head = headWithoutMac(serial.slice(0, end < 0 ? serial.length : end));
  const encrypted = concatBytes(
    encodeTlv(tag.ciphertext, ciphertext),
    encodeTlv(tag.keySerialNumber, keySerialNumber),
    encodeTlv(tag.encryptionType, Uint8Array.of(IS_DUKPT)),
    encodeTlv(tag.padCount, Uint8Array.of(0x00)),
  );
  const bare = encodeMessageShell(
    head,
    encodeTlv(
      tag.generic,
      encodeTlv(tag.fallback, Uint8Array.of(fallbackKind.none)),
      encodeTlv(tag.cardType, Uint8Array.of(cardType.stripe)),
      encodeTlv(tag.encrypted, encrypted),
    ),
  );
  return {
    ok: true,
    request: {
      data: { encryptedEmvData: toHex(bare), keySerialNumber: toHex(keySerialNumber), format: MAGNESAFE_EMV_FORMAT },
      head,
      entryMode: 'swipe',
      shouldUseChip: false,
    },
  };
}

export { swipe as swipeReportOffset };
