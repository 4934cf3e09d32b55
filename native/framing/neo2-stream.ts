/**
 * NEO 2 frames on a byte stream: RS-232 and TCP (reference section 2). Nothing is escaped, so a frame's beginning may
 * also stand inside another's data, and only length and checksum together tell a frame. A beginning that turns out wrong
 * costs one byte: the scan goes on right behind it, so a whole frame is never lost to rubbish before it.
 *
 * A damaged length field makes a stream wait for bytes that never come. There is no clock here: whoever feeds the stream
 * calls flush() when it has been quiet for a while, which gives up on that beginning and finds what stands behind it.
 */
import { concatBytes } from './bytes.ts';
import {
  DEFAULT_MAX_NEO2_DATA_BYTES,
  neo2FirstBytes,
  neo2FrameBytes,
  peekNeo2Length,
  readNeo2Frame,
  type Neo2Frame,
} from './neo2-frame.ts';

/**
 * `noise`: bytes that begin no frame. `bad-checksum`, `oversize` (announces more than the bound): what began as a frame.
 * `truncated`: given up on by flush().
 */
export type Neo2StreamDiscardReason = 'noise' | 'bad-checksum' | 'oversize' | 'truncated';

export type Neo2StreamItem =
  | { readonly kind: 'frame'; readonly frame: Neo2Frame }
  | { readonly kind: 'discard'; readonly reason: Neo2StreamDiscardReason; readonly bytes: number };

/** Takes chunks cut anywhere and gives whole frames and named discards, in order. Never throws. */
export class Neo2Deframer {
  readonly #expected: 'command' | 'response';
  readonly #maxFrameBytes: number;
  /** A frame's beginning, waiting for its rest. Always a copy: a binding may use its read buffer again. */
  #held: Uint8Array = new Uint8Array();

  /** `side` is ours: a host expects responses, a device (the simulator) commands. */
  constructor(side: 'host' | 'device', options: { maxDataBytes?: number } = {}) {
    this.#expected = side === 'host' ? 'response' : 'command';
    this.#maxFrameBytes = neo2FrameBytes(options.maxDataBytes ?? DEFAULT_MAX_NEO2_DATA_BYTES);
  }

  /** Bytes held until a frame is whole; always less than the longest frame. */
  get heldBytes(): number {
    return this.#held.length;
  }

  push(chunk: Uint8Array): Neo2StreamItem[] {
    if (chunk.length === 0) return [];
    return this.#scan(this.#held.length === 0 ? chunk : concatBytes(this.#held, chunk));
  }

  /** Gives up on the frame under way, and gives the frames that stand behind its beginning. Nothing is held afterwards. */
  flush(): Neo2StreamItem[] {
    const items: Neo2StreamItem[] = [];
    while (this.#held.length > 0) {
      const bytes = this.#held;
      this.#held = new Uint8Array();
      items.push(...this.#scan(bytes, 1));
    }
    return items;
  }

  /** `givenUp`: bytes at the start that are known to begin nothing. */
  #scan(bytes: Uint8Array, givenUp = 0): Neo2StreamItem[] {
    const items: Neo2StreamItem[] = [];
    let dropped: { reason: Neo2StreamDiscardReason; bytes: number } = { reason: 'truncated', bytes: givenUp };
    const endRun = (): void => {
      if (dropped.bytes > 0) items.push({ kind: 'discard', ...dropped });
      dropped = { reason: 'noise', bytes: 0 };
    };
    if (givenUp === 0) dropped.reason = 'noise';
    let at = givenUp;
    while (at < bytes.length) {
      const next = nextBeginning(bytes, at);
      dropped.bytes += next - at;
      at = next;
      if (at === bytes.length) break;
      const total = peekNeo2Length(bytes, at);
      if (total === 'no') {
        dropped.bytes += 1;
        at += 1;
        continue;
      }
      if (total !== 'more' && total > this.#maxFrameBytes) {
        endRun();
        dropped = { reason: 'oversize', bytes: 1 };
        at += 1;
        continue;
      }
      if (total === 'more' || bytes.length - at < total) {
        this.#held = bytes.slice(at);
        endRun();
        return items;
      }
      const read = readNeo2Frame(bytes.subarray(at, at + total), this.#expected);
      endRun();
      if (read.ok) {
        items.push({ kind: 'frame', frame: { ...read.frame, data: read.frame.data.slice() } });
        at += total;
      } else {
        dropped = { reason: 'bad-checksum', bytes: 1 };
        at += 1;
      }
    }
    this.#held = new Uint8Array();
    endRun();
    return items;
  }
}

/** Where the next byte stands that could begin a frame; the end when there is none. */
function nextBeginning(bytes: Uint8Array, from: number): number {
  let nearest = bytes.length;
  for (const first of neo2FirstBytes) {
    const found = bytes.indexOf(first, from);
    if (found >= 0 && found < nearest) nearest = found;
  }
  return nearest;
}
