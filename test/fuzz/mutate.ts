/** Damages bytes in the ways of cables, drivers and foreign devices. */
import { concatBytes } from '../../native/framing/bytes.ts';
import type { Random } from './random.ts';

/** Damages a stream of bytes in one to six ways. `signs` are bytes with a meaning in the framing. */
export function mutateStream(random: Random, stream: Uint8Array, signs: readonly number[]): Uint8Array {
  let bytes: Uint8Array = stream.slice();
  for (let left = random.between(1, 6); left > 0; left--) bytes = mutateOnce(random, bytes, signs);
  return bytes;
}

function mutateOnce(random: Random, bytes: Uint8Array, signs: readonly number[]): Uint8Array {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.between(1, 40));
  switch (random.below(9)) {
    case 0:
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return bytes;
    case 1:
      if (at < bytes.length) bytes[at] = random.pick(signs);
      return bytes;
    case 2:
      if (at < bytes.length) bytes[at] = random.below(256);
      return bytes;
    case 3:
      return concatBytes(bytes.subarray(0, at), bytes.subarray(end));
    case 4:
      return concatBytes(bytes.subarray(0, end), bytes.subarray(at));
    case 5:
      return concatBytes(bytes.subarray(0, at), random.bytes(random.between(1, 20)), bytes.subarray(at));
    case 6: {
      const spicy = Uint8Array.from({ length: random.between(1, 6) }, () => random.pick(signs));
      return concatBytes(bytes.subarray(0, at), spicy, bytes.subarray(at));
    }
    case 7:
      return bytes.slice(0, at);
    default:
      return concatBytes(bytes.subarray(end), bytes.subarray(0, end));
  }
}

/** Splits a stream into chunks like an operating system: many tiny chunks, some large chunks. */
export function cut(random: Random, stream: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const largest = random.once(20) ? 1 : random.pick([4, 12, 30, 64, 150, 300, 5_000]);
  for (let at = 0; at < stream.length;) {
    const end = Math.min(stream.length, at + random.between(1, largest));
    chunks.push(stream.subarray(at, end));
    at = end;
  }
  return chunks;
}

/** Loses, repeats, swaps, invents and damages reports. */
export function mutateReports(random: Random, reports: readonly Uint8Array[]): Uint8Array[] {
  const list: Uint8Array[] = reports.map((report) => report.slice());
  for (let left = random.between(1, 5); left > 0; left--) {
    const at = random.below(list.length + 1);
    const report = list[at];
    switch (random.below(8)) {
      case 0:
        list.splice(at, 1);
        break;
      case 1:
        if (report) list.splice(at, 0, report.slice());
        break;
      case 2:
        if (report) list.splice(random.below(list.length), 0, ...list.splice(at, 1));
        break;
      case 3:
        list.splice(at, 0, random.bytes(64));
        break;
      case 4: {
        // The first byte of a report is its type; the next bytes are lengths and numbers.
        const invented = random.bytes(64);
        invented[0] = random.below(6);
        if (random.once(2)) invented.fill(0, 1, 4);
        list.splice(at, 0, invented);
        break;
      }
      case 5:
        if (report?.length) report[random.below(Math.min(8, report.length))] = random.below(256);
        break;
      case 6:
        if (report?.length) report[random.below(report.length)] = random.below(256);
        break;
      default:
        if (report)
          list[at] = random.once(2) ? report.subarray(0, random.below(64)) : concatBytes(report, random.bytes(1));
    }
  }
  return list;
}
