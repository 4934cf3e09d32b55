/**
 * TLVs as NEO 2 readers write them (reference section 6): BER-TLV, and a length byte with a flag for elements that come
 * masked or encrypted: `57 A1 13 …` masked, `57 C1 18 …` encrypted. The flag stands where BER-TLV has 81 or 82: 20 more is
 * masked, 40 more is encrypted [inf].
 */
import { bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { encodeTlv, type TlvFault } from '../../../framing/tlv.ts';

type Neo2TlvForm = 'plain' | 'masked' | 'encrypted';

export interface Neo2Tlv {
  readonly tag: number;
  readonly form: Neo2TlvForm;
  /** A view into the bytes that were parsed, not a copy. */
  readonly value: Uint8Array;
  /** The whole of it, tag and length included, as it came. */
  readonly raw: Uint8Array;
}

type Neo2TlvParse = { readonly ok: true; readonly tlvs: Neo2Tlv[] } | { readonly ok: false; readonly fault: TlvFault };

const MAX_TAG_BYTES = 4;
const MASKED = 0x20;
const ENCRYPTED = 0x40;

/** Reads one level of TLVs that fill `bytes` exactly. Never throws. */
export function parseNeo2Tlvs(bytes: Uint8Array): Neo2TlvParse {
  const tlvs: Neo2Tlv[] = [];
  let at = 0;
  while (at < bytes.length) {
    const offset = at;
    const fail = (kind: TlvFault['kind']): Neo2TlvParse => ({ ok: false, fault: { kind, offset } });
    let byte = bytes[at++] ?? 0;
    let tag = byte;
    if (tag === 0) return fail('invalid-tag');
    if ((byte & 0x1f) === 0x1f) {
      do {
        if (at >= bytes.length) return fail('truncated');
        if (at - offset >= MAX_TAG_BYTES) return fail('invalid-tag');
        byte = bytes[at++] ?? 0;
        // Not a shift: four-byte tags have their top bit set and would turn negative.
        tag = tag * 256 + byte;
      } while ((byte & 0x80) !== 0);
    }
    if (at >= bytes.length) return fail('truncated');
    let length = bytes[at++] ?? 0;
    let form: Neo2TlvForm = 'plain';
    if (length >= 0x80) {
      const flag = length & (MASKED | ENCRYPTED);
      if (flag === (MASKED | ENCRYPTED)) return fail('invalid-length');
      if (flag !== 0) form = flag === MASKED ? 'masked' : 'encrypted';
      const size = length & 0x1f;
      if (size === 0 || size > 4) return fail('invalid-length');
      if (at + size > bytes.length) return fail('truncated');
      length = 0;
      for (let index = 0; index < size; index++) length = length * 256 + (bytes[at++] ?? 0);
    }
    if (length > bytes.length - at) return fail('truncated');
    tlvs.push({ tag, form, value: bytes.subarray(at, at + length), raw: bytes.subarray(offset, at + length) });
    at += length;
  }
  return { ok: true, tlvs };
}

/** The plain value of the first TLV with that tag. */
export function plainValue(tlvs: readonly Neo2Tlv[], tag: number): Uint8Array | undefined {
  return tlvs.find((tlv) => tlv.tag === tag && tlv.form === 'plain')?.value;
}

/** Writes one TLV: plain ones with the shortest length, flagged ones with one or two length bytes. */
export function encodeNeo2Tlv(tag: number, value: Uint8Array, form: Neo2TlvForm = 'plain'): Uint8Array {
  const plain = encodeTlv(tag, value);
  if (form === 'plain') return plain;
  const size = value.length < 0x100 ? 1 : 2;
  const lengthBytes = value.length < 0x80 ? 1 : size + 1;
  const tagBytes = plain.subarray(0, plain.length - value.length - lengthBytes);
  const flag = 0x80 + (form === 'masked' ? MASKED : ENCRYPTED) + size;
  return concatBytes(tagBytes, bigEndian(flag, 1), bigEndian(value.length, size), value);
}
