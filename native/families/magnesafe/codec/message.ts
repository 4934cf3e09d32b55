/**
 * Codec of a MagneSafe V5 message without report padding (reference section 4):
 *
 *     command  CC LL data[LL]      response  RR LL data[LL]
 *
 * The length must match the data exactly. The manuals print two messages with a wrong length, but accepting those would
 * mean guessing.
 */
import { bigEndian, concatBytes, readBigEndian } from '../../../framing/bytes.ts';
import { command, result } from './codes.ts';

interface MessageFault {
  /** `too-short`: less than two bytes; `truncated`: less data than the length says; `overlong`: more data. */
  readonly kind: 'too-short' | 'truncated' | 'overlong';
}

export interface Message {
  readonly code: number;
  readonly data: Uint8Array;
}

type MessageParse =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly fault: MessageFault };

/** Maximum data of a message: its length is a single byte. */
const MAX_DATA_BYTES = 0xff;

export function encodeMessage(code: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  return concatBytes(bigEndian(code, 1), bigEndian(data.length, 1), data);
}

/**
 * Reads a message that fills `bytes` exactly.
 * @param mayBePadded true if zeros may follow, as in a report
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
  readonly code: number;
  readonly total: number;
  readonly data: Uint8Array;
}

const EXTENDED_HEADER_BYTES = 6;
/** The manual's text says 52, but its printed messages and the maker's own program cut at 51. */
const EXTENDED_PACKET_BYTES = 51;

/** Returns the requests of an extended command, in order; the reader answers each but the last with "more". */
export function encodeExtendedCommand(code: number, data: Uint8Array = new Uint8Array()): Uint8Array[] {
  return encodeExtended(command.extended, code, data);
}

/** Returns the packets of an extended answer (simulator). */
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

/** Reads an extended message's data. Returns undefined if offset, total and data do not fit together. */
export function readExtendedPacket(data: Uint8Array): ExtendedPacket | undefined {
  if (data.length < EXTENDED_HEADER_BYTES || data.length > MAX_DATA_BYTES) return undefined;
  const [offset = 0, code = 0, total = 0] = [0, 2, 4].map((at) => readBigEndian(data.subarray(at, at + 2)));
  const content = data.subarray(EXTENDED_HEADER_BYTES);
  if (offset + content.length > total) return undefined;
  return { offset, code, total, data: content };
}
