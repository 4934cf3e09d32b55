/**
 * NEO 2 frames in 64-byte USB HID reports (reference section 2; NEO 2 guide p41-44), each with a report id and 63
 * bytes.
 *
 *     01 a whole frame      02 the first part of one      03 a middle part      04 the last part      unused bytes 00
 *
 * Reports carry no length: the frame's own length field tells where the frame ends. They carry no numbers either, so a
 * lost middle part shows only in the total or in the checksum.
 */
import { concatBytes, copyBytes } from './bytes.ts';
import {
  DEFAULT_MAX_NEO2_DATA_BYTES,
  neo2FrameBytes,
  peekNeo2Length,
  readNeo2Frame,
  type Neo2Frame,
} from './neo2-frame.ts';

/** Size of every report in both directions, including its id. */
export const NEO2_REPORT_BYTES = 64;
const CONTENT_BYTES = NEO2_REPORT_BYTES - 1;
export const neo2Report = { whole: 0x01, first: 0x02, middle: 0x03, last: 0x04 } as const;

/**
 * `wrong-size`: not 64 bytes. `unknown-report`: unknown id. `not-neo2`: the content starts no frame. `bad-length`: the
 * announced length is impossible in such a report. `orphan`: a middle or last part without a first part (the guide says
 * to ignore it). `wrong-total`: parts are missing or too many. `interrupted`: another frame began first. `oversize`.
 * `bad-checksum`. `truncated`: dropped by flush().
 */
type Neo2HidDiscardReason =
  | 'wrong-size'
  | 'unknown-report'
  | 'not-neo2'
  | 'bad-length'
  | 'orphan'
  | 'wrong-total'
  | 'interrupted'
  | 'oversize'
  | 'bad-checksum'
  | 'truncated';

export type Neo2HidItem =
  | { readonly kind: 'frame'; readonly frame: Neo2Frame }
  | { readonly kind: 'discard'; readonly reason: Neo2HidDiscardReason; readonly bytes: number };

/** Reports of one frame, 64 bytes each. @throws RangeError for an empty frame. */
export function splitIntoNeo2Reports(frame: Uint8Array): Uint8Array[] {
  if (frame.length === 0) throw new RangeError('an empty frame has no reports');
  if (frame.length <= CONTENT_BYTES) return [report(neo2Report.whole, frame)];
  const reports = [report(neo2Report.first, frame.subarray(0, CONTENT_BYTES))];
  let at = CONTENT_BYTES;
  for (; frame.length - at > CONTENT_BYTES; at += CONTENT_BYTES) {
    reports.push(report(neo2Report.middle, frame.subarray(at, at + CONTENT_BYTES)));
  }
  reports.push(report(neo2Report.last, frame.subarray(at)));
  return reports;
}

function report(id: number, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(NEO2_REPORT_BYTES);
  bytes[0] = id;
  bytes.set(content, 1);
  return bytes;
}

/** Joins reports, pushed in order, into whole frames and named discards. Never throws. */
export class Neo2ReportJoiner {
  readonly #expected: 'command' | 'response';
  readonly #maxFrameBytes: number;
  #partial: { total: number; pieces: Uint8Array[]; held: number } | undefined;

  /** `side` is the caller's own side: a host expects responses, a device (the simulator) expects commands. */
  constructor(side: 'host' | 'device', options: { maxDataBytes?: number } = {}) {
    this.#expected = side === 'host' ? 'response' : 'command';
    this.#maxFrameBytes = neo2FrameBytes(options.maxDataBytes ?? DEFAULT_MAX_NEO2_DATA_BYTES);
  }

  /** Bytes of an incomplete frame. */
  get heldBytes(): number {
    return this.#partial?.held ?? 0;
  }

  push(bytes: Uint8Array): Neo2HidItem[] {
    if (bytes.length !== NEO2_REPORT_BYTES) return [discard('wrong-size', bytes.length)];
    const content = copyBytes(bytes, 1);
    switch (bytes[0] ?? 0) {
      case neo2Report.whole:
        return [...this.#drop('interrupted'), this.#whole(content)];
      case neo2Report.first:
        return [...this.#drop('interrupted'), ...this.#first(content)];
      case neo2Report.middle:
        return this.#middle(content);
      case neo2Report.last:
        return this.#last(content);
      default:
        // Reports with unknown ids are skipped and do not affect the current frame.
        return [discard('unknown-report', CONTENT_BYTES)];
    }
  }

  flush(): Neo2HidItem[] {
    return this.#drop('truncated');
  }

  #drop(reason: Neo2HidDiscardReason): Neo2HidItem[] {
    const partial = this.#partial;
    this.#partial = undefined;
    return partial ? [discard(reason, partial.held)] : [];
  }

  #whole(content: Uint8Array): Neo2HidItem {
    const total = peekNeo2Length(content);
    if (typeof total !== 'number') return discard('not-neo2', CONTENT_BYTES);
    if (total > CONTENT_BYTES) return discard('bad-length', CONTENT_BYTES);
    return this.#read(content.subarray(0, total), CONTENT_BYTES);
  }

  #first(content: Uint8Array): Neo2HidItem[] {
    const total = peekNeo2Length(content);
    if (typeof total !== 'number') return [discard('not-neo2', CONTENT_BYTES)];
    if (total <= CONTENT_BYTES) return [discard('bad-length', CONTENT_BYTES)];
    if (total > this.#maxFrameBytes) return [discard('oversize', CONTENT_BYTES)];
    this.#partial = { total, pieces: [content], held: CONTENT_BYTES };
    return [];
  }

  #middle(content: Uint8Array): Neo2HidItem[] {
    const partial = this.#partial;
    if (!partial) return [discard('orphan', CONTENT_BYTES)];
    partial.pieces.push(content);
    partial.held += CONTENT_BYTES;
    // A last part must still follow, so a middle part that reaches the total is one too many.
    return partial.held >= partial.total ? this.#drop('wrong-total') : [];
  }

  #last(content: Uint8Array): Neo2HidItem[] {
    const partial = this.#partial;
    if (!partial) return [discard('orphan', CONTENT_BYTES)];
    partial.pieces.push(content);
    partial.held += CONTENT_BYTES;
    if (partial.held < partial.total) return this.#drop('wrong-total');
    this.#partial = undefined;
    return [this.#read(concatBytes(...partial.pieces).subarray(0, partial.total), partial.held)];
  }

  #read(frame: Uint8Array, heldBytes: number): Neo2HidItem {
    const read = readNeo2Frame(frame, this.#expected);
    // Length and header were checked before, so only the checksum can be wrong.
    return read.ok ? { kind: 'frame', frame: read.frame } : discard('bad-checksum', heldBytes);
  }
}

function discard(reason: Neo2HidDiscardReason, bytes: number): Neo2HidItem {
  return { kind: 'discard', reason, bytes };
}
