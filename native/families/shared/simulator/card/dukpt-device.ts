/**
 * The terminal's side of DUKPT with triple DES (ANSI X9.24-1:2009, Annex A): 21 future-key registers and an encryption
 * counter. The terminal never holds the base derivation key, and erases each transaction's key after its use, so its
 * present contents cannot decrypt earlier transactions. The platform derives the same keys from the base derivation
 * key.
 */
import { bigEndian, concatBytes, fromHex } from '../../../../framing/bytes.ts';
import { BLOCK_BYTES, desEncrypt, tdesEncryptEcb, xorBytes } from './tdes.ts';

const COUNTER_BITS = 21;
const COUNTER_MASK = 2 ** COUNTER_BITS - 1;
/** Maximum number of one bits in a counter value, which limits the platform's work per transaction (X9.24-1 A.2). */
const MAX_ONE_BITS = 10;
const KSN_BYTES = 10;
const KEY_BYTES = 16;

const keyMask = fromHex('C0C0C0C000000000C0C0C0C000000000');
const pinVariant = fromHex('00000000000000FF00000000000000FF');
const macVariant = fromHex('000000000000FF00000000000000FF00');
const dataVariant = fromHex('0000000000FF00000000000000FF0000');

/** Keys of one transaction. The derived key itself stays private: only its variants are used. */
export interface TransactionKeys {
  /** Key serial number, 10 bytes, counter included. */
  readonly ksn: Uint8Array;
  /** Key for data encryption, request (X9.24-1 A.4.1: variant, then each half encrypted under the variant). */
  readonly dataKey: Uint8Array;
  /** Key for message authentication, request. */
  readonly macKey: Uint8Array;
  readonly pinKey: Uint8Array;
}

/**
 * Derives a terminal's initial key, as a key-injection facility does before the terminal is shipped. Uses the base
 * derivation key (16 bytes) and the key serial number (10 bytes, with any counter).
 */
export function deriveInitialKey(baseKey: Uint8Array, ksn: Uint8Array): Uint8Array {
  checkLength('base derivation key', baseKey, KEY_BYTES);
  const serial = withCounter(ksn, 0).subarray(0, BLOCK_BYTES);
  return concatBytes(tdesEncryptEcb(baseKey, serial), tdesEncryptEcb(xorBytes(baseKey, keyMask), serial));
}

export class DukptDevice {
  readonly #ksn: Uint8Array;
  /** Future keys by bit of the counter: index 0 is bit 2^0 (future-key register 21 in X9.24), index 20 is bit 2^20. */
  readonly #futureKeys: (Uint8Array | undefined)[] = [];
  /** Counter of the next transaction; 0 when all are used. */
  #counter = 1;

  /**
   * Loads the initial key. The counter in `ksn` is that of the last completed transaction (0 for a new terminal), so
   * that a restarted terminal continues where it stopped. @throws RangeError when a length or the counter is invalid.
   */
  constructor(initialKey: Uint8Array, ksn: Uint8Array) {
    checkLength('initial key', initialKey, KEY_BYTES);
    this.#ksn = withCounter(ksn, 0);
    this.#fillBelow(COUNTER_BITS, initialKey, 0);
    const done = counterOf(ksn);
    if (done > 0) this.#fastForward(done);
  }

  /** Keys for the next transaction, each set once. Returns undefined when the terminal has used all its keys. */
  next(): TransactionKeys | undefined {
    if (this.#counter === 0) return undefined;
    const ksn = withCounter(this.#ksn, this.#counter);
    const key = this.#use();
    const dataSource = xorBytes(key, dataVariant);
    return {
      ksn,
      dataKey: tdesEncryptEcb(dataSource, dataSource),
      macKey: xorBytes(key, macVariant),
      pinKey: xorBytes(key, pinVariant),
    };
  }

  /**
   * X9.24-1 "Request PIN Entry" and "New Key": takes the current key, and derives from it the keys that cannot be
   * derived later.
   */
  #use(): Uint8Array {
    const counter = this.#counter;
    const bit = lowestBit(counter);
    const key = this.#futureKeys[bit];
    if (!key) throw new Error(`the future-key register of counter ${counter} is empty`);
    this.#futureKeys[bit] = undefined;
    if (oneBits(counter) < MAX_ONE_BITS) {
      this.#fillBelow(bit, key, counter);
      this.#counter = (counter + 1) & COUNTER_MASK;
    } else {
      // Adding one would give an eleventh one bit, so continue with the next value of at most ten.
      this.#counter = (counter + 2 ** bit) & COUNTER_MASK;
    }
    return key;
  }

  #fillBelow(bit: number, key: Uint8Array, counter: number): void {
    for (let lower = bit - 1; lower >= 0; lower--) {
      this.#futureKeys[lower] = childKey(key, withCounter(this.#ksn, counter | (2 ** lower)));
    }
  }

  /** Adds the one bits of the counter from the top: each prefix is a transaction that derived the keys below it. */
  #fastForward(done: number): void {
    if (oneBits(done) > MAX_ONE_BITS) throw new RangeError('a DUKPT counter has at most ten one bits');
    let prefix = 0;
    for (let bit = COUNTER_BITS - 1; bit >= 0; bit--) {
      if ((done & (2 ** bit)) === 0) continue;
      prefix |= 2 ** bit;
      this.#counter = prefix;
      this.#use();
    }
  }
}

/**
 * X9.24-1 "Non-reversible Key Generation Process": the child of `key` for a KSN whose lowest one bit of the counter
 * belongs to the child.
 */
function childKey(key: Uint8Array, ksn: Uint8Array): Uint8Array {
  const crypto = ksn.subarray(KSN_BYTES - BLOCK_BYTES);
  const half = (from: Uint8Array): Uint8Array => {
    const left = from.subarray(0, BLOCK_BYTES);
    const right = from.subarray(BLOCK_BYTES);
    return xorBytes(desEncrypt(left, xorBytes(crypto, right)), right);
  };
  return concatBytes(half(xorBytes(key, keyMask)), half(key));
}

/** KSN with another 21-bit counter. */
function withCounter(ksn: Uint8Array, counter: number): Uint8Array {
  checkLength('key serial number', ksn, KSN_BYTES);
  const tail = ((ksn[7] ?? 0) & 0xe0) * 0x10000 + counter;
  return concatBytes(ksn.subarray(0, KSN_BYTES - 3), bigEndian(tail, 3));
}

function counterOf(ksn: Uint8Array): number {
  return (((ksn[7] ?? 0) << 16) | ((ksn[8] ?? 0) << 8) | (ksn[9] ?? 0)) & COUNTER_MASK;
}

function lowestBit(counter: number): number {
  return 31 - Math.clz32(counter & -counter);
}

function oneBits(counter: number): number {
  let count = 0;
  for (let rest = counter; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function checkLength(what: string, value: Uint8Array, length: number): void {
  if (value.length !== length) throw new RangeError(`a ${what} has ${length} bytes, not ${value.length}`);
}
