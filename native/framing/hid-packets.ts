/**
 * MMS messages in 64-byte USB HID reports (reference section 1; MMS manual tables 4 to 8).
 *
 *     single  00 LL  msg[LL <= 62]        pad 00        head    01 NNNNNNNN(total > 62)  msg[59]
 *     middle  02 PPPP(first = 0001)  msg[61]            tail    03 nn  msg[nn <= 62]     pad 00
 *     cancel  04 RRRR(0000 = general)     pad 00
 *
 * USB itself checks and repeats packets, so there is no checksum. Reports can still be lost above the operating
 * system's queue; the missing middle number then causes a named discard.
 */
import { bigEndian, concatBytes, copyBytes, readBigEndian } from './bytes.ts';

/** Size of every report in both directions, without a report id. */
export const HID_PACKET_BYTES = 64;
const SINGLE = 0x00;
const HEAD = 0x01;
const MIDDLE = 0x02;
const TAIL = 0x03;
const CANCEL = 0x04;
const SHORT_BYTES = 62;
const HEAD_BYTES = 59;
const MIDDLE_BYTES = 61;

/** Larger than any message of a payment. A head that announces more is discarded, so that the buffer stays bounded. */
export const DEFAULT_MAX_MESSAGE_BYTES = 65_536;

/**
 * `wrong-size`: not 64 bytes. `unknown-type`. `bad-length`: an impossible length byte or total. `orphan`: a middle or
 * tail without a head. `out-of-sequence`: a middle is missing. `wrong-total`: the tail does not end the message where
 * the head announced. `interrupted`: another message began first. `oversize`. `cancelled` by the other side.
 */
type HidDiscardReason =
  | 'wrong-size'
  | 'unknown-type'
  | 'bad-length'
  | 'orphan'
  | 'out-of-sequence'
  | 'wrong-total'
  | 'interrupted'
  | 'oversize'
  | 'cancelled';

export type HidItem =
  | { readonly kind: 'frame'; readonly message: Uint8Array }
  | { readonly kind: 'discard'; readonly reason: HidDiscardReason; readonly bytes: number };

/** Reports of one message, 64 bytes each. @throws RangeError for an empty message. */
export function splitIntoPackets(message: Uint8Array): Uint8Array[] {
  if (message.length === 0) throw new RangeError('an empty message has no packets');
  if (message.length <= SHORT_BYTES) return [packet(SINGLE, bigEndian(message.length, 1), message)];
  const packets = [packet(HEAD, bigEndian(message.length, 4), message.subarray(0, HEAD_BYTES))];
  let at = HEAD_BYTES;
  for (let number = 1; message.length - at > SHORT_BYTES; number++) {
    packets.push(packet(MIDDLE, bigEndian(number % 0x10000, 2), message.subarray(at, at + MIDDLE_BYTES)));
    at += MIDDLE_BYTES;
  }
  packets.push(packet(TAIL, bigEndian(message.length - at, 1), message.subarray(at)));
  return packets;
}

export function cancelPacket(reason = 0): Uint8Array {
  return packet(CANCEL, bigEndian(reason, 2), new Uint8Array());
}

function packet(type: number, header: Uint8Array, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HID_PACKET_BYTES);
  bytes.set(concatBytes(bigEndian(type, 1), header, content));
  return bytes;
}

/** Joins reports, pushed in order, into whole messages and named discards. Never throws. */
export class HidPacketJoiner {
  readonly #maxMessageBytes: number;
  #partial: { total: number; pieces: Uint8Array[]; held: number; nextNumber: number } | undefined;

  constructor(options: { maxMessageBytes?: number } = {}) {
    this.#maxMessageBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
  }

  /** Bytes of an incomplete message. */
  get heldBytes(): number {
    return this.#partial?.held ?? 0;
  }

  push(report: Uint8Array): HidItem[] {
    if (report.length !== HID_PACKET_BYTES) return [discard('wrong-size', report.length)];
    switch (report[0] ?? CANCEL) {
      case SINGLE:
        return [...this.#drop('interrupted'), this.#single(report)];
      case HEAD:
        return [...this.#drop('interrupted'), ...this.#head(report)];
      case MIDDLE:
        return this.#middle(report);
      case TAIL:
        return this.#tail(report);
      case CANCEL:
        return this.#drop('cancelled');
      default:
        // Reports of unknown types are skipped and do not affect the current message.
        return [discard('unknown-type', HID_PACKET_BYTES)];
    }
  }

  /** Drops an incomplete message; called when a session resynchronizes. */
  reset(): HidItem | undefined {
    return this.#drop('interrupted')[0];
  }

  #drop(reason: HidDiscardReason): HidItem[] {
    const partial = this.#partial;
    this.#partial = undefined;
    return partial ? [discard(reason, partial.held)] : [];
  }

  #single(report: Uint8Array): HidItem {
    const length = report[1] ?? 0;
    if (length === 0 || length > SHORT_BYTES) return discard('bad-length', HID_PACKET_BYTES);
    return { kind: 'frame', message: copyBytes(report, 2, 2 + length) };
  }

  #head(report: Uint8Array): HidItem[] {
    const total = readBigEndian(report.subarray(1, 5));
    if (total <= SHORT_BYTES) return [discard('bad-length', HID_PACKET_BYTES)];
    if (total > this.#maxMessageBytes) return [discard('oversize', HID_PACKET_BYTES)];
    this.#partial = { total, pieces: [copyBytes(report, 5)], held: HEAD_BYTES, nextNumber: 1 };
    return [];
  }

  #middle(report: Uint8Array): HidItem[] {
    const partial = this.#partial;
    if (!partial) return [discard('orphan', HID_PACKET_BYTES)];
    if (readBigEndian(report.subarray(1, 3)) !== partial.nextNumber % 0x10000) return this.#drop('out-of-sequence');
    // A tail must still follow, so a middle report that reaches the total is wrong.
    if (partial.held + MIDDLE_BYTES >= partial.total) return this.#drop('wrong-total');
    partial.pieces.push(copyBytes(report, 3));
    partial.held += MIDDLE_BYTES;
    partial.nextNumber++;
    return [];
  }

  #tail(report: Uint8Array): HidItem[] {
    const partial = this.#partial;
    if (!partial) return [discard('orphan', HID_PACKET_BYTES)];
    const length = report[1] ?? 0;
    if (length > SHORT_BYTES) return this.#drop('bad-length');
    if (partial.held + length !== partial.total) return this.#drop('wrong-total');
    this.#partial = undefined;
    return [{ kind: 'frame', message: concatBytes(...partial.pieces, report.subarray(2, 2 + length)) }];
  }
}

function discard(reason: HidDiscardReason, bytes: number): HidItem {
  return { kind: 'discard', reason, bytes };
}
