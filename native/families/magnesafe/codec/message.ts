/**
 * One message of MagneSafe V5, without report padding (reference section 4):
 *
 *     command  CC LL data[LL]      response  RR LL data[LL]
 *
 * The length must be that of what follows: two messages of the manuals are printed with a wrong one, and a guess must not pass.
 */
import { bigEndian, concatBytes, readBigEndian } from '../../../framing/bytes.ts';
import { command, result } from './codes.ts';

interface MessageFault {
  /** `too-short` for two bytes; `truncated`: less than the length says; `overlong`: more. */
  readonly kind: 'too-short' | 'truncated' | 'overlong';
}

export interface Message {
  /** Command or result code. */
  readonly code: number;
  readonly data: Uint8Array;
}

type MessageParse =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly fault: MessageFault };

/** The longest data of one message: its length is one byte. */
const MAX_DATA_BYTES = 0xff;

export function encodeMessage(code: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  return concatBytes(bigEndian(code, 1), bigEndian(data.length, 1), data);
}

/**
 * Reads a message that fills `bytes` exactly.
 * @param mayBePadded zeros may follow, as in a report
 */
export function readMessage(bytes: Uint8Array, mayBePadded = false): MessageParse {
  const [code, length] = bytes;
  if (code === undefined || length === undefined) return { ok: false, fault: { kind: 'too-short' } };
  const end = 2 + length;
  if (bytes.length < end) return { ok: false, fault: { kind: 'truncated' } };
  if (bytes.length > end && !(mayBePadded && bytes.subarray(end).every((byte) => byte === 0))) {
    return { ok: false, fault: { kind: 'overlong' } };
  }
  return { ok: true, message: { code, data: bytes.subarray(2, end) } };
}

// --- The two-byte layer: command 49 ---------------------------------------------------------------------------------

/** `offset(u16) command or result(u16) total(u16) data`, in a request and in its answer alike. */
export interface ExtendedPacket {
  readonly offset: number;
  /** The two-byte command, or the two-byte result. */
  readonly code: number;
  readonly total: number;
  readonly data: Uint8Array;
}

const EXTENDED_HEADER_BYTES = 6;
/** The text says 52; what is printed, and the maker's own program, cut at 51. */
const EXTENDED_PACKET_BYTES = 51;

/** The requests of one extended command, in order: each but the last is answered with "more". */
export function encodeExtendedCommand(code: number, data: Uint8Array = new Uint8Array()): Uint8Array[] {
  return encodeExtended(command.extended, code, data);
}

/** The packets of an extended answer (simulator). */
export function encodeExtendedAnswer(code: number, data: Uint8Array = new Uint8Array()): Uint8Array[] {
  return encodeExtended(result.extended, code, data);
}

function encodeExtended(first: number, code: number, data: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < data.length; at += EXTENDED_PACKET_BYTES) {
    const part = data.subarray(at, at + EXTENDED_PACKET_BYTES);
    const header = [at, code, data.length].map((value) => bigEndian(value, 2));
    packets.push(encodeMessage(first, concatBytes(...header, part)));
  }
  return packets;
}

/** Reads the data of a message of the extended layer; undefined where offset, total and data do not fit together. */
export function readExtendedPacket(data: Uint8Array): ExtendedPacket | undefined {
  if (data.length < EXTENDED_HEADER_BYTES || data.length > MAX_DATA_BYTES) return undefined;
  const [offset = 0, code = 0, total = 0] = [0, 2, 4].map((at) => readBigEndian(data.subarray(at, at + 2)));
  const content = data.subarray(EXTENDED_HEADER_BYTES);
  if (offset + content.length > total) return undefined;
  return { offset, code, total, data: content };
}
