/**
 * Frames of the NEO 2 family ("ViVOpay protocol 2", reference section 1; NEO 2 guide p27, p60).
 *
 *     command   "ViVOtech2\0" CC SS LH LL data[L] crc crc      checksum low byte first
 *     response  "ViVOtech2\0" CC ST LH LL data[L] crc crc      checksum high byte first
 *     event     45 00 55 LH LL data[L] crc crc                 checksum high byte first, L a multiple of 4
 *     protocol 3 response "ViVOpayV3\0" CC SS ST LH LL data[L] crc crc     high byte first; read so that it can be named
 *
 * Commands and responses differ only in the byte order of the checksum. The order depends on the role, not on the
 * direction: a reader that asks its host something (61-01) sends a command, and the host's answer is a response. The
 * exception is pass-through mode (2C): its commands use high byte first.
 */
import { asciiBytes, bigEndian, codeHex, concatBytes } from './bytes.ts';
import { neo2Checksum } from './neo2-checksum.ts';

export type Neo2Frame =
  | { readonly kind: 'command'; readonly command: number; readonly subcommand: number; readonly data: Uint8Array }
  | { readonly kind: 'response'; readonly command: number; readonly status: number; readonly data: Uint8Array }
  | { readonly kind: 'event'; readonly data: Uint8Array }
  | {
      readonly kind: 'v3-response';
      readonly command: number;
      readonly subcommand: number;
      readonly status: number;
      readonly data: Uint8Array;
    };

/**
 * `not-neo2`: the start is that of no frame. `truncated`, `overlong`: compared with the length field. `bad-checksum`:
 * wrong in either byte order.
 */
interface Neo2FrameFault {
  readonly kind: 'not-neo2' | 'truncated' | 'overlong' | 'bad-checksum';
  readonly message: string;
}

type Neo2FrameRead =
  | { readonly ok: true; readonly frame: Neo2Frame }
  | { readonly ok: false; readonly fault: Neo2FrameFault };

/** The three kinds of header; `lengthAt` is the offset of the two length bytes. */
const shapes = [
  { header: asciiBytes('ViVOtech2\0'), lengthAt: 12, kind: 'v2' },
  { header: asciiBytes('ViVOpayV3\0'), lengthAt: 13, kind: 'v3' },
  { header: Uint8Array.of(0x45, 0x00, 0x55), lengthAt: 3, kind: 'event' },
] as const;
type Shape = (typeof shapes)[number];
const longShapes: readonly Shape[] = [shapes[0], shapes[1]];
const eventShapes: readonly Shape[] = [shapes[2]];

const LENGTH_BYTES = 2;
const CHECKSUM_BYTES = 2;
/** First bytes of the headers, for which a scan for frames searches. */
export const neo2FirstByte = { long: 0x56, event: 0x45 } as const;

/**
 * Readers accept at most 1500 bytes (guide p40), and answers with card data also stay below this. A longer length means
 * a damaged length field, so the buffer stays bounded.
 */
export const DEFAULT_MAX_NEO2_DATA_BYTES = 4_096;
/** Largest frame for an amount of data. */
export const neo2FrameBytes = (dataBytes: number): number => 13 + LENGTH_BYTES + dataBytes + CHECKSUM_BYTES;

const PASS_THROUGH = 0x2c;

/** Command frame. @throws RangeError when a code or the amount of data does not fit. */
export function encodeNeo2Command(
  command: number,
  subcommand: number,
  data: Uint8Array = new Uint8Array(),
): Uint8Array {
  const body = concatBytes(
    shapes[0].header,
    bigEndian(command, 1),
    bigEndian(subcommand, 1),
    bigEndian(data.length, LENGTH_BYTES),
    data,
  );
  return command === PASS_THROUGH ? withChecksum(body, 'high-first') : withChecksum(body, 'low-first');
}

/** Response frame: a reader's answer, or a host's answer to a reader's command. */
export function encodeNeo2Response(command: number, status: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  const length = bigEndian(data.length, LENGTH_BYTES);
  const body = concatBytes(shapes[0].header, bigEndian(command, 1), bigEndian(status, 1), length, data);
  return withChecksum(body, 'high-first');
}

/** Event frame; `data` consists of items of four bytes. */
export function encodeNeo2Event(data: Uint8Array): Uint8Array {
  return withChecksum(concatBytes(shapes[2].header, bigEndian(data.length, LENGTH_BYTES), data), 'high-first');
}

function withChecksum(body: Uint8Array, order: 'low-first' | 'high-first'): Uint8Array {
  const checksum = bigEndian(neo2Checksum(body), CHECKSUM_BYTES);
  return concatBytes(body, order === 'low-first' ? checksum.reverse() : checksum);
}

/**
 * Length of the frame at `at`, according to its length field. `no`: no frame starts there. `more`: more bytes are
 * needed.
 */
export function peekNeo2Length(bytes: Uint8Array, at = 0): number | 'no' | 'more' {
  const shape = shapeAt(bytes, at);
  return typeof shape === 'string' ? shape : totalOf(shape, bytes, at);
}

function totalOf(shape: Shape, bytes: Uint8Array, at: number): number | 'more' {
  const lengthAt = at + shape.lengthAt;
  if (bytes.length < lengthAt + LENGTH_BYTES) return 'more';
  const data = (bytes[lengthAt] ?? 0) * 256 + (bytes[lengthAt + 1] ?? 0);
  return shape.lengthAt + LENGTH_BYTES + data + CHECKSUM_BYTES;
}

function shapeAt(bytes: Uint8Array, at: number): Shape | 'no' | 'more' {
  let isPartial = false;
  // The first byte alone rules out most positions.
  for (const shape of bytes[at] === shapes[2].header[0] ? eventShapes : longShapes) {
    const { header } = shape;
    const present = Math.min(header.length, bytes.length - at);
    let same = 0;
    while (same < present && bytes[at + same] === header[same]) same++;
    if (same === header.length) return shape;
    if (same === present) isPartial = true;
  }
  return isPartial ? 'more' : 'no';
}

/**
 * Reads exactly one whole frame. Returns views into `bytes`, not copies. Never throws.
 * @param expected kind of frame that the other side normally sends; decides when both checksum bytes are equal
 */
export function readNeo2Frame(bytes: Uint8Array, expected: 'command' | 'response'): Neo2FrameRead {
  const shape = shapeAt(bytes, 0);
  if (shape === 'no') return fault('not-neo2', 'does not begin as a frame');
  const total = shape === 'more' ? shape : totalOf(shape, bytes, 0);
  if (shape === 'more' || total === 'more' || bytes.length < total) {
    return fault('truncated', `${bytes.length} bytes of ${typeof total === 'number' ? total : 'a frame'}`);
  }
  if (bytes.length > total) return fault('overlong', `${bytes.length - total} bytes behind the frame`);
  return readShaped(shape, bytes, 0, total, expected);
}

/**
 * Reads the complete frame at `at`, whose `total` length peekNeo2Length() has returned. Unlike readNeo2Frame(), it does
 * not check header and length again, so only the checksum can be wrong.
 */
export function readNeo2FrameAt(
  bytes: Uint8Array,
  at: number,
  total: number,
  expected: 'command' | 'response',
): Neo2FrameRead {
  const shape = shapeAt(bytes, at);
  if (typeof shape === 'string' || bytes.length < at + total) return fault('not-neo2', 'does not begin as a frame');
  return readShaped(shape, bytes, at, total, expected);
}

function readShaped(
  shape: Shape,
  bytes: Uint8Array,
  at: number,
  total: number,
  expected: 'command' | 'response',
): Neo2FrameRead {
  const end = at + total - CHECKSUM_BYTES;
  const computed = neo2Checksum(bytes, at, end);
  const first = bytes[end] ?? 0;
  const second = bytes[end + 1] ?? 0;
  const isHighFirst = first === computed >> 8 && second === (computed & 0xff);
  const isLowFirst = second === computed >> 8 && first === (computed & 0xff);
  const data = bytes.subarray(at + shape.lengthAt + LENGTH_BYTES, end);
  const wrong = (): Neo2FrameRead =>
    fault('bad-checksum', `checksum ${codeHex(first * 256 + second)}, computed ${codeHex(computed)}`);
  if (shape.kind === 'event') return isHighFirst ? { ok: true, frame: { kind: 'event', data } } : wrong();
  const command = bytes[at + 10] ?? 0;
  const next = bytes[at + 11] ?? 0;
  if (shape.kind === 'v3') {
    if (!isHighFirst) return wrong();
    const status = bytes[at + 12] ?? 0;
    return { ok: true, frame: { kind: 'v3-response', command, subcommand: next, status, data } };
  }
  if (!isHighFirst && !isLowFirst) return wrong();
  const isResponse = isHighFirst && (!isLowFirst || expected === 'response');
  // Toward a reader, only the command code distinguishes a pass-through command from an answer.
  const isPassThrough = command === PASS_THROUGH && expected === 'command';
  return {
    ok: true,
    frame:
      isResponse && !isPassThrough
        ? { kind: 'response', command, status: next, data }
        : { kind: 'command', command, subcommand: next, data },
  };
}

function fault(kind: Neo2FrameFault['kind'], message: string): Neo2FrameRead {
  return { ok: false, fault: { kind, message } };
}
