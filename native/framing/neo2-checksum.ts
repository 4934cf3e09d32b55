/**
 * Checksum of NEO 2 frames: CRC-16/CCITT-FALSE, polynomial 1021, initial value FFFF, not reflected (reference section
 * 1; NEO 2 guide appendix on the CRC). "123456789" gives 29B1.
 */

const POLYNOMIAL = 0x1021;
const INITIAL = 0xffff;

/** Contribution of each byte value to the checksum when it is the last byte. */
const table0 = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
  return crc & 0xffff;
});

/** Contribution of a byte that is one position further from the end than in `table`. */
const oneFurther = (table: Uint16Array): Uint16Array =>
  table.map((crc) => ((crc << 8) & 0xffff) ^ (table0[crc >> 8] ?? 0));

// The loop takes eight bytes at a time, each with the table for its distance from the end. These look-ups are
// independent of each other, which is several times faster than one table.
const table1 = oneFurther(table0);
const table2 = oneFurther(table1);
const table3 = oneFurther(table2);
const table4 = oneFurther(table3);
const table5 = oneFurther(table4);
const table6 = oneFurther(table5);
const table7 = oneFurther(table6);

/** Checksum over `bytes` from `from` (inclusive) to `to` (exclusive). */
export function neo2Checksum(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = INITIAL;
  let at = from;
  // All indexes are below 256 and within `to`, which the compiler cannot prove.
  for (; to - at >= 8; at += 8) {
    crc =
      table7[(crc >> 8) ^ bytes[at]!]! ^
      table6[(crc & 0xff) ^ bytes[at + 1]!]! ^
      table5[bytes[at + 2]!]! ^
      table4[bytes[at + 3]!]! ^
      table3[bytes[at + 4]!]! ^
      table2[bytes[at + 5]!]! ^
      table1[bytes[at + 6]!]! ^
      table0[bytes[at + 7]!]!;
  }
  for (; at < to; at++) crc = ((crc << 8) & 0xffff) ^ table0[(crc >> 8) ^ bytes[at]!]!;
  return crc;
}
