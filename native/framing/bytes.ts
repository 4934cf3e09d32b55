export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * Copy of a range. `bytes.slice()` would not do: bindings return a Buffer, whose slice() is a view of memory that the
 * binding may reuse.
 */
export function copyBytes(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
  const copy = new Uint8Array(to - from);
  copy.set(bytes.subarray(from, to));
  return copy;
}

/** Big-endian bytes of a non-negative integer below 2^(8 * size). @throws RangeError for any other value. */
export function bigEndian(value: number, size: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * size)) {
    throw new RangeError(`${value} does not fit in ${size} bytes`);
  }
  const bytes = new Uint8Array(size);
  let rest = value;
  for (let index = size - 1; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** Non-negative integer of up to six big-endian bytes; an empty array yields 0. */
export function readBigEndian(bytes: Uint8Array): number {
  if (bytes.length > 6) throw new RangeError('more than six bytes are not a safe integer');
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());

/** Upper-case hexadecimal, two digits per byte, without separators. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexPairs[byte];
  return text;
}

/** Upper-case hexadecimal of one byte. */
export const byteHex = (byte: number): string => toHex(bigEndian(byte, 1));

/** Upper-case hexadecimal of a code of two bytes. */
export const codeHex = (code: number): string => toHex(bigEndian(code, 2));

/** Reads hexadecimal in either case, with or without spaces. @throws RangeError for any other text. */
export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(digits)) throw new RangeError('not whole bytes of hexadecimal');
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

/** Bytes of a text, one per character. Characters above U+00FF lose their high bits. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
