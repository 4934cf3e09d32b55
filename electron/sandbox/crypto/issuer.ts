/** Computes the issuer's answer to a card that asked online (EMV Book 2, section 8.2.1: ARPC method 1). */
import { encryptBlock, xor } from './tdes.ts';

/** Key of every published test card. */
const testCardKey = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');

/**
 * The value of tag 91 for the card: ARPC (8 bytes) and response code (2 bytes). ARPC = TDES(card key, ARQC xor response
 * code padded right with zeros).
 * @param cryptogram the card's ARQC, 8 bytes
 * @param responseCode two ASCII characters, e.g. `00`
 * @returns upper-case hexadecimal
 */
export function issuerAuthenticationData(cryptogram: Buffer, responseCode: string, cardKey = testCardKey): string {
  const code = Buffer.from(responseCode, 'latin1');
  if (code.length !== 2) throw new RangeError('A response code has two characters');
  const padded = Buffer.concat([code, Buffer.alloc(6)]);
  return Buffer.concat([encryptBlock(cardKey, xor(cryptogram, padded)), code])
    .toString('hex')
    .toUpperCase();
}
