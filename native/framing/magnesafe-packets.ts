/**
 * Packets into which MagneSafe V5 splits its messages, on every cable (reference sections 4 and 8):
 *
 *     notification    partial(u16) offset(u16) id(u16) total(u16) data
 *     long command    49 LL  offset(u16) command(u16) total(u16) data[<= 51]
 *     long answer     0A LL  offset(u16) result(u16)  total(u16) data         the rest by command 4A
 *
 * All numbers are big-endian. Packets are joined by their id, so that messages of different kinds cannot mix.
 */
import { bigEndian, concatBytes, copyBytes, readBigEndian } from './bytes.ts';

const HEADER_BYTES = 8;
/** Larger than any message of a payment. */
const MAX_JOINED_BYTES = 4_096;
/** Maximum number of incomplete messages of different ids; real readers have fewer. */
const MAX_OPEN = 8;

/**
 * `too-short`: shorter than a header. `truncated`: less data than the packet announces. `bad-length`: the packet
 * exceeds its message, or the message exceeds the limit. `orphan`: the preceding packet is missing. `wrong-total`: the
 * packet belongs to a message of another length. `interrupted`: the message started again.
 */
type PacketFault = 'too-short' | 'truncated' | 'bad-length' | 'orphan' | 'wrong-total' | 'interrupted';

export type NotificationItem =
  | { readonly kind: 'frame'; readonly id: number; readonly data: Uint8Array }
  | { readonly kind: 'discard'; readonly reason: PacketFault; readonly bytes: number };

export interface NotificationPacket {
  readonly partial: number;
  readonly offset: number;
  readonly id: number;
  readonly total: number;
  readonly data: Uint8Array;
}

/** Reads one packet, without the padding of its report. */
export function readNotificationPacket(
  bytes: Uint8Array,
): { readonly ok: true; readonly packet: NotificationPacket } | { readonly ok: false; readonly fault: PacketFault } {
  if (bytes.length < HEADER_BYTES) return { ok: false, fault: 'too-short' };
  const [partial = 0, offset = 0, id = 0, total = 0] = [0, 2, 4, 6].map((at) =>
    readBigEndian(bytes.subarray(at, at + 2)),
  );
  if (partial > bytes.length - HEADER_BYTES) return { ok: false, fault: 'truncated' };
  if (offset + partial > total || total > MAX_JOINED_BYTES) return { ok: false, fault: 'bad-length' };
  const data = bytes.subarray(HEADER_BYTES, HEADER_BYTES + partial);
  return { ok: true, packet: { partial, offset, id, total, data } };
}

/** Packets of one notification, each with at most `most` bytes of its data. */
export function splitNotification(id: number, data: Uint8Array, most = 52): Uint8Array[] {
  const packets: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < data.length; at += most) {
    const part = data.subarray(at, at + most);
    const header = [part.length, at, id, data.length].map((value) => bigEndian(value, 2));
    packets.push(concatBytes(...header, part));
  }
  return packets;
}

/** Joins packets, pushed in order, into whole notifications and named discards. Never throws. */
export class NotificationJoiner {
  readonly #open = new Map<number, { readonly total: number; readonly pieces: Uint8Array[]; held: number }>();

  get heldBytes(): number {
    return [...this.#open.values()].reduce((sum, { held }) => sum + held, 0);
  }

  push(bytes: Uint8Array): NotificationItem[] {
    const discard = (reason: PacketFault): NotificationItem => ({ kind: 'discard', reason, bytes: bytes.length });
    const read = readNotificationPacket(bytes);
    if (!read.ok) return [discard(read.fault)];
    const { offset, id, total, data } = read.packet;
    const items: NotificationItem[] = [];
    let open = this.#open.get(id);
    if (offset === 0) {
      if (open) items.push({ kind: 'discard', reason: 'interrupted', bytes: open.held });
      const [oldest] = this.#open.keys();
      if (!open && this.#open.size >= MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
      open = { total, pieces: [], held: 0 };
      this.#open.set(id, open);
    }
    if (!open || open.held !== offset) {
      this.#open.delete(id);
      return [...items, discard('orphan')];
    }
    if (open.total !== total) {
      this.#open.delete(id);
      return [...items, discard('wrong-total')];
    }
    open.pieces.push(copyBytes(data));
    open.held += data.length;
    if (open.held < total) return data.length === 0 ? [...items, discard('orphan')] : items;
    this.#open.delete(id);
    return [...items, { kind: 'frame', id, data: concatBytes(...open.pieces) }];
  }

  /** Drops incomplete messages and returns their discard, if there are any. */
  flush(): NotificationItem[] {
    const bytes = this.heldBytes;
    const hadAny = this.#open.size > 0;
    this.#open.clear();
    return hadAny ? [{ kind: 'discard', reason: 'truncated', bytes }] : [];
  }
}
