/**
 * Implements the triple DES that DUKPT and EMV use: two keys of 8 bytes, no padding. It uses only `des-ede3-cbc`,
 * because OpenSSL 3's default provider has no single DES (three equal keys do the same) and some crypto libraries have
 * no ECB mode (one CBC block under a zero IV is the same).
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const ZERO_IV = Buffer.alloc(8);

/** Node requires 24 bytes: K1 K2 becomes K1 K2 K1, and a single key becomes K K K. */
function expand(key: Buffer): Buffer {
  if (key.length === 8) return Buffer.concat([key, key, key]);
  if (key.length === 16) return Buffer.concat([key, key.subarray(0, 8)]);
  throw new RangeError(`A key has 8 or 16 bytes, not ${key.length}`);
}

/** Encrypts with CBC under a zero IV. `data` is a multiple of 8 bytes. */
export function encryptCbc(key: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('des-ede3-cbc', expand(key), ZERO_IV).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Decrypts with CBC under a zero IV. `data` is a multiple of 8 bytes. */
export function decryptCbc(key: Buffer, data: Buffer): Buffer {
  const cipher = createDecipheriv('des-ede3-cbc', expand(key), ZERO_IV).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Encrypts one block of 8 bytes. A key of 8 bytes means single DES. */
export function encryptBlock(key: Buffer, block: Buffer): Buffer {
  if (block.length !== 8) throw new RangeError(`A block has 8 bytes, not ${block.length}`);
  return encryptCbc(key, block);
}

export function xor(a: Buffer, b: Buffer): Buffer {
  if (a.length !== b.length) throw new RangeError('XOR of different lengths');
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));
}
