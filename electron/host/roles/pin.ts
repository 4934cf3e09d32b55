/** PINs are kept as scrypt hashes with a salt of their own; a till's settings never hold one in the clear. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** `scrypt$SALT$HASH`, both in base64. */
export type PinHash = string;

const LENGTH = 32;
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

export function hashPin(pin: string, salt: Uint8Array = randomBytes(16)): PinHash {
  const hash = scryptSync(pin.normalize('NFKC'), salt, LENGTH, COST);
  return `scrypt$${Buffer.from(salt).toString('base64')}$${hash.toString('base64')}`;
}

/** False for a hash that is not one of ours, too. */
export function isPin(pin: string, hash: PinHash): boolean {
  const [kind, salt, wanted] = hash.split('$');
  if (kind !== 'scrypt' || salt === undefined || wanted === undefined) return false;
  const expected = Buffer.from(wanted, 'base64');
  const found = scryptSync(pin.normalize('NFKC'), Buffer.from(salt, 'base64'), LENGTH, COST);
  return expected.length === found.length && timingSafeEqual(expected, found);
}
