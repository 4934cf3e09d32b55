/**
 * TLVs of NEO 2 readers (reference section 6): BER-TLV, and a flagged length byte for masked or encrypted elements: `57
 * A1 13 …` masked, `57 C1 18 …` encrypted. The flag is added to BER-TLV's 81 or 82: 20 more is masked, 40 more is
 * encrypted [inf].
 */
import { bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { encodeTlv, parseFlaggedTlvs } from '../../../framing/tlv.ts';

type Neo2TlvForm = 'plain' | 'masked' | 'encrypted';

type Neo2TlvParse = ReturnType<typeof parseFlaggedTlvs<Neo2TlvForm>>;
export type Neo2Tlv = Extract<Neo2TlvParse, { ok: true }>['tlvs'][number];

const MASKED = 0x20;
const ENCRYPTED = 0x40;
const formOf = (flag: number): Neo2TlvForm | undefined =>
  flag === 0 ? 'plain' : flag === MASKED ? 'masked' : flag === ENCRYPTED ? 'encrypted' : undefined;

/** Reads a level of TLVs that fill `bytes` exactly. Never throws. */
export function parseNeo2Tlvs(bytes: Uint8Array): Neo2TlvParse {
  return parseFlaggedTlvs(bytes, MASKED | ENCRYPTED, formOf);
}

export function plainValue(tlvs: readonly Neo2Tlv[], tag: number): Uint8Array | undefined {
  return tlvs.find((tlv) => tlv.tag === tag && tlv.form === 'plain')?.value;
}

/** Encodes a TLV: plain TLVs with the shortest length, flagged TLVs with one or two length bytes. */
export function encodeNeo2Tlv(tag: number, value: Uint8Array, form: Neo2TlvForm = 'plain'): Uint8Array {
  const plain = encodeTlv(tag, value);
  if (form === 'plain') return plain;
  const size = value.length < 0x100 ? 1 : 2;
  const lengthBytes = value.length < 0x80 ? 1 : size + 1;
  const tagBytes = plain.subarray(0, plain.length - value.length - lengthBytes);
  const flag = 0x80 + (form === 'masked' ? MASKED : ENCRYPTED) + size;
  return concatBytes(tagBytes, bigEndian(flag, 1), bigEndian(value.length, size), value);
}
