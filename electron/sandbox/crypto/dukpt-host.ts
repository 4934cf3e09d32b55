/**
 * Implements the host side of TDES DUKPT (ANSI X9.24-1:2009). It derives the keys of one transaction from the base
 * derivation key and the key serial number of a message, and keeps no state between calls.
 *
 *   base derivation key ──► initial key of the device ──► key of this transaction ──► data key, MAC key
 *        + KSN without counter          + one step per 1 bit of the counter    + variant masks
 */
import { encryptBlock, xor } from './tdes.ts';

/** KSN of this family: 80 bits, of which the last 21 count transactions. */
const KSN_BYTES = 10;
const COUNTER_BITS = 21;
/** Maximum one bits in a counter. A device skips counters with more (X9.24-1, A.2), so a host never sees them. */
const MAX_COUNTER_BITS = 10;

const KEY_MASK = Buffer.from('C0C0C0C000000000C0C0C0C000000000', 'hex');
const DATA_MASK = Buffer.from('0000000000FF00000000000000FF0000', 'hex');
const MAC_MASK = Buffer.from('000000000000FF00000000000000FF00', 'hex');

/** The counter of a KSN, or null when the KSN has a wrong length or a counter that devices skip. */
export function counterOf(ksn: Buffer): number | null {
  if (ksn.length !== KSN_BYTES) return null;
  const counter = ksn.readUIntBE(KSN_BYTES - 3, 3) & ((1 << COUNTER_BITS) - 1);
  if (counter === 0) return null;
  let ones = 0;
  for (let rest = counter; rest > 0; rest >>= 1) ones += rest & 1;
  return ones > MAX_COUNTER_BITS ? null : counter;
}

function withoutCounter(ksn: Buffer): Buffer {
  const copy = Buffer.from(ksn);
  copy.writeUIntBE(copy.readUIntBE(KSN_BYTES - 3, 3) & ~((1 << COUNTER_BITS) - 1), KSN_BYTES - 3, 3);
  return copy;
}

export function initialKey(baseDerivationKey: Buffer, ksn: Buffer): Buffer {
  const block = withoutCounter(ksn).subarray(0, 8);
  return Buffer.concat([encryptBlock(baseDerivationKey, block), encryptBlock(xor(baseDerivationKey, KEY_MASK), block)]);
}

/** Derives the child of `key` at `register` (8 bytes), by the non-reversible key generation of X9.24-1. */
function childKey(key: Buffer, register: Buffer): Buffer {
  const half = (parent: Buffer) => {
    const left = parent.subarray(0, 8);
    const right = parent.subarray(8);
    return xor(encryptBlock(left, xor(register, right)), right);
  };
  return Buffer.concat([half(xor(key, KEY_MASK)), half(key)]);
}

/** Key of the transaction that `ksn` numbers (16 bytes), before any variant. */
export function transactionKey(baseDerivationKey: Buffer, ksn: Buffer): Buffer {
  const counter = counterOf(ksn);
  if (counter === null) throw new RangeError('Not a key serial number of a transaction');
  const register = withoutCounter(ksn).subarray(2);
  let key = initialKey(baseDerivationKey, ksn);
  // Highest bit first: each 1 bit is one step down the tree of keys.
  for (let bit = 1 << (COUNTER_BITS - 1); bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) continue;
    register.writeUIntBE(register.readUIntBE(5, 3) | bit, 5, 3);
    key = childKey(key, register);
  }
  return key;
}

/** Key that encrypts data: the variant, with each half encrypted under the whole variant (X9.24-1, A.4.1). */
export function dataKey(key: Buffer): Buffer {
  const variant = xor(key, DATA_MASK);
  return Buffer.concat([encryptBlock(variant, variant.subarray(0, 8)), encryptBlock(variant, variant.subarray(8))]);
}

/** Key of the MAC over a request. */
export function macKey(key: Buffer): Buffer {
  return xor(key, MAC_MASK);
}
