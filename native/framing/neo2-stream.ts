/**
 * NEO 2 frames on a byte stream: RS-232 and TCP (reference section 2). Nothing is escaped, so a frame's beginning may
 * also stand inside another's data, and only length and checksum together tell a frame. A beginning that turns out wrong
 * costs one byte: the scan goes on right behind it, so a whole frame is never lost to rubbish before it.
 *
 * A damaged length field makes a stream wait for bytes that never come. There is no clock here: the caller
 * calls flush() when it has been quiet for a while, which gives up on that beginning and finds what stands behind it.
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
 * `noise`: bytes that begin no frame. `bad-checksum`, `oversize` (announces more than the bound): what began as a frame.
 * `truncated`: given up on by flush().
 */
type Neo2StreamDiscardReason = 'noise' | 'bad-checksum' | 'oversize' | 'truncated';

export type Neo2StreamItem =
  | { readonly kind: 'frame'; readonly frame: Neo2Frame }
  | { readonly kind: 'discard'; readonly reason: Neo2StreamDiscardReason; readonly bytes: number };

/** A buffer that nearly every frame fits in, and one that is not kept for longer than one frame. */
const FIRST_BUFFER_BYTES = 512;
const LARGE_BUFFER_BYTES = 8_192;
/** Memory for the data of frames is taken in pieces of this size: one array for each frame costs more than all the rest. */
const SLAB_BYTES = 4_096;

/** Takes chunks cut anywhere and gives whole frames and named discards, in order. Never throws. */
export class Neo2Deframer {
  readonly #expected: 'command' | 'response';
  readonly #maxFrameBytes: number;
  /** A frame's beginning stands at its start, waiting for its rest. Copied there: a binding may use its buffer again. */
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  #heldBytes = 0;
  #slab = new Uint8Array();
  #slabUsed = 0;
  /** How many bytes must be there before another look tells anything new. */
  #neededBytes = 0;

  /** `side` is ours: a host expects responses, a device (the simulator) commands. */
  constructor(side: 'host' | 'device', options: { maxDataBytes?: number } = {}) {
    this.#expected = side === 'host' ? 'response' : 'command';
    this.#maxFrameBytes = neo2FrameBytes(options.maxDataBytes ?? DEFAULT_MAX_NEO2_DATA_BYTES);
  }

  /** Bytes held until a frame is whole; always less than the longest frame. */
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

  /** Gives up on the frame under way, and gives the frames that stand behind its beginning. Nothing is held afterwards. */
  flush(): Neo2StreamItem[] {
    const items: Neo2StreamItem[] = [];
    while (this.#heldBytes > 0) items.push(...this.#scan(this.#buffer.subarray(0, this.#heldBytes), 1));
    return items;
  }

  /**
   * Gives what is whole in `bytes`, which may be the buffer's own, and holds the rest.
   * @param givenUp bytes at the start that are known to begin nothing
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

  /** Copies a frame to where its data can stay, and gives the place in the slab. */
  #copy(bytes: Uint8Array, at: number, total: number): number {
    if (this.#slabUsed + total > this.#slab.length) {
      // The data of earlier frames are parts of the old one, which lives as long as they do.
      this.#slab = new Uint8Array(Math.max(SLAB_BYTES, total));
      this.#slabUsed = 0;
    }
    this.#slab.set(bytes.subarray(at, at + total), this.#slabUsed);
    return this.#slabUsed;
  }

  /** Holds what stands from `at` on. `total` is what it announces. */
  #keep(bytes: Uint8Array, at: number, total: number | 'more'): void {
    const rest = bytes.length - at;
    if (this.#buffer.length > LARGE_BUFFER_BYTES && rest <= FIRST_BUFFER_BYTES) {
      this.#buffer = new Uint8Array(FIRST_BUFFER_BYTES);
    }
    this.#heldBytes = 0;
    this.#makeRoom(rest);
    // Right also when both are the same memory: set() copies as if by way of another place.
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

/** Where the next byte stands that could begin a frame; the end when there is none. */
function nextBeginning(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== neo2FirstByte.long && bytes[at] !== neo2FirstByte.event) at++;
  return at;
}
