/** Reads the BER-TLV that terminals and cards write: tags of one to three bytes, definite lengths, minimal or not. */
export interface Tlv {
  /** Upper-case hexadecimal, e.g. `9F26`, `DFDF59`. */
  tag: string;
  value: Buffer;
  /** Bytes of tag and length before the value. */
  headerLength: number;
}

/** Thrown when bytes are not a TLV. The message contains positions only, never values. */
export class TlvError extends Error {}

function readOne(bytes: Buffer, start: number): Tlv {
  let at = start;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new TlvError(`TLV ends early at byte ${at}`);
    at += 1;
    return byte;
  };
  const first = next();
  if ((first & 0x1f) === 0x1f) {
    for (let length = 1; (next() & 0x80) !== 0; length += 1) {
      if (length === 3) throw new TlvError(`Tag too long at byte ${start}`);
    }
  }
  const tag = bytes.subarray(start, at).toString('hex').toUpperCase();
  let length = next();
  if (length > 0x80) {
    const count = length & 0x7f;
    if (count > 3) throw new TlvError(`Length too long at byte ${at}`);
    length = 0;
    for (let index = 0; index < count; index += 1) length = (length << 8) | next();
  } else if (length === 0x80) throw new TlvError(`Indefinite length at byte ${at}`);
  if (at + length > bytes.length) throw new TlvError(`Value of ${tag} runs past the end`);
  return { tag, value: bytes.subarray(at, at + length), headerLength: at - start };
}

/** Parses all sibling TLVs in `bytes`, which they must fill exactly. */
export function parseTlvs(bytes: Buffer): Tlv[] {
  const found: Tlv[] = [];
  for (let at = 0; at < bytes.length;) {
    const one = readOne(bytes, at);
    found.push(one);
    at += one.headerLength + one.value.length;
  }
  return found;
}

/** Parses the first TLV in `bytes` and ignores the rest. */
export function firstTlv(bytes: Buffer): Tlv {
  return readOne(bytes, 0);
}

export function valueOf(tlvs: readonly Tlv[], tag: string): Buffer | undefined {
  return tlvs.find((one) => one.tag === tag)?.value;
}
