/** Masks NEO 2 frames on both links. A frame is the whole message, and both links carry it unchanged. */
import { concatBytes, copyBytes } from '../../../framing/bytes.ts';
import { neo2Checksum } from '../../../framing/neo2-checksum.ts';
import { readNeo2Frame, type Neo2Frame } from '../../../framing/neo2-frame.ts';
import { Neo2ReportJoiner, neo2Report, type Neo2HidItem } from '../../../framing/neo2-hid.ts';
import { Neo2Deframer, type Neo2StreamItem } from '../../../framing/neo2-stream.ts';
import { FILLER, maskedRun, type Direction, type Span, type StreamMasker } from '../../shared/trace/trace-family.ts';
import { hiddenParts } from './hidden.ts';
import { ReportMasker } from '../../shared/trace/report-masker.ts';
import { nameOf } from './describe.ts';

const CHECKSUM_BYTES = 2;

/** Kind of frame that the framing expects for a direction. */
const expectedOf = (direction: Direction): 'command' | 'response' => (direction === 'to-host' ? 'response' : 'command');

/** Implements TraceFamily.mask for NEO 2. The checksum is recalculated in the frame's byte order. */
export function maskNeo2(bytes: Uint8Array): Uint8Array {
  // The checksum shows the sender of a lone frame. If it is ambiguous, the masked frame is the same.
  return maskFrom(bytes, 'response');
}

function maskFrom(bytes: Uint8Array, expected: 'command' | 'response'): Uint8Array {
  const copy = copyBytes(bytes);
  const read = readNeo2Frame(copy, expected);
  if (!read.ok) return copy.fill(FILLER);
  const hidden = hiddenParts(read.frame).filter(({ length }) => length > 0);
  if (hidden.length === 0) return copy;
  const body = copy.subarray(0, copy.length - CHECKSUM_BYTES);
  const isHighFirst = read.frame.kind !== 'command' || bytes.at(-1) !== neo2Checksum(body) >> 8;
  for (const part of hidden) part.fill(FILLER);
  const last = hidden.at(-1);
  for (let other = FILLER; ; other -= 1) {
    // The checksum's byte order distinguishes a command from a response, so two equal checksum bytes would change the
    // frame's kind.
    if (last) last[last.length - 1] = other;
    const checksum = neo2Checksum(body);
    const [high, low] = [checksum >> 8, checksum & 0xff];
    if (high === low && other > 0) continue;
    copy.set(isHighFirst ? [high, low] : [low, high], body.length);
    return copy;
  }
}

// --- Byte streams -------------------------------------------------------------------------------------------------

/** The deframer's items follow each other without gaps, so their lengths show which bytes they cover. */
export class Neo2StreamMasker implements StreamMasker {
  readonly #deframer: Neo2Deframer;
  readonly #expected: 'command' | 'response';
  #held: Uint8Array = new Uint8Array();

  constructor(direction: Direction) {
    this.#expected = expectedOf(direction);
    this.#deframer = new Neo2Deframer(direction === 'to-host' ? 'host' : 'device');
  }

  push(bytes: Uint8Array): Span[] {
    this.#held = concatBytes(this.#held, bytes);
    return this.#settle(this.#deframer.push(bytes));
  }

  flush(): Span[] {
    return this.#settle(this.#deframer.flush());
  }

  #settle(items: readonly Neo2StreamItem[]): Span[] {
    let at = 0;
    const spans = items.map((item): Span => {
      const raw = this.#held.subarray(at, at + (item.kind === 'frame' ? frameBytes(item.frame) : item.bytes));
      at += raw.length;
      if (item.kind === 'discard') return maskedRun(raw, item.reason);
      return { rawBytes: raw.length, masked: maskFrom(raw, this.#expected), note: nameOf(item.frame) };
    });
    this.#held = copyBytes(this.#held, at);
    return spans;
  }
}

/** Header, codes, length, data and checksum. */
function frameBytes(frame: Neo2Frame): number {
  const before = { command: 14, response: 14, event: 5, 'v3-response': 15 }[frame.kind];
  return before + frame.data.length + CHECKSUM_BYTES;
}

// --- HID reports --------------------------------------------------------------------------------------------------

const known: ReadonlySet<number> = new Set(Object.values(neo2Report));

export function neo2HidMasker(direction: Direction): StreamMasker {
  const joiner = new Neo2ReportJoiner(direction === 'to-host' ? 'host' : 'device');
  return new ReportMasker({
    joiner,
    reset: () => joiner.flush(),
    headerBytes: (report) => (known.has(report[0] ?? 0) ? 1 : 0),
    mask: ({ frame }: Extract<Neo2HidItem, { kind: 'frame' }>, raw) => ({
      masked: maskFrom(raw.subarray(0, frameBytes(frame)), expectedOf(direction)),
      note: nameOf(frame),
    }),
    notes: { between: 'unknown-report', alone: 'unknown-report' },
  });
}
