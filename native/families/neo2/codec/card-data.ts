/**
 * Answers of a transaction (reference sections 5 and 6; NEO 2 guide p232-238):
 *
 *   attribution(1)  DFEE12 key serial number  [DFEE25 result] [FFEE1F error] TLVs 9F39 FFEE01{DF30} DFEE26 [DFEE23]
 *
 * Sensitive elements come twice, masked and encrypted. The masked elements are made to look like a card number, so they
 * are dropped here, unread; the rest goes to the platform unchanged. Only codes and the key serial number are read.
 *
 * Older readers write the two forms without a flag, the masked form first; the second element of such a pair is kept.
 */
import type { EntryMode } from '../../../../electron/contract/index.ts';
import { concatBytes, readBigEndian, toHex } from '../../../framing/bytes.ts';
import type { EncryptedCardData } from '../../shared/terminal.ts';
import { emvTag, neo2Tag } from './codes.ts';
import { parseNeo2Tlvs, plainValue, type Neo2Tlv } from './tlv.ts';

/**
 * The platform's `encrypted_emv_format` for this data. It is an assumption: the specification lists no values. The data
 * is the answer's bytes from the attribution byte on, without the masked elements (native/simulator/README.md, "NEO
 * 2").
 */
const NEO2_ENCRYPTED_EMV_FORMAT = 2;

/** Attribution byte: the source of the data, and the encrypted parts. */
interface Attribution {
  readonly source: 'contact' | 'contactless-emv' | 'contactless-stripe' | 'swipe';
  readonly cipher: 'tdes' | 'aes' | 'reserved';
  readonly isStripeEncrypted: boolean;
  readonly isEmvEncrypted: boolean;
}

interface ContactlessError {
  readonly code: number;
  /** SW1 and SW2 of the card, or 0 if there were none. */
  readonly cardStatus: number;
  readonly rfState: number;
}

export interface TransactionAnswer {
  readonly attribution: Attribution | null;
  readonly attributionByte: number | null;
  readonly tlvs: readonly Neo2Tlv[];
  /** Value of DFEE25 without its two flags. */
  readonly result: number | null;
  /** Flag of DFEE25: the card approved, and the authorization must be reversed. */
  readonly wantsReversal: boolean;
  readonly error: ContactlessError | null;
}

/** Bits 4, 3 and 0 name the source, 2 and 1 the cipher, 7 and 6 the encrypted parts (guide p236). */
function readAttribution(byte: number): Attribution {
  const isSwipe = (byte & 0x08) !== 0;
  const isContactless = (byte & 0x01) !== 0;
  const isStripe = (byte & 0x10) !== 0;
  const cipher = (byte >> 1) & 0x03;
  return {
    source: isSwipe ? 'swipe' : isContactless ? (isStripe ? 'contactless-stripe' : 'contactless-emv') : 'contact',
    cipher: cipher === 0 ? 'tdes' : cipher === 1 ? 'aes' : 'reserved',
    isStripeEncrypted: (byte & 0x80) !== 0,
    isEmvEncrypted: (byte & 0x40) !== 0,
  };
}

const familyTags = [neo2Tag.result, neo2Tag.keySerialNumber, neo2Tag.oldKeySerialNumber, neo2Tag.contactlessError];

/** Reads the data of an answer to 02-40, 03-40 or 60-1x. Returns undefined if they are not TLVs. */
export function readTransactionAnswer(data: Uint8Array): TransactionAnswer | undefined {
  if (data.length === 0) return emptyAnswer;
  // Some answers have no attribution byte and begin with a tag of the family.
  const isBare = data.length >= 3 && familyTags.includes(readBigEndian(data.subarray(0, 3)) as never);
  const parsed = parseNeo2Tlvs(isBare ? data : data.subarray(1));
  if (!parsed.ok) return undefined;
  const { tlvs } = parsed;
  const result = plainValue(tlvs, neo2Tag.result);
  const code = result?.length === 2 ? readBigEndian(result) : null;
  // The two lowest bits of the first byte are flags: advice, reversal.
  const hasFlags = code !== null && code < 0x0400;
  const error = plainValue(tlvs, neo2Tag.contactlessError);
  return {
    attribution: isBare ? null : readAttribution(data[0] ?? 0),
    attributionByte: isBare ? null : (data[0] ?? 0),
    tlvs,
    result: hasFlags ? code & 0xff : code,
    wantsReversal: hasFlags && (code & 0x0200) !== 0,
    error: error ? readContactlessError(error) : null,
  };
}

const emptyAnswer: TransactionAnswer = {
  attribution: null,
  attributionByte: null,
  tlvs: [],
  result: null,
  wantsReversal: false,
  error: null,
};

/** Short data of a failed transaction: error code, SW1, SW2, RF state (guide p220). */
export function readShortError(data: Uint8Array): ContactlessError | null {
  return data.length === 4 ? readContactlessError(data) : null;
}

function readContactlessError(value: Uint8Array): ContactlessError | null {
  const [code, sw1 = 0, sw2 = 0, rfState = 0] = value;
  return code === undefined ? null : { code, cardStatus: sw1 * 256 + sw2, rfState };
}

interface Neo2OnlineRequest {
  readonly data: EncryptedCardData;
  readonly entryMode: EntryMode;
  /** Source of the data; `tlvs` are its elements, compared in clear with the request. */
  readonly mode: 'chip' | 'contactless' | 'stripe';
  readonly tlvs: readonly Neo2Tlv[];
}

type Neo2OnlineRequestParse =
  | { readonly ok: true; readonly request: Neo2OnlineRequest }
  /** `reason` describes the fault and never contains card data. */
  | { readonly ok: false; readonly reason: string };

/** Elements with a card number or a track: track 1, track 2, number, discretionary data, contactless stripes. */
const sensitiveTags: ReadonlySet<number> = new Set([
  emvTag.track1,
  emvTag.track2,
  emvTag.pan,
  0x58,
  0x5f21,
  0x5f22,
  0x5f23,
  0x9f1f,
  0x9f20,
  0x9f6b,
  0xdf812a,
  0xdf812b,
  0xdfef17,
  0xdfef18,
  0xffee13,
  0xffee14,
]);

const TDES_KSN_BYTES = 10;
const AES_KSN_BYTES = 12;

/** Extracts the card data from an answer; refuses data that is not encrypted end to end. */
export function readOnlineRequest(answer: TransactionAnswer): Neo2OnlineRequestParse {
  const { attribution, attributionByte } = answer;
  const refuse = (reason: string): Neo2OnlineRequestParse => ({ ok: false, reason });
  if (!attribution || attributionByte === null) return refuse('the card data lacks its attribution');
  const isStripe = attribution.source === 'swipe' || attribution.source === 'contactless-stripe';
  if (!(isStripe ? attribution.isStripeEncrypted : attribution.isEmvEncrypted)) {
    return refuse('the reader says that the card data is not encrypted');
  }
  const tlvs = withoutMasked(answer.tlvs);
  const keySerialNumber = plainValue(tlvs, neo2Tag.keySerialNumber) ?? plainValue(tlvs, neo2Tag.oldKeySerialNumber);
  if (keySerialNumber?.length !== TDES_KSN_BYTES && keySerialNumber?.length !== AES_KSN_BYTES) {
    return refuse('the card data lacks its key serial number');
  }
  // White-listed cards come in clear even while encryption is on (guide p498). They must not be passed on.
  if (tlvs.some(isInClear)) return refuse('the card data holds a card number in clear');
  const hasCipher = tlvs.some(({ tag, form }) => form === 'encrypted' || sensitiveTags.has(tag) || isSwipeBlock(tag));
  if (!hasCipher) return refuse('the card data holds nothing encrypted');
  const entry = plainValue(tlvs, emvTag.entryMode)?.[0];
  return {
    ok: true,
    request: {
      data: {
        encryptedEmvData: toHex(concatBytes(Uint8Array.of(attributionByte), ...tlvs.map(({ raw }) => raw))),
        keySerialNumber: toHex(keySerialNumber),
        format: NEO2_ENCRYPTED_EMV_FORMAT,
      },
      entryMode: entryModes[entry ?? -1] ?? sourceModes[attribution.source],
      mode: isStripe ? 'stripe' : attribution.source === 'contact' ? 'chip' : 'contactless',
      tlvs,
    },
  };
}

function isSwipeBlock(tag: number): boolean {
  return tag === neo2Tag.swipeBlock;
}

/** Drops elements flagged as masked and, on older readers, the first element of an unflagged pair. */
function withoutMasked(tlvs: readonly Neo2Tlv[]): Neo2Tlv[] {
  return tlvs.filter((tlv, index) => {
    if (tlv.form === 'masked') return false;
    if (tlv.form === 'encrypted' || !sensitiveTags.has(tlv.tag)) return true;
    return !tlvs.slice(index + 1).some((later) => later.tag === tlv.tag && later.form !== 'masked');
  });
}

/**
 * Returns true if a sensitive element is in clear. Unflagged ciphertext (older readers) fills whole blocks and differs
 * from a card number or track: decimal digits, D or =, then F.
 */
function isInClear({ tag, form, value }: Neo2Tlv): boolean {
  if (form === 'encrypted' || !sensitiveTags.has(tag) || value.length === 0) return false;
  if (value.length % 8 !== 0) return true;
  const digits = toHex(value);
  const text = String.fromCharCode(...value);
  return /^[0-9]{8,19}(D[0-9]*)?F*$/.test(digits) || /^[\x20-\x7e]+$/.test(text);
}

const entryModes: Readonly<Record<number, EntryMode>> = {
  0x05: 'chip',
  0x07: 'contactless',
  0x80: 'swipe',
  0x90: 'swipe',
  0x91: 'contactless',
};

const sourceModes: Readonly<Record<Attribution['source'], EntryMode>> = {
  contact: 'chip',
  'contactless-emv': 'contactless',
  'contactless-stripe': 'contactless',
  swipe: 'swipe',
};
