/**
 * BER-TLV as terminals and EMV cards use it (ISO/IEC 8825-1; EMV book 3, annex B).
 *
 * A tag is the number that its one to four bytes form: 0x84, 0x9f02, 0xdfdf25. Lengths are read in any definite form,
 * even when longer than necessary (terminals send `84 82 00 10`), and are always written in the shortest form.
 * Functions that read received bytes never throw: unreadable bytes give a named fault.
 */
import { bigEndian, concatBytes, toHex } from './bytes.ts';

export interface Tlv {
  readonly tag: number;
  /** View into the parsed bytes, not a copy. */
  readonly value: Uint8Array;
}

/**
 * `truncated`: the bytes end before the value does. `invalid-tag`: a tag of more than four bytes, or 00 (this project
 * has no padding between TLVs). `invalid-length`: indefinite, reserved, or longer than four bytes.
 */
interface TlvFault {
  readonly kind: 'truncated' | 'invalid-tag' | 'invalid-length';
  readonly offset: number;
}

type TlvParse = { readonly ok: true; readonly tlvs: Tlv[] } | { readonly ok: false; readonly fault: TlvFault };

const MAX_TAG_BYTES = 4;

/** Reads one level of TLVs that fill `bytes` exactly. Constructed values need another call. */
export function parseTlvs(bytes: Uint8Array): TlvParse {
  const level = parseFlaggedTlvs(bytes, 0, () => null);
  if (!level.ok) return level;
  return { ok: true, tlvs: level.tlvs.map(({ tag, value }) => ({ tag, value })) };
}

/** TLV with the meaning of the flag in its length, and its raw bytes including tag and length. */
interface FlaggedTlv<Form> extends Tlv {
  readonly form: Form;
  readonly raw: Uint8Array;
}

type FlaggedTlvParse<Form> =
  | { readonly ok: true; readonly tlvs: FlaggedTlv<Form>[] }
  | { readonly ok: false; readonly fault: TlvFault };

/**
 * Like `parseTlvs`, but a length of several bytes may carry a flag in unused bits of its first byte.
 * @param flagBits mask of the flag
 * @param formOf meaning of a flag, where 0 means that there is none, or undefined for an invalid flag
 */
export function parseFlaggedTlvs<Form>(
  bytes: Uint8Array,
  flagBits: number,
  formOf: (flag: number) => Form | undefined,
): FlaggedTlvParse<Form> {
  const tlvs: FlaggedTlv<Form>[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    const fail = (kind: TlvFault['kind']) => ({ ok: false, fault: { kind, offset: start } }) as const;
    let byte = bytes[at++] ?? 0;
    let tag = byte;
    if (tag === 0) return fail('invalid-tag');
    if ((byte & 0x1f) === 0x1f) {
      do {
        if (at >= bytes.length) return fail('truncated');
        if (at - start >= MAX_TAG_BYTES) return fail('invalid-tag');
        byte = bytes[at++] ?? 0;
        // A shift would make four-byte tags negative, because their top bit is set.
        tag = tag * 256 + byte;
      } while ((byte & 0x80) !== 0);
    }
    if (at >= bytes.length) return fail('truncated');
    let length = bytes[at++] ?? 0;
    const form = formOf(length >= 0x80 ? length & flagBits : 0);
    if (form === undefined) return fail('invalid-length');
    if (length >= 0x80) {
      const size = length & 0x7f & ~flagBits;
      if (size === 0 || size > 4) return fail('invalid-length');
      if (at + size > bytes.length) return fail('truncated');
      length = 0;
      for (let index = 0; index < size; index++) length = length * 256 + (bytes[at++] ?? 0);
    }
    if (length > bytes.length - at) return fail('truncated');
    tlvs.push({ tag, form, value: bytes.subarray(at, at + length), raw: bytes.subarray(start, at + length) });
    at += length;
  }
  return { ok: true, tlvs };
}

export function findTlv(tlvs: readonly Tlv[], tag: number): Uint8Array | undefined {
  return tlvs.find((tlv) => tlv.tag === tag)?.value;
}

/**
 * Follows a path of tags down through constructed values, for example `findTlvPath(bytes, 0xf9, 0xfa, 0x70, 0xf8)`.
 * Returns undefined when a tag is missing or a value on the path is not TLV.
 */
export function findTlvPath(bytes: Uint8Array, ...path: readonly number[]): Uint8Array | undefined {
  let value: Uint8Array | undefined = bytes;
  for (const tag of path) {
    const level: TlvParse = parseTlvs(value);
    if (!level.ok) return undefined;
    value = findTlv(level.tlvs, tag);
    if (value === undefined) return undefined;
  }
  return value;
}

/**
 * Encodes one TLV with the shortest length; the parts of the value are joined. @throws RangeError for an impossible
 * tag.
 */
export function encodeTlv(tag: number, ...value: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...value);
  return concatBytes(encodeTag(tag), encodeLength(content.length), content);
}

/** Name of a tag in upper-case hexadecimal, for example `9F02`. */
export function tagName(tag: number): string {
  return toHex(encodeTag(tag));
}

/** Bytes of a tag. @throws RangeError for an impossible tag. */
export function encodeTag(tag: number): Uint8Array {
  const bytes = bigEndian(tag, tag < 0x100 ? 1 : tag < 0x10000 ? 2 : tag < 0x1000000 ? 3 : 4);
  const isWellFormed = bytes.every((byte, index) => {
    const isLast = index === bytes.length - 1;
    if (index === 0) return byte !== 0 && ((byte & 0x1f) === 0x1f) === !isLast;
    return ((byte & 0x80) !== 0) === !isLast;
  });
  if (!isWellFormed) throw new RangeError(`0x${tag.toString(16)} is not a tag`);
  return bytes;
}

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return bigEndian(length, 1);
  const size = length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
  return concatBytes(bigEndian(0x80 + size, 1), bigEndian(length, size));
}
