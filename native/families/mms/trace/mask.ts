/** Masks MMS messages, and the two ways they travel. */
import { concatBytes, copyBytes } from '../../../framing/bytes.ts';
import { DEFAULT_MAX_MESSAGE_BYTES, HidPacketJoiner, type HidItem } from '../../../framing/hid-packets.ts';
import { encodeSlip, SlipDeframer, slipInfo, type SlipItem } from '../../../framing/slip.ts';
import { parseTlvs } from '../../../framing/tlv.ts';
import { parseMmsMessage, type MmsMessage } from '../codec/message.ts';
import { envelopeTag } from '../codec/tags.ts';
import { FILLER, maskedWhole, type Direction, type Span, type StreamMasker } from '../../shared/trace/trace-family.ts';
import { ReportMasker } from '../../shared/trace/report-masker.ts';
import { describeMms } from './describe.ts';
import { hiddenParts } from './hidden.ts';

const START_BYTES = 2;

/** TraceFamily.mask for MMS. There is no checksum; the blob's MAC cannot be made without the key and is filler too. */
export function maskMms(message: Uint8Array): Uint8Array {
  const copy = copyBytes(message);
  const parsed = parseMmsMessage(copy);
  if (!parsed.ok) return copy.fill(FILLER);
  const { card, personal } = hiddenParts(parsed.message);
  for (const part of [...card, ...personal, ...unreadParts(copy, parsed.message)]) part.fill(FILLER);
  return copy;
}

/** What stands in the envelope and no reader looks at: a second payload, a tag nobody knows. */
function unreadParts(bytes: Uint8Array, message: MmsMessage): Uint8Array[] {
  const envelope = parseTlvs(bytes.subarray(START_BYTES));
  if (!envelope.ok) return [];
  const read = new Set<number>([envelopeTag.header, envelopeTag.payload]);
  if (message.kind === 'response' || message.kind === 'notification') {
    read.add(envelopeTag.status).add(envelopeTag.detail);
  }
  // delete() is false from the second of its kind on.
  return envelope.tlvs.flatMap(({ tag, value }) => (read.delete(tag) ? [] : [value]));
}

function noteOf(message: Uint8Array): string {
  const described = describeMms(message);
  return described.message ?? described.error?.code ?? '';
}

// --- SLIP ---------------------------------------------------------------------------------------------------------

const END = 0xc0;
const ESCAPE = 0xdb;

/** One span for each segment, its end byte included. */
export class MmsSlipMasker implements StreamMasker {
  readonly #info: number;
  readonly #deframer: SlipDeframer;
  #pieces: Uint8Array[] = [];
  #held = 0;

  constructor(direction: Direction) {
    this.#info = direction === 'to-host' ? slipInfo.toHost : slipInfo.toDevice;
    this.#deframer = new SlipDeframer(direction === 'to-host' ? 'host' : 'device');
  }

  push(bytes: Uint8Array): Span[] {
    const spans: Span[] = [];
    let at = 0;
    while (at < bytes.length) {
      const end = bytes.indexOf(END, at);
      const next = end < 0 ? bytes.length : end + 1;
      const piece = copyBytes(bytes, at, next);
      at = next;
      this.#pieces.push(piece);
      this.#held += piece.length;
      const [item] = this.#deframer.push(piece);
      if (end >= 0) spans.push(this.#settle(item));
      // Past this the deframer skips up to the next end byte: nothing here is a message any more.
      else if (this.#held > 2 * DEFAULT_MAX_MESSAGE_BYTES) spans.push(...this.#release('oversize'));
    }
    return spans;
  }

  flush(): Span[] {
    this.#deframer.reset();
    return this.#release('truncated');
  }

  #release(note: string): Span[] {
    const raw = this.#take();
    return raw.length === 0 ? [] : [maskedWhole(raw, note)];
  }

  #take(): Uint8Array {
    const raw = concatBytes(...this.#pieces);
    this.#pieces = [];
    this.#held = 0;
    return raw;
  }

  #settle(item: SlipItem | undefined): Span {
    const raw = this.#take();
    // An end byte right behind another: no segment.
    if (!item) return { rawBytes: raw.length, masked: raw };
    switch (item.kind) {
      case 'frame': {
        // Without the end byte in front: that one ended the run before.
        const masked = encodeSlip(this.#info, maskMms(item.message)).subarray(1);
        return {
          rawBytes: raw.length,
          masked,
          place: (offset) => sameByte(raw, masked, offset),
          note: noteOf(item.message),
        };
      }
      case 'capability-exceeded':
        return { rawBytes: raw.length, masked: raw, note: item.kind };
      case 'discard': {
        const span = maskedWhole(raw.subarray(0, -1), item.reason);
        return { ...span, rawBytes: raw.length, masked: concatBytes(span.masked, Uint8Array.of(END)) };
      }
    }
  }
}

/** Where the byte that stands at `offset` of one escaped run stands in another with the same number of plain bytes. */
function sameByte(from: Uint8Array, to: Uint8Array, offset: number): number {
  let at = 0;
  let place = 0;
  while (at < offset && place < to.length) {
    at += from[at] === ESCAPE ? 2 : 1;
    place += to[place] === ESCAPE ? 2 : 1;
  }
  return Math.min(place, to.length);
}

// --- HID packets --------------------------------------------------------------------------------------------------

/** Where a report's part of the message begins, by its type: the bytes before tell type, length and number. */
const contentAt: Readonly<Record<number, number>> = { 0: 2, 1: 5, 2: 3, 3: 2, 4: 3 };

export function mmsHidMasker(): StreamMasker {
  const joiner = new HidPacketJoiner();
  return new ReportMasker({
    joiner,
    reset: () => joiner.reset(),
    headerBytes: (report) => contentAt[report[0] ?? 0] ?? 1,
    mask: ({ message }: Extract<HidItem, { kind: 'frame' }>) => ({ masked: maskMms(message), note: noteOf(message) }),
    notes: { between: 'unknown-type', alone: 'cancel' },
  });
}
