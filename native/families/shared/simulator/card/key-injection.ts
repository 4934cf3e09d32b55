/** Issues key serial numbers like a key-injection facility: one key set, one device id per terminal, counter zero. */
import { randomBytes } from 'node:crypto';
import { fromHex } from '../../../../framing/bytes.ts';

/** Published test keys (X9.24-1:2009, Annex A), which every sandbox and textbook uses. */
export const TEST_BASE_KEY = fromHex('0123456789ABCDEFFEDCBA9876543210');
export const TEST_INITIAL_KSN = fromHex('FFFF9876543210E00000');

/** First five bytes of the published test key set. */
const keySet = [0xff, 0xff, 0x98, 0x76, 0x54];

/**
 * Initial KSN of a newly injected terminal: 19 bits of device id, and 21 bits of counter at zero. A simulator loses its
 * counter when it ends, and a platform refuses a repeated KSN; a random device id for each run reduces that to a chance
 * of one in half a million. `random` is three bytes.
 */
export function injectKsn(random: Uint8Array = randomBytes(3)): Uint8Array {
  const [high = 0, middle = 0, low = 0] = random;
  return Uint8Array.from([...keySet, high, middle, low & 0xe0, 0, 0]);
}
