/**
 * MMS messages on a byte stream: RS-232, UART and TCP (reference section 2; MMS manual section 2.6).
 *
 *     C0 | info | length u32 BE | message | C0          escaped inside: C0 -> DB DC, DB -> DB DD
 *
 * The end byte cannot occur inside a frame, so every C0 is a boundary whatever came before it. That alone
 * resynchronizes the stream. There is no checksum; the length must match, and the layer above checks the message's own
 * TLVs.
 */
import { bigEndian, concatBytes, copyBytes, readBigEndian } from './bytes.ts';

const END = 0xc0;
const ESCAPE = 0xdb;
const ESCAPED_END = 0xdc;
const ESCAPED_ESCAPE = 0xdd;
const HEADER_BYTES = 5;
/** Initial size, which fits nearly every frame, and the size above which the buffer is released after the frame. */
const FIRST_BUFFER_BYTES = 512;
const LARGE_BUFFER_BYTES = 8_192;

/** Info byte, which contains the frame's direction. */
export const slipInfo = { toDevice: 0x00, toHost: 0x02, capabilityExceeded: 0x03 } as const;

/**
 * Larger than any message of a payment. A longer run without an end byte is discarded, so that the buffer stays
 * bounded.
 */
const DEFAULT_MAX_MESSAGE_BYTES = 65_536;

/**
 * Reason why the bytes between two end bytes were discarded. `too-short`: shorter than a header. `bad-escape`.
 * `unknown-info`. `wrong-direction`: for the host typically an echo of the bytes that it sent. `truncated` or
 * `overlong`: compared with the length field. `oversize`: beyond the buffer's limit.
 */
type SlipDiscardReason =
  | 'too-short'
  | 'bad-escape'
  | 'unknown-info'
  | 'wrong-direction'
  | 'truncated'
  | 'overlong'
  | 'oversize';

export type SlipItem =
  | { readonly kind: 'frame'; readonly message: Uint8Array }
  /** The terminal reports that a message was longer than it accepts. */
  | { readonly kind: 'capability-exceeded'; readonly largestBytes: number }
  | { readonly kind: 'discard'; readonly reason: SlipDiscardReason; readonly bytes: number };

/** Complete frame for the wire. `info` is one of slipInfo. */
export function encodeSlip(info: number, message: Uint8Array): Uint8Array {
  return escapeFrame(concatBytes(Uint8Array.of(info), bigEndian(message.length, 4)), message);
}

/** Frame with which a device reports the largest message that it accepts; the length field holds `largestBytes`. */
export function encodeCapabilityExceeded(largestBytes: number): Uint8Array {
  return escapeFrame(concatBytes(bigEndian(slipInfo.capabilityExceeded, 1), bigEndian(largestBytes, 4)));
}

/** Escaped frame between end bytes. */
export function escapeFrame(header: Uint8Array, message: Uint8Array = new Uint8Array()): Uint8Array {
  const frame = new Uint8Array(2 + header.length + countEscapes(header) + message.length + countEscapes(message));
  frame[0] = END;
  const at = escapeInto(frame, 1, header);
  frame[escapeInto(frame, at, message)] = END;
  return frame;
}

function countEscapes(plain: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < plain.length; index++) {
    const byte = plain[index];
    if (byte === END || byte === ESCAPE) count += 1;
  }
  return count;
}

/** Writes escaped bytes from `at` on, and returns the offset after them. */
function escapeInto(frame: Uint8Array, at: number, plain: Uint8Array): number {
  let end = at;
  for (let index = 0; index < plain.length; index++) {
    const byte = plain[index] ?? 0;
    if (byte === END || byte === ESCAPE) {
      frame[end++] = ESCAPE;
      frame[end++] = byte === END ? ESCAPED_END : ESCAPED_ESCAPE;
    } else {
      frame[end++] = byte;
    }
  }
  return end;
}

/**
 * Splits a stream, pushed in any chunks, at its end bytes, which every dialect of SLIP shares. Its buffer is limited;
 * it never throws.
 */
export class SlipSegments<Item> {
  readonly #maxSegmentBytes: number;
  readonly #read: (plain: Uint8Array | undefined, rawBytes: number) => Item;
  readonly #discard: (reason: 'oversize' | 'truncated', bytes: number) => Item;
  /**
   * Starts with the raw bytes since the last end byte. The bytes are copied, because a binding may reuse its buffer.
   */
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  #heldBytes = 0;
  /** Above zero while a run beyond the limit is being skipped, up to the next end byte. */
  #skippedBytes = 0;

  /**
   * @param maxPlainBytes limit of one segment, without its escapes
   * @param read interprets a whole segment; gets undefined when an escape is invalid
   */
  constructor(
    maxPlainBytes: number,
    read: (plain: Uint8Array | undefined, rawBytes: number) => Item,
    discard: (reason: 'oversize' | 'truncated', bytes: number) => Item,
  ) {
    // Every byte may be escaped.
    this.#maxSegmentBytes = 2 * maxPlainBytes;
    this.#read = read;
    this.#discard = discard;
  }

  /** Bytes of an incomplete segment; at most twice the limit. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  push(chunk: Uint8Array): Item[] {
    const items: Item[] = [];
    let at = 0;
    while (at < chunk.length) {
      const end = chunk.indexOf(END, at);
      this.#hold(end < 0 ? chunk.subarray(at) : chunk.subarray(at, end));
      if (end < 0) break;
      const item = this.#finishSegment();
      if (item !== undefined) items.push(item);
      at = end + 1;
    }
    return items;
  }

  /** Drops an incomplete frame; called when a session resynchronizes. Returns the discard, if there were bytes. */
  reset(): Item | undefined {
    const bytes = this.#heldBytes + this.#skippedBytes;
    this.#drop();
    this.#skippedBytes = 0;
    return bytes === 0 ? undefined : this.#discard('truncated', bytes);
  }

  #hold(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const length = this.#heldBytes + piece.length;
    if (this.#skippedBytes > 0 || length > this.#maxSegmentBytes) {
      this.#skippedBytes += length;
      this.#drop();
      return;
    }
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#maxSegmentBytes, 2 * length));
      larger.set(this.#buffer.subarray(0, this.#heldBytes));
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#heldBytes);
    this.#heldBytes = length;
  }

  /** Drops the buffered bytes, and releases a buffer that a large message needed. */
  #drop(): void {
    this.#heldBytes = 0;
    if (this.#buffer.length > LARGE_BUFFER_BYTES) this.#buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  }

  #finishSegment(): Item | undefined {
    if (this.#skippedBytes > 0) {
      const bytes = this.#skippedBytes;
      this.#skippedBytes = 0;
      return this.#discard('oversize', bytes);
    }
    // Two adjacent end bytes: the end of one frame and the start of the next.
    if (this.#heldBytes === 0) return undefined;
    const raw = this.#buffer.subarray(0, this.#heldBytes);
    const item = this.#read(unescapeFrame(raw), raw.length);
    this.#drop();
    return item;
  }
}

/** Splits a stream, pushed in any chunks, into whole frames and named discards, in order. Never throws. */
export class SlipDeframer extends SlipSegments<SlipItem> {
  /**
   * `side` is the caller's own side: the host accepts frames to the host, a device (the simulator) frames to the
   * device.
   */
  constructor(side: 'host' | 'device', options: { maxMessageBytes?: number } = {}) {
    const maxMessageBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    super(
      HEADER_BYTES + maxMessageBytes,
      (plain, rawBytes) => readFrame(plain, rawBytes, side, maxMessageBytes),
      (reason, bytes) => ({ kind: 'discard', reason, bytes }),
    );
  }
}

function readFrame(
  plain: Uint8Array | undefined,
  rawBytes: number,
  side: 'host' | 'device',
  maxMessageBytes: number,
): SlipItem {
  const discard = (reason: SlipDiscardReason): SlipItem => ({ kind: 'discard', reason, bytes: rawBytes });
  if (!plain) return discard('bad-escape');
  if (plain.length < HEADER_BYTES) return discard('too-short');
  const info = plain[0];
  const length = readBigEndian(plain.subarray(1, HEADER_BYTES));
  if (info === slipInfo.capabilityExceeded && side === 'host') {
    // Here the length field is the answer, and no message follows.
    return plain.length === HEADER_BYTES ? { kind: 'capability-exceeded', largestBytes: length } : discard('overlong');
  }
  if (info !== slipInfo.toDevice && info !== slipInfo.toHost) return discard('unknown-info');
  if (info !== (side === 'host' ? slipInfo.toHost : slipInfo.toDevice)) return discard('wrong-direction');
  if (length > maxMessageBytes) return discard('oversize');
  const present = plain.length - HEADER_BYTES;
  if (present < length) return discard('truncated');
  if (present > length) return discard('overlong');
  return { kind: 'frame', message: plain.subarray(HEADER_BYTES) };
}

/** Copy without escapes, or undefined if an escape is invalid. */
function unescapeFrame(raw: Uint8Array): Uint8Array | undefined {
  const first = raw.indexOf(ESCAPE);
  if (first < 0) return copyBytes(raw);
  const plain = new Uint8Array(raw.length - 1);
  plain.set(raw.subarray(0, first));
  let length = first;
  for (let index = first; index < raw.length; index++) {
    let byte = raw[index] ?? 0;
    if (byte === ESCAPE) {
      const next = raw[++index];
      if (next === ESCAPED_END) byte = END;
      else if (next === ESCAPED_ESCAPE) byte = ESCAPE;
      else return undefined;
    }
    plain[length++] = byte;
  }
  return plain.subarray(0, length);
}
