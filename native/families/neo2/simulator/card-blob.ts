/**
 * Card data in a reader's answer (reference section 6; NEO 2 guide p232-238), as agreed with the sandbox (simulator
 * README, "NEO 2"):
 *
 *     attribution(1) DFEE12 KSN [DFEE25 result] 57 masked 57 encrypted 5A masked 5A encrypted  clear elements
 *     9F39 entry mode  FFEE01{DF30 source}  DFEE26{attribution 00}
 *
 * An encrypted element holds the whole TLV in clear form and zero bytes up to whole blocks, encrypted with triple DES
 * in CBC mode with a zero IV under the transaction's data key. Each element is encrypted separately; a single key
 * serial number serves them all.
 */
import { bigEndian, concatBytes, fromHex, toHex } from '../../../framing/bytes.ts';
import { encodeTlv } from '../../../framing/tlv.ts';
import { emvTag, neo2Tag } from '../codec/codes.ts';
import { encodeNeo2Tlv } from '../codec/tlv.ts';
import type { TransactionKeys } from '../../shared/simulator/card/dukpt-device.ts';
import type { EmvValues } from '../../shared/simulator/card/emv-card.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { tdesEncryptCbc, zeroPadding } from '../../shared/simulator/card/tdes.ts';

/** Attribution byte: triple DES, stripe and EMV encrypted, and the source of the data. */
const attribution: Readonly<Record<ReadMode, number>> = { chip: 0xc0, contactless: 0xc1, swipe: 0xc8 };
/** DF30, track data source. */
const trackSource: Readonly<Record<ReadMode, number>> = { chip: 0x01, contactless: 0x00, swipe: 0x0c };
/** Value of 9F39 for the stripe of a card with an unreadable chip. */
const FALLBACK_ENTRY_MODE = 0x80;

const sensitive = [emvTag.track2, emvTag.pan] as const;
/** Elements sent in clear, in this order; elements that a stripe lacks are left out. */
const clearTags = [
  0x5f24, 0x5f34, 0x9f26, 0x9f27, 0x9f10, 0x9f36, 0x9f37, 0x95, 0x9a, 0x9c, 0x9f02, 0x9f03, 0x5f2a, 0x82, 0x9f1a,
  0x9f33, 0x9f34, 0x9f35, 0x84, 0x50,
] as const;

/**
 * Elements that some readers send in clear only when their host requests them (DFEE1A), and other readers never send.
 */
const settableTags: ReadonlySet<number> = new Set([
  emvTag.amount,
  emvTag.otherAmount,
  emvTag.currency,
  emvTag.transactionType,
  emvTag.date,
  emvTag.cryptogramInformation,
]);

/** Elements that a reader sends: the host's list matters only for `when-asked`. */
export type ClearOutput = 'all' | 'when-asked' | 'never';

export function namedInClear(values: EmvValues, output: ClearOutput, asked: readonly number[]): EmvValues {
  if (output === 'all') return values;
  const isNamed = (tag: number): boolean => !settableTags.has(tag) || (output === 'when-asked' && asked.includes(tag));
  return new Map([...values].filter(([tag]) => isNamed(tag)));
}

/** Card data for the bank. `result` is DFEE25, which only a chip's answer has. */
export function encodeCardData(options: {
  keys: TransactionKeys;
  values: EmvValues;
  mode: ReadMode;
  isFallback: boolean;
  result?: number;
}): Uint8Array {
  const { keys, values, mode, isFallback, result } = options;
  return concatBytes(
    bigEndian(attribution[mode], 1),
    encodeTlv(neo2Tag.keySerialNumber, keys.ksn),
    ...(result === undefined ? [] : [encodeTlv(neo2Tag.result, bigEndian(result, 2))]),
    ...sensitive.flatMap((tag) => {
      const value = values.get(tag);
      return value ? [encodeNeo2Tlv(tag, maskDigits(value), 'masked'), encrypted(keys, tag, value)] : [];
    }),
    ...clear(values),
    trailer(mode, isFallback),
  );
}

/** An answer with a result code and without a card number: started, completed, cancelled… */
export function encodeResult(options: { mode: ReadMode; result: number; values?: EmvValues }): Uint8Array {
  const { mode, result, values } = options;
  return concatBytes(
    bigEndian(attribution[mode], 1),
    encodeTlv(neo2Tag.result, bigEndian(result, 2)),
    ...(values ? clear(values) : []),
    trailer(mode, false),
  );
}

/** A failed contactless read (FFEE1F): error code, SW1, SW2, RF state. */
export function encodeContactlessError(errorCode: number): Uint8Array {
  return concatBytes(
    bigEndian(attribution.contactless, 1),
    encodeTlv(neo2Tag.contactlessError, Uint8Array.of(errorCode, 0x00, 0x00, 0x02)),
  );
}

function encrypted(keys: TransactionKeys, tag: number, value: Uint8Array): Uint8Array {
  const plain = encodeTlv(tag, value);
  const cipher = tdesEncryptCbc(keys.dataKey, concatBytes(plain, zeroPadding(plain.length)));
  return encodeNeo2Tlv(tag, cipher, 'encrypted');
}

function clear(values: EmvValues): Uint8Array[] {
  return clearTags.flatMap((tag) => {
    const value = values.get(tag);
    return value ? [encodeTlv(tag, value)] : [];
  });
}

function trailer(mode: ReadMode, isFallback: boolean): Uint8Array {
  const entryMode = { chip: 0x05, contactless: 0x07, swipe: isFallback ? FALLBACK_ENTRY_MODE : 0x90 }[mode];
  return concatBytes(
    encodeTlv(emvTag.entryMode, bigEndian(entryMode, 1)),
    encodeTlv(neo2Tag.group, encodeTlv(neo2Tag.trackSource, bigEndian(trackSource[mode], 1))),
    encodeTlv(neo2Tag.encryptionInfo, Uint8Array.of(attribution[mode], 0x00)),
  );
}

/** Keeps the first and last four digits of the number, and the expiry; every other digit becomes nibble C. */
function maskDigits(value: Uint8Array): Uint8Array {
  const digits = toHex(value);
  const [, number = '', rest = ''] = /^([0-9]+)(.*)$/.exec(digits) ?? [];
  const shown = number.slice(0, 4) + 'C'.repeat(Math.max(0, number.length - 8)) + number.slice(-4);
  const track = /^D([0-9]{4})([0-9]*)(F?)$/.exec(rest);
  const tail = track ? `D${track[1]}${'C'.repeat(track[2]?.length ?? 0)}${track[3]}` : rest;
  return fromHex(shown + tail);
}
