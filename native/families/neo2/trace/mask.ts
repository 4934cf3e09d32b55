/** Masks NEO 2 frames, and the two ways they travel. A frame is the whole message: both links carry it as it is. */
import { concatBytes, copyBytes } from '../../../framing/bytes.ts';
import { neo2Checksum } from '../../../framing/neo2-checksum.ts';
import { readNeo2Frame, type Neo2Frame } from '../../../framing/neo2-frame.ts';
import { NEO2_REPORT_BYTES, Neo2ReportJoiner, neo2Report } from '../../../framing/neo2-hid.ts';
import { Neo2Deframer, type Neo2StreamItem } from '../../../framing/neo2-stream.ts';
import { FILLER, maskedWhole, type Direction, type Span, type StreamMasker } from '../../shared/trace/trace-family.ts';
import { hiddenParts } from './hidden.ts';
import { nameOf } from './describe.ts';

const CHECKSUM_BYTES = 2;

/** Who the frames of a direction come from, as the framing wants to know it. */
export const expectedOf = (direction: Direction): 'command' | 'response' =>
  direction === 'to-host' ? 'response' : 'command';

/** TraceFamily.mask for NEO 2. The checksum is made anew, in the byte order the frame had. */
export function maskNeo2(bytes: Uint8Array): Uint8Array {
  // Which side a lone frame comes from shows in its checksum; where it does not, it changes nothing here.
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
    // The order of its bytes tells a command from a response, so a checksum of two equal bytes would change what it is.
    if (last) last[last.length - 1] = other;
    const checksum = neo2Checksum(body);
    const [high, low] = [checksum >> 8, checksum & 0xff];
    if (high === low && other > 0) continue;
    copy.set(isHighFirst ? [high, low] : [low, high], body.length);
    return copy;
  }
}

// --- Byte streams -------------------------------------------------------------------------------------------------

/** Items of the deframer follow each other without gaps, so their lengths say which bytes they stand for. */
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
      if (item.kind === 'discard') return maskedWhole(raw, item.reason);
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

/** One span for each report. Report ids stay as they came. */
export class Neo2HidMasker implements StreamMasker {
  readonly #joiner: Neo2ReportJoiner;
  readonly #expected: 'command' | 'response';
  /** Reports that wait for the rest of their frame, and others that came between. */
  #waiting: { report: Uint8Array; isPart: boolean }[] = [];

  constructor(direction: Direction) {
    this.#expected = expectedOf(direction);
    this.#joiner = new Neo2ReportJoiner(direction === 'to-host' ? 'host' : 'device');
  }

  push(bytes: Uint8Array): Span[] {
    const report = copyBytes(bytes);
    const heldBefore = this.#joiner.heldBytes;
    const items = this.#joiner.push(report);
    const held = this.#joiner.heldBytes;
    const reason = items.find((item) => item.kind === 'discard')?.reason;
    const frame = items.find((item) => item.kind === 'frame')?.frame;
    const spans = reason === 'interrupted' || (held === 0 && !frame) ? this.#release(reason ?? 'interrupted') : [];
    const isPart = frame !== undefined || held > heldBefore || (held > 0 && reason === 'interrupted');
    if (!isPart && this.#waiting.length === 0) return [...spans, keepId(report, reason ?? 'unknown-report')];
    this.#waiting.push({ report, isPart });
    return frame ? [...spans, ...this.#settle(frame)] : spans;
  }

  flush(): Span[] {
    this.#joiner.flush();
    return this.#release('truncated');
  }

  #release(note: string): Span[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.map(({ report }) => keepId(report, note));
  }

  #settle(frame: Neo2Frame): Span[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const raw = concatBytes(...waiting.flatMap(({ report, isPart }) => (isPart ? [report.subarray(1)] : [])));
    const masked = maskFrom(raw.subarray(0, frameBytes(frame)), this.#expected);
    let at = 0;
    return waiting.map(({ report, isPart }, index) => {
      if (!isPart) return keepId(report, 'unknown-report');
      const copy = new Uint8Array(NEO2_REPORT_BYTES);
      copy[0] = report[0] ?? 0;
      copy.set(masked.subarray(at, at + NEO2_REPORT_BYTES - 1), 1);
      at += NEO2_REPORT_BYTES - 1;
      const span: Span = { rawBytes: NEO2_REPORT_BYTES, masked: copy };
      return index === waiting.length - 1 ? { ...span, note: nameOf(frame) } : span;
    });
  }
}

function keepId(report: Uint8Array, note: string): Span {
  return maskedWhole(report, note, report.length === NEO2_REPORT_BYTES && known.has(report[0] ?? 0) ? 1 : 0);
}
