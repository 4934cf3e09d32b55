/**
 * Frames of the NEO 2 family ("ViVOpay protocol 2", reference section 1; NEO 2 guide p27, p60).
 *
 *     command   "ViVOtech2\0" CC SS LH LL data[L] crc crc      checksum low byte first
 *     response  "ViVOtech2\0" CC ST LH LL data[L] crc crc      checksum high byte first
 *     event     45 00 55 LH LL data[L] crc crc                 checksum high byte first, L a multiple of 4
 *     protocol 3 response "ViVOpayV3\0" CC SS ST LH LL data[L] crc crc     high byte first; read so that it can be named
 *
 * Commands and responses look alike but for the order of the checksum, and that order belongs to the role, not to the
 * direction: a reader that asks its host something (61-01) sends a command, and the host's answer is a response.
 * Commands of pass-through mode (2C) are the one exception: they go out high byte first.
 */
import { bigEndian, concatBytes, readBigEndian } from './bytes.ts';

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

/** `not-neo2`: another beginning. `truncated`, `overlong`: against the length field. `bad-checksum`: in either order. */
export interface Neo2FrameFault {
  readonly kind: 'not-neo2' | 'truncated' | 'overlong' | 'bad-checksum';
  readonly message: string;
}

export type Neo2FrameRead =
  { readonly ok: true; readonly frame: Neo2Frame } | { readonly ok: false; readonly fault: Neo2FrameFault };

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The three beginnings; `lengthAt` is where the two length bytes stand. */
const shapes = [
  { header: ascii('ViVOtech2\0'), lengthAt: 12, kind: 'v2' },
  { header: ascii('ViVOpayV3\0'), lengthAt: 13, kind: 'v3' },
  { header: Uint8Array.of(0x45, 0x00, 0x55), lengthAt: 3, kind: 'event' },
] as const;
type Shape = (typeof shapes)[number];

const LENGTH_BYTES = 2;
const CHECKSUM_BYTES = 2;
/** First bytes of the beginnings: a scan for frames looks for these. */
export const neo2FirstBytes: readonly number[] = [0x56, 0x45];

/**
 * Readers take at most 1500 bytes (guide p40); answers with card data stay below that too. Longer announcements are a
 * damaged length field, so the buffer stays bounded.
 */
export const DEFAULT_MAX_NEO2_DATA_BYTES = 4_096;
/** The longest frame for a given amount of data. */
export const neo2FrameBytes = (dataBytes: number): number => 13 + LENGTH_BYTES + dataBytes + CHECKSUM_BYTES;

const PASS_THROUGH = 0x2c;

const crcTable = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  return crc & 0xffff;
});

/** CRC-16/CCITT-FALSE: polynomial 1021, initial value FFFF, not reflected. "123456789" gives 29B1. */
export function neo2Checksum(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[(crc >> 8) ^ byte] ?? 0)) & 0xffff;
  return crc;
}

/** A command frame. Throws a RangeError when a code or the amount of data does not fit. */
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

/** A response frame: a reader's answer, or a host's answer to a reader's command. */
export function encodeNeo2Response(command: number, status: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  const length = bigEndian(data.length, LENGTH_BYTES);
  const body = concatBytes(shapes[0].header, bigEndian(command, 1), bigEndian(status, 1), length, data);
  return withChecksum(body, 'high-first');
}

/** An event frame; `data` is made of items of four bytes. */
export function encodeNeo2Event(data: Uint8Array): Uint8Array {
  return withChecksum(concatBytes(shapes[2].header, bigEndian(data.length, LENGTH_BYTES), data), 'high-first');
}

function withChecksum(body: Uint8Array, order: 'low-first' | 'high-first'): Uint8Array {
  const checksum = bigEndian(neo2Checksum(body), CHECKSUM_BYTES);
  return concatBytes(body, order === 'low-first' ? checksum.reverse() : checksum);
}

/**
 * How many bytes the frame at `at` has by its length field. `no`: no frame begins there. `more`: too little is there to
 * tell.
 */
export function peekNeo2Length(bytes: Uint8Array, at = 0): number | 'no' | 'more' {
  const shape = shapeAt(bytes, at);
  if (typeof shape === 'string') return shape;
  const lengthAt = at + shape.lengthAt;
  if (bytes.length < lengthAt + LENGTH_BYTES) return 'more';
  const data = readBigEndian(bytes.subarray(lengthAt, lengthAt + LENGTH_BYTES));
  return shape.lengthAt + LENGTH_BYTES + data + CHECKSUM_BYTES;
}

function shapeAt(bytes: Uint8Array, at: number): Shape | 'no' | 'more' {
  let isPartial = false;
  for (const shape of shapes) {
    const present = Math.min(shape.header.length, bytes.length - at);
    let same = 0;
    while (same < present && bytes[at + same] === shape.header[same]) same++;
    if (same === shape.header.length) return shape;
    if (same === present) isPartial = true;
  }
  return isPartial ? 'more' : 'no';
}

/**
 * Reads exactly one whole frame. Views into `bytes`, no copies. Never throws.
 * @param expected what the other side mostly sends: settles frames whose two checksum bytes happen to be equal
 */
export function readNeo2Frame(bytes: Uint8Array, expected: 'command' | 'response'): Neo2FrameRead {
  const shape = shapeAt(bytes, 0);
  if (shape === 'no') return fault('not-neo2', 'does not begin as a frame');
  const total = peekNeo2Length(bytes);
  if (shape === 'more' || typeof total !== 'number' || bytes.length < total) {
    return fault('truncated', `${bytes.length} bytes of ${typeof total === 'number' ? total : 'a frame'}`);
  }
  if (bytes.length > total) return fault('overlong', `${bytes.length - total} bytes behind the frame`);
  const computed = neo2Checksum(bytes.subarray(0, total - CHECKSUM_BYTES));
  const [first = 0, second = 0] = bytes.subarray(total - CHECKSUM_BYTES);
  const isHighFirst = first === computed >> 8 && second === (computed & 0xff);
  const isLowFirst = second === computed >> 8 && first === (computed & 0xff);
  const data = bytes.subarray(shape.lengthAt + LENGTH_BYTES, total - CHECKSUM_BYTES);
  const wrong = (): Neo2FrameRead =>
    fault('bad-checksum', `checksum ${hex4(first * 256 + second)}, computed ${hex4(computed)}`);
  if (shape.kind === 'event') return isHighFirst ? { ok: true, frame: { kind: 'event', data } } : wrong();
  const command = bytes[10] ?? 0;
  const next = bytes[11] ?? 0;
  if (shape.kind === 'v3') {
    if (!isHighFirst) return wrong();
    const frame = { kind: 'v3-response', command, subcommand: next, status: bytes[12] ?? 0, data } as const;
    return { ok: true, frame };
  }
  if (!isHighFirst && !isLowFirst) return wrong();
  const isResponse = isHighFirst && (!isLowFirst || expected === 'response');
  // Towards a reader, a pass-through command is told from an answer by its code alone.
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

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0').toUpperCase();
}
