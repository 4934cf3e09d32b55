/** Key serial numbers as a key-injection facility hands them out: one key set, one number per terminal, counter zero. */
import { randomBytes } from 'node:crypto';
import { fromHex } from '../../../../framing/bytes.ts';

/** Published test keys (X9.24-1:2009, Annex A): every sandbox and every textbook has them. */
export const TEST_BASE_KEY = fromHex('0123456789ABCDEFFEDCBA9876543210');
export const TEST_INITIAL_KSN = fromHex('FFFF9876543210E00000');

/** First five bytes of the published test key set. */
const keySet = [0xff, 0xff, 0x98, 0x76, 0x54];

/**
 * The initial KSN of a terminal fresh from injection: 19 bits of device id, 21 bits of counter at zero. A simulator
 * forgets its counter when it ends, and a platform refuses a KSN it has seen; a device id of its own for each run keeps
 * that to a chance of one in half a million. `random` is three bytes.
 */
export function injectKsn(random: Uint8Array = randomBytes(3)): Uint8Array {
  const [high = 0, middle = 0, low = 0] = random;
  return Uint8Array.from([...keySet, high, middle, low & 0xe0, 0, 0]);
}
