/**
 * DES and two-key triple DES as payment cards and terminals use them: no padding, zero IV. OpenSSL 3 moved single DES
 * to a provider that is off by default; triple DES with three equal keys is the same function (E(D(E(x))) = E(x)).
 */
import { createCipheriv } from 'node:crypto';
import { concatBytes } from '../../../../framing/bytes.ts';

export const BLOCK_BYTES = 8;

/** Single DES of one or more blocks, each block separately. `key` has 8 bytes. */
export function desEncrypt(key: Uint8Array, data: Uint8Array): Uint8Array {
  return cipher('des-ede3-ecb', concatBytes(key, key, key), data);
}

/** Triple DES with a 16-byte key (K1 K2 K1), each block separately. */
export function tdesEncryptEcb(key: Uint8Array, data: Uint8Array): Uint8Array {
  return cipher('des-ede3-ecb', concatBytes(key, key.subarray(0, BLOCK_BYTES)), data);
}

/** Triple DES with a 16-byte key (K1 K2 K1), chained from a zero IV. */
export function tdesEncryptCbc(key: Uint8Array, data: Uint8Array): Uint8Array {
  return cipher('des-ede3-cbc', concatBytes(key, key.subarray(0, BLOCK_BYTES)), data);
}

/** ISO 9797-1 MAC algorithm 1 with triple DES over whole blocks, without padding. Returns eight bytes. */
export function tdesCbcMac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return tdesEncryptCbc(key, data).slice(-BLOCK_BYTES);
}

/** ISO 9797-1 MAC algorithm 3 ("retail MAC") with padding method 2 (80, then zeros). Returns eight bytes. */
export function retailMac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const left = key.subarray(0, BLOCK_BYTES);
  const padding = new Uint8Array(BLOCK_BYTES - (data.length % BLOCK_BYTES));
  padding[0] = 0x80;
  const padded = concatBytes(data, padding);
  const chained = cipher('des-ede3-cbc', concatBytes(left, left, left), padded.subarray(0, -BLOCK_BYTES));
  const before = chained.length === 0 ? new Uint8Array(BLOCK_BYTES) : chained.subarray(-BLOCK_BYTES);
  // The last block goes through E(K1) D(K2) E(K1), which is triple DES with the two-key key.
  return tdesEncryptEcb(key, xorBytes(before, padded.subarray(-BLOCK_BYTES)));
}

export function xorBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length !== b.length) throw new RangeError('exclusive or of different lengths');
  return a.map((byte, index) => byte ^ (b[index] ?? 0));
}

/** Zero bytes that extend the length to a whole number of blocks; empty when it already is one. */
export function zeroPadding(length: number): Uint8Array {
  return new Uint8Array((BLOCK_BYTES - (length % BLOCK_BYTES)) % BLOCK_BYTES);
}

function cipher(algorithm: 'des-ede3-ecb' | 'des-ede3-cbc', key: Uint8Array, data: Uint8Array): Uint8Array {
  if (data.length === 0) return new Uint8Array();
  if (data.length % BLOCK_BYTES !== 0) throw new RangeError('not whole blocks');
  const iv = algorithm === 'des-ede3-cbc' ? new Uint8Array(BLOCK_BYTES) : null;
  const running = createCipheriv(algorithm, key, iv).setAutoPadding(false);
  return new Uint8Array(Buffer.concat([running.update(data), running.final()]));
}
