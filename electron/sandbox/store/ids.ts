import { randomBytes } from 'node:crypto';

/** A source of `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export const systemRandom: RandomBytes = (count) => randomBytes(count);

/** Excludes 0, O, I and l, which readers confuse. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** `length` characters of the alphabet, each equally likely. */
export function randomText(length: number, random: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      // 232 = 4 * 58: larger bytes would make the first letters more likely.
      if (byte < 232 && text.length < length) text += alphabet[byte % 58] ?? '';
    }
  }
  return text;
}

/** A resource id: two letters for the kind, then 22 random characters, e.g. `DV7kX…`. */
export function newId(prefix: string, random: RandomBytes): string {
  return `${prefix}${randomText(22, random)}`;
}

/** A random UUID, version 4. */
export function newUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
