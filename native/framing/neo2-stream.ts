/**
 * NEO 2 frames on a byte stream: RS-232 and TCP (reference section 2). Nothing is escaped, so the data of a frame may
 * contain the header of another, and only length and checksum together prove a frame. When a header turns out to be
 * wrong, the scan continues one byte later, so garbage before a whole frame never costs the frame.
 *
 * A damaged length field would make the stream wait forever. This module has no clock: the caller calls flush() after a
 * quiet period, which drops that header and returns the frames behind it.
 */
import { concatBytes } from './bytes.ts';
import {
  DEFAULT_MAX_NEO2_DATA_BYTES,
  neo2FirstByte,
  neo2FrameBytes,
  peekNeo2Length,
  readNeo2FrameAt,
  type Neo2Frame,
} from './neo2-frame.ts';

/**
 * `noise`: bytes that start no frame. `bad-checksum`, `oversize` (the announced length exceeds the limit): bytes that
 * start like a frame. `truncated`: dropped by flush().
 */
type Neo2StreamDiscardReason = 'noise' | 'bad-checksum' | 'oversize' | 'truncated';

export type Neo2StreamItem =
  | { readonly kind: 'frame'; readonly frame: Neo2Frame }
  | { readonly kind: 'discard'; readonly reason: Neo2StreamDiscardReason; readonly bytes: number };

/** Initial size, which fits nearly every frame, and the size above which the buffer is released after the frame. */
const FIRST_BUFFER_BYTES = 512;
const LARGE_BUFFER_BYTES = 8_192;
/** Size of the blocks that hold frame data: one allocation per frame would cost more than all the rest. */
const SLAB_BYTES = 4_096;

/** Splits a stream, pushed in any chunks, into whole frames and named discards, in order. Never throws. */
export class Neo2Deframer {
  readonly #expected: 'command' | 'response';
  readonly #maxFrameBytes: number;
  /**
   * Starts with an incomplete frame that waits for its rest. The bytes are copied, because a binding may reuse its
   * buffer.
   */
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  #heldBytes = 0;
  #slab = new Uint8Array();
  #slabUsed = 0;
  /** Number of bytes below which another scan cannot find anything new. */
  #neededBytes = 0;

  /** `side` is the caller's own side: a host expects responses, a device (the simulator) expects commands. */
  constructor(side: 'host' | 'device', options: { maxDataBytes?: number } = {}) {
    this.#expected = side === 'host' ? 'response' : 'command';
    this.#maxFrameBytes = neo2FrameBytes(options.maxDataBytes ?? DEFAULT_MAX_NEO2_DATA_BYTES);
  }

  /** Bytes of an incomplete frame; always fewer than the largest frame. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  push(chunk: Uint8Array): Neo2StreamItem[] {
    if (this.#heldBytes === 0) return chunk.length === 0 ? [] : this.#scan(chunk);
    const length = this.#heldBytes + chunk.length;
    if (length > LARGE_BUFFER_BYTES) return this.#scan(concatBytes(this.#buffer.subarray(0, this.#heldBytes), chunk));
    this.#makeRoom(length);
    this.#buffer.set(chunk, this.#heldBytes);
    this.#heldBytes = length;
    return length < this.#neededBytes ? [] : this.#scan(this.#buffer.subarray(0, length));
  }

  /** Drops the current frame and returns the frames behind its header. The buffer is empty afterwards. */
  flush(): Neo2StreamItem[] {
    const items: Neo2StreamItem[] = [];
    while (this.#heldBytes > 0) items.push(...this.#scan(this.#buffer.subarray(0, this.#heldBytes), 1));
    return items;
  }

  /**
   * Returns the whole frames in `bytes`, which may be the buffer itself, and keeps the rest.
   * @param givenUp bytes at the start that are known to start no frame
   */
  #scan(bytes: Uint8Array, givenUp = 0): Neo2StreamItem[] {
    const items: Neo2StreamItem[] = [];
    let reason: Neo2StreamDiscardReason = givenUp > 0 ? 'truncated' : 'noise';
    let dropped = givenUp;
    const endRun = (next: Neo2StreamDiscardReason, nextBytes: number): void => {
      if (dropped > 0) items.push({ kind: 'discard', reason, bytes: dropped });
      reason = next;
      dropped = nextBytes;
    };
    let at = givenUp;
    for (;;) {
      const next = nextBeginning(bytes, at);
      dropped += next - at;
      at = next;
      if (at === bytes.length) break;
      const total = peekNeo2Length(bytes, at);
      if (total === 'no') {
        dropped += 1;
        at += 1;
      } else if (total !== 'more' && total > this.#maxFrameBytes) {
        endRun('oversize', 1);
        at += 1;
      } else if (total === 'more' || bytes.length - at < total) {
        this.#keep(bytes, at, total);
        endRun('noise', 0);
        return items;
      } else {
        const place = this.#copy(bytes, at, total);
        const read = readNeo2FrameAt(this.#slab, place, total, this.#expected);
        if (read.ok) {
          endRun('noise', 0);
          this.#slabUsed = place + total;
          items.push({ kind: 'frame', frame: read.frame });
          at += total;
        } else {
          endRun('bad-checksum', 1);
          at += 1;
        }
      }
    }
    this.#keep(bytes, at, 0);
    endRun('noise', 0);
    return items;
  }

  /** Copies a frame to the slab, where its data may remain, and returns the offset there. */
  #copy(bytes: Uint8Array, at: number, total: number): number {
    if (this.#slabUsed + total > this.#slab.length) {
      // The data of earlier frames are views of the old slab, which stays in memory as long as they do.
      this.#slab = new Uint8Array(Math.max(SLAB_BYTES, total));
      this.#slabUsed = 0;
    }
    this.#slab.set(bytes.subarray(at, at + total), this.#slabUsed);
    return this.#slabUsed;
  }

  /** Keeps the bytes from `at` on. `total` is their announced length. */
  #keep(bytes: Uint8Array, at: number, total: number | 'more'): void {
    const rest = bytes.length - at;
    if (this.#buffer.length > LARGE_BUFFER_BYTES && rest <= FIRST_BUFFER_BYTES) {
      this.#buffer = new Uint8Array(FIRST_BUFFER_BYTES);
    }
    this.#heldBytes = 0;
    this.#makeRoom(rest);
    // This is correct even when both arrays share memory: set() copies as if through a temporary array.
    this.#buffer.set(bytes.subarray(at), 0);
    this.#heldBytes = rest;
    this.#neededBytes = total === 'more' ? rest + 1 : total;
  }

  #makeRoom(length: number): void {
    if (length <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(length, Math.min(2 * length, LARGE_BUFFER_BYTES)));
    larger.set(this.#buffer.subarray(0, this.#heldBytes));
    this.#buffer = larger;
  }
}

/** Offset of the next byte that could start a frame, or the end. */
function nextBeginning(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== neo2FirstByte.long && bytes[at] !== neo2FirstByte.event) at++;
  return at;
}
